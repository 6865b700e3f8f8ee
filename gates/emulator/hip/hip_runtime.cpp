// SPDX-License-Identifier: MIT
// The process's runtime: start, end, current device, streams by handle, allocations.
#include "gates/emulator/hip/hip_runtime.hpp"

#include <algorithm>
#include <stdexcept>

#include "gates/emulator/hip/hip_thread.hpp"
#include "gates/emulator/table.hpp"

namespace kgate::emulator {
namespace {

/// Completes queued work before static objects that it uses are destroyed.
struct ExitGuard {
  explicit ExitGuard(Runtime& runtime) : runtime_(&runtime) {}
  ExitGuard(const ExitGuard&) = delete;
  ExitGuard& operator=(const ExitGuard&) = delete;
  ExitGuard(ExitGuard&&) = delete;
  ExitGuard& operator=(ExitGuard&&) = delete;
  ~ExitGuard() {
    for (const auto& device : runtime_->devices) {
      device->drain();
    }
  }

 private:
  Runtime* runtime_;
};

std::uint64_t address_of(const void* pointer) { return reinterpret_cast<std::uint64_t>(pointer); }

std::uint64_t missing_service(Memory& memory, std::string_view what) {
  return memory.allocate(1, 1, AllocationKind::packet,
                         fmt::format("{}, which the emulator does not provide", what)) +
         1;
}

}  // namespace

Runtime& Runtime::get() {
  // Statics that launches use must outlive the guard, so they are made before it.
  static Runtime& runtime = []() -> Runtime& {
    static_cast<void>(InstructionTable::get());
    return *new Runtime;
  }();
  static const ExitGuard guard(runtime);
  return runtime;
}

Runtime::Runtime() {
  int number = 0;
  for (const DeviceModel& model : device_models()) {
    devices.push_back(std::make_unique<EmulatedDevice>(number++, model));
  }
  missing.heap = missing_service(memory, "the device heap (malloc in kernels)");
  missing.printf = missing_service(memory, "the printf buffer (-mprintf-kind=buffered)");
  missing.queue = missing_service(memory, "the queue descriptor");
}

EmulatedDevice& Runtime::current_device() {
  return *devices.at(static_cast<std::size_t>(thread_state().device));
}

std::shared_ptr<StreamQueue> Runtime::stream(hip::StreamHandle handle) {
  if (handle == nullptr || handle == hip::kStreamLegacy) {
    return current_device().null_stream();
  }
  if (handle != hip::kStreamPerThread) {
    return streams.find(handle);
  }
  ThreadState& thread = thread_state();
  thread.own_streams.resize(devices.size());
  std::shared_ptr<StreamQueue>& own =
      thread.own_streams.at(static_cast<std::size_t>(thread.device));
  if (own == nullptr) {
    own = current_device().make_stream(true, hip::kStreamDefault);
  }
  return own;
}

void* Runtime::allocate(std::size_t size, std::size_t alignment, const AllocationRecord& record,
                        std::string_view what) {
  const DeviceModel& model = devices.at(static_cast<std::size_t>(record.device))->model();
  if (size > model.memory_bytes || used_by(record.device) > model.memory_bytes - size) {
    return nullptr;
  }
  const std::scoped_lock lock(mutex_);
  const auto kind =
      record.type == MemoryType::device ? AllocationKind::device : AllocationKind::host;
  const std::uint64_t address = memory.allocate(
      size, alignment, kind, fmt::format("{} #{} of {} bytes", what, next_label_++, size));
  if (address == 0) {
    return nullptr;
  }
  allocations_.emplace(address, Owned{record, size});
  return memory.host(address);
}

bool Runtime::release(const void* pointer, const std::set<MemoryType>& types) {
  int device = 0;
  {
    const std::scoped_lock lock(mutex_);
    const auto found = allocations_.find(address_of(pointer));
    if (found == allocations_.end() || !types.contains(found->second.record.type)) {
      return false;
    }
    device = found->second.record.device;
    allocations_.erase(found);
  }
  devices.at(static_cast<std::size_t>(device))->drain();
  return memory.release(address_of(pointer));
}

std::optional<AllocationRecord> Runtime::record_of(std::uint64_t base) const {
  const std::scoped_lock lock(mutex_);
  const auto found = allocations_.find(base);
  return found == allocations_.end() ? std::nullopt
                                     : std::optional<AllocationRecord>(found->second.record);
}

std::uint64_t Runtime::used_by(int device) const {
  const std::scoped_lock lock(mutex_);
  std::uint64_t used = 0;
  for (const auto& [address, owned] : allocations_) {
    used +=
        owned.record.device == device && owned.record.type == MemoryType::device ? owned.size : 0;
  }
  return used;
}

bool Runtime::pin(const void* pointer, std::size_t size) {
  const std::scoped_lock lock(mutex_);
  return pinned_.emplace(reinterpret_cast<std::uintptr_t>(pointer), size).second;
}

bool Runtime::unpin(const void* pointer) {
  const std::scoped_lock lock(mutex_);
  return pinned_.erase(reinterpret_cast<std::uintptr_t>(pointer)) != 0;
}

bool Runtime::pinned(const void* pointer, std::size_t size) const {
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  const std::scoped_lock lock(mutex_);
  const auto after = pinned_.upper_bound(address);
  if (after == pinned_.begin()) {
    return false;
  }
  const auto& [start, extent] = *std::prev(after);
  return address - start <= extent && size <= extent - (address - start);
}

std::shared_ptr<const std::vector<Suppression>> Runtime::suppressions() const {
  const std::scoped_lock lock(mutex_);
  return suppressions_;
}

void Runtime::suppress(const std::vector<Suppression>& more) {
  const std::scoped_lock lock(mutex_);
  auto all = std::make_shared<std::vector<Suppression>>();
  if (suppressions_ != nullptr) *all = *suppressions_;
  all->insert(all->end(), more.begin(), more.end());
  suppressions_ = std::move(all);
}

hip::Error report(EmulatedDevice& device, const FaultPointer& fault) {
  if (fault == nullptr) {
    return hip::Error::hipSuccess;
  }
  device.clear_fault(fault);
  ThreadState& thread = thread_state();
  thread.fault_text = fault->text;
  thread.error_text = fault->text;
  return fault->error;
}

}  // namespace kgate::emulator
