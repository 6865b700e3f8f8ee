// SPDX-License-Identifier: MIT
// The arena: placing, finding and releasing allocations, and the shadow state of their bytes.
#include "gates/emulator/memory.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <mutex>
#include <stdexcept>
#include <utility>

namespace kgate::emulator {
namespace {

constexpr std::uint64_t kRedZone = 256;

constexpr std::uint64_t round_up(std::uint64_t value, std::uint64_t alignment) {
  return (value + alignment - 1) & ~(alignment - 1);
}

void* reserve(std::uint64_t size, int protection) {
  void* mapping =
      mmap(nullptr, size, protection, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return mapping == MAP_FAILED ? nullptr : mapping;
}

template <class T>
std::uint64_t as_address(const T* pointer) {
  return reinterpret_cast<std::uint64_t>(pointer);
}

}  // namespace

Memory::Memory() : Memory(Options{}) {}

Memory::Memory(const Options& options) : options_(options) {
  // Address space limits (ulimit -v, containers) refuse large reservations: take what there is.
  for (size_ = round_up(options.reserve, kPage); size_ >= (std::uint64_t{1} << 24U); size_ /= 2) {
    void* data = reserve(size_, PROT_NONE);
    void* shadow = reserve(size_, PROT_NONE);
    void* summary = reserve(size_ / kPage, PROT_READ | PROT_WRITE);
    if (data != nullptr && shadow != nullptr && summary != nullptr) {
      data_ = static_cast<std::byte*>(data);
      shadow_ = static_cast<std::uint8_t*>(shadow);
      all_initialised_ = static_cast<std::uint8_t*>(summary);
      base_ = options.first_address != 0 ? options.first_address : as_address(data_);
      return;
    }
    if (data != nullptr) munmap(data, size_);
    if (shadow != nullptr) munmap(shadow, size_);
    if (summary != nullptr) munmap(summary, size_ / kPage);
  }
  throw std::runtime_error("the emulator could not reserve 16 MiB of address space");
}

Memory::~Memory() {
  munmap(data_, size_);
  munmap(shadow_, size_);
  munmap(all_initialised_, size_ / kPage);
}

bool Memory::commit(std::uint64_t offset, std::uint64_t size, AllocationKind kind) {
  const std::uint64_t first = offset / kPage * kPage;
  const std::uint64_t bytes = round_up(offset + size, kPage) - first;
  if (mprotect(data_ + first, bytes, PROT_READ | PROT_WRITE) != 0 ||
      mprotect(shadow_ + first, bytes, PROT_READ | PROT_WRITE) != 0) {
    return false;
  }
  // Host memory is written behind the emulator's back: the summary alone says "initialised", so
  // that gigabytes of it touch no shadow page.
  if (kind == AllocationKind::host) {
    std::memset(all_initialised_ + first / kPage, 1, bytes / kPage);
  }
  return true;
}

void Memory::decommit(std::uint64_t offset, std::uint64_t size) {
  const std::uint64_t first = offset / kPage * kPage;
  const std::uint64_t bytes = round_up(offset + size, kPage) - first;
  madvise(data_ + first, bytes, MADV_DONTNEED);
  madvise(shadow_ + first, bytes, MADV_DONTNEED);
  mprotect(data_ + first, bytes, PROT_NONE);
  mprotect(shadow_ + first, bytes, PROT_NONE);
  std::memset(all_initialised_ + first / kPage, 0, bytes / kPage);
}

std::uint64_t Memory::place(std::uint64_t size, std::uint64_t alignment) {
  // 256 past a page boundary: aligned as promised and, by the odd multiple, not to 512 by accident.
  const auto fit = [&](std::uint64_t from) {
    const std::uint64_t page = round_up(from, kPage);
    return alignment > kRedZone ? round_up(base_ + page + kRedZone, alignment) - base_
                                : page + kRedZone;
  };
  // One page stays free at the end. The sum cannot wrap: neither term is above size_, at most 2^40.
  const auto is_inside = [&](std::uint64_t from) { return from + size + kPage <= size_; };
  std::uint64_t offset = fit(next_);
  if (is_inside(offset)) {
    next_ = offset + size + kRedZone;
    return base_ + offset;
  }
  // Exhausted: now released ranges are used again, oldest address first. They are forgotten, or
  // each allocation would pass over hundreds of thousands of them.
  std::erase_if(allocations_, [](const auto& entry) { return entry.second.released; });
  std::uint64_t end = kPage;
  for (auto entry = allocations_.begin(); entry != allocations_.end(); ++entry) {
    offset = fit(end);
    if (offset + size + kRedZone <= (entry->first - base_) / kPage * kPage) return base_ + offset;
    end = entry->first - base_ + entry->second.size + kRedZone;
  }
  offset = fit(end);
  return is_inside(offset) ? base_ + offset : 0;
}

std::uint64_t Memory::insert(std::uint64_t address, std::uint64_t size, AllocationKind kind,
                             std::string label) {
  // Released neighbours that the new range covers are forgotten.
  auto entry = allocations_.lower_bound(address);
  if (entry != allocations_.begin()) {
    const auto before = std::prev(entry);
    if (before->first + before->second.size > address) entry = before;
  }
  while (entry != allocations_.end() && entry->first < address + size) {
    entry = allocations_.erase(entry);
  }
  if (!commit(address - base_, size, kind)) return 0;
  allocations_.emplace(address, Allocation{address, size, kind, false, std::move(label)});
  return address;
}

std::uint64_t Memory::allocate(std::uint64_t size, std::uint64_t alignment, AllocationKind kind,
                               std::string label) {
  if (size == 0 || size > size_ || alignment > size_) return 0;
  const std::unique_lock lock(mutex_);
  const std::uint64_t address = place(size, alignment);
  return address == 0 ? 0 : insert(address, size, kind, std::move(label));
}

std::uint64_t Memory::allocate_parts(std::uint64_t size, std::uint64_t alignment,
                                     const std::vector<Part>& parts) {
  if (size == 0 || size > size_ || alignment > size_) return 0;
  const std::unique_lock lock(mutex_);
  const std::uint64_t address = place(size, alignment);
  if (address == 0) return 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Part& part = parts[i];
    if (insert(address + part.offset, part.size, part.kind, part.label) != 0) continue;
    for (std::size_t made = 0; made < i; ++made) drop(address + parts[made].offset);
    return 0;
  }
  return address;
}

std::uint64_t Memory::allocate_at(std::uint64_t address, std::uint64_t size, AllocationKind kind,
                                  std::string label) {
  const std::unique_lock lock(mutex_);
  if (size == 0 || address < base_ + kPage || address - base_ >= size_ ||
      size > size_ - (address - base_)) {
    return 0;
  }
  const std::uint64_t first = address / kPage * kPage;
  for (const auto& [begin, allocation] : allocations_) {
    if (!allocation.released && begin < round_up(address + size, kPage) &&
        round_up(begin + allocation.size, kPage) > first) {
      return 0;
    }
  }
  next_ = std::max(next_, address - base_ + size + kRedZone);
  return insert(address, size, kind, std::move(label));
}

bool Memory::release(std::uint64_t address) {
  const std::unique_lock lock(mutex_);
  return drop(address);
}

bool Memory::drop(std::uint64_t address) {
  const auto entry = allocations_.find(address);
  if (entry == allocations_.end() || entry->second.released) return false;
  entry->second.released = true;
  epoch_.fetch_add(1, std::memory_order_acq_rel);
  decommit(address - base_, entry->second.size);
  return true;
}

const Allocation* Memory::at(std::uint64_t address) const {
  auto entry = allocations_.upper_bound(address);
  if (entry == allocations_.begin()) return nullptr;
  --entry;
  return address - entry->first < entry->second.size ? &entry->second : nullptr;
}

std::optional<Allocation> Memory::find(std::uint64_t address) const {
  const std::shared_lock lock(mutex_);
  const Allocation* allocation = at(address);
  if (allocation == nullptr || allocation->released) return std::nullopt;
  return *allocation;
}

std::optional<Neighbour> Memory::nearest(std::uint64_t address) const {
  const std::shared_lock lock(mutex_);
  std::optional<Neighbour> best;
  std::uint64_t best_distance = ~std::uint64_t{0};
  const auto consider = [&](const Allocation& allocation) {
    const bool before = address < allocation.address;
    const std::uint64_t last = allocation.address + allocation.size - 1;
    const std::uint64_t distance =
        before ? allocation.address - address : (address > last ? address - last : 0);
    if (distance >= best_distance) return;
    best_distance = distance;
    const auto signed_distance = static_cast<std::int64_t>(distance);
    best = Neighbour{allocation, before ? -signed_distance : signed_distance};
  };
  const auto after = allocations_.upper_bound(address);
  if (after != allocations_.end()) consider(after->second);
  if (after != allocations_.begin()) consider(std::prev(after)->second);
  return best;
}

bool Memory::contains(std::uint64_t address, std::uint64_t size) const {
  const std::shared_lock lock(mutex_);
  const Allocation* allocation = at(address);
  return allocation != nullptr && !allocation->released &&
         size <= allocation->size - (address - allocation->address);
}

std::vector<Allocation> Memory::allocations() const {
  const std::shared_lock lock(mutex_);
  std::vector<Allocation> all;
  for (const auto& [address, allocation] : allocations_) {
    if (!allocation.released) all.push_back(allocation);
  }
  return all;
}

std::optional<Memory::Region> Memory::region(std::uint64_t address) const {
  const std::shared_lock lock(mutex_);
  const Allocation* allocation = at(address);
  if (allocation == nullptr || allocation->released) return std::nullopt;
  return Region{allocation->address, allocation->address + allocation->size,
                !allocation->read_only(), allocation->kind != AllocationKind::host};
}

bool Memory::copy_in(std::uint64_t address, const void* source, std::uint64_t size) {
  if (!contains(address, size)) return false;
  std::memcpy(host(address), source, size);
  mark_unchecked(address, size);
  return true;
}

bool Memory::copy_out(void* destination, std::uint64_t address, std::uint64_t size) const {
  if (!contains(address, size)) return false;
  std::memcpy(destination, host(address), size);
  if (initialised_unchecked(address, size)) return true;
  auto* bytes = static_cast<std::uint8_t*>(destination);
  for (std::uint64_t i = 0; i < size; ++i) {
    if (!initialised_unchecked(address + i, 1)) bytes[i] = options_.poison;
  }
  return true;
}

bool Memory::copy(std::uint64_t destination, std::uint64_t source, std::uint64_t size) {
  if (!contains(destination, size) || !contains(source, size)) return false;
  std::vector<bool> states;
  const bool all = initialised_unchecked(source, size);
  for (std::uint64_t i = 0; !all && i < size; ++i) {
    states.push_back(initialised_unchecked(source + i, 1));
  }
  std::memmove(host(destination), host(source), size);
  mark_unchecked(destination, size);
  if (!all) {
    clear_summary(destination, size);
    for (std::uint64_t i = 0; i < size; ++i) {
      *shadow(destination + i) = states[i] ? kShadowInitialised : 0;
    }
  }
  return true;
}

bool Memory::fill(std::uint64_t address, std::uint32_t pattern, std::uint64_t width,
                  std::uint64_t size) {
  if (!contains(address, size) || (width != 1 && width != 2 && width != 4)) return false;
  std::byte* bytes = host(address);
  if (width == 1) {
    std::memset(bytes, static_cast<int>(pattern & 0xFFU), size);
  } else {
    for (std::uint64_t i = 0; i < size; i += width) {
      std::memcpy(bytes + i, &pattern, std::min(width, size - i));
    }
  }
  mark_unchecked(address, size);
  return true;
}

}  // namespace kgate::emulator
