// SPDX-License-Identifier: MIT
// Caches modules and functions and launches them.
#include "kernels/runtime/launcher.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <map>
#include <mutex>
#include <tuple>

#include "kernels/runtime/resources.hpp"

namespace kgate {
namespace {

constexpr std::size_t kBuckets = 256;

/// An entry that was found once. Never removed, so readers need no lock.
struct Entry {
  std::string family;
  std::string name;
  hip::FunctionHandle function = nullptr;
  std::atomic<std::uint64_t> launches{0};
  Entry* next = nullptr;  ///< set before the entry becomes visible
};

std::size_t bucket_of(std::string_view family, std::string_view entry) {
  return (std::hash<std::string_view>{}(family) * 31 + std::hash<std::string_view>{}(entry)) %
         kBuckets;
}

}  // namespace

struct Launcher::State {
  State(const Device& on, CodeObjects source, std::uint32_t wave)
      : device(on), code_objects(std::move(source)), wave_size(wave), operations(capabilities()) {}

  const Device& device;
  CodeObjects code_objects;
  std::uint32_t wave_size;
  Operations operations;

  std::array<std::atomic<Entry*>, kBuckets> buckets{};
  mutable std::mutex mutex;  ///< guards everything below
  struct LoadedModule {
    LoadedCodeObject description;
    Module module;
  };
  std::map<std::string, LoadedModule, std::less<>> modules;  ///< by family
  std::vector<std::unique_ptr<Entry>> entries;

  [[nodiscard]] Entry* find(std::string_view family, std::string_view name) const {
    Entry* entry = buckets[bucket_of(family, name)].load(std::memory_order_acquire);
    while (entry != nullptr && (entry->name != name || entry->family != family)) {
      entry = entry->next;
    }
    return entry;
  }

  [[nodiscard]] Capabilities capabilities() const {
    return {device.backend(), device.target(), wave_size, device.host_addressable()};
  }
  Status load_module(std::string_view family, const Module*& module);
  Status load(std::string_view family, std::string_view name, Entry*& entry);
};

Status Launcher::State::load_module(std::string_view family, const Module*& module) {
  if (const auto found = modules.find(family); found != modules.end()) {
    module = &found->second.module;
    return {};
  }
  CodeObjectImage image;
  if (Status status = code_objects.find(family, device.target(), wave_size, image); !status) {
    return status;
  }
  LoadedModule loaded;
  if (Status status = Module::load(device, image.bytes, loaded.module); !status) {
    return Status::error(status.code(), "{} (code object {}): {}", family, image.origin,
                         status.message());
  }
  loaded.description = {std::string(family), device.target(), wave_size, image.origin, image.hash};
  module = &modules.emplace(family, std::move(loaded)).first->second.module;
  return {};
}

Status Launcher::State::load(std::string_view family, std::string_view name, Entry*& entry) {
  const std::scoped_lock lock(mutex);
  entry = find(family, name);
  if (entry != nullptr) {
    return {};
  }
  const Module* module = nullptr;
  if (Status status = load_module(family, module); !status) {
    return status;
  }
  auto made = std::make_unique<Entry>();
  made->family = family;
  made->name = name;
  if (Status status = module->function(made->name.c_str(), made->function); !status) {
    return Status::error(status.code(), "{}: {}", family, status.message());
  }
  std::atomic<Entry*>& bucket = buckets[bucket_of(family, name)];
  made->next = bucket.load(std::memory_order_relaxed);
  entry = made.get();
  entries.push_back(std::move(made));
  bucket.store(entry, std::memory_order_release);
  return {};
}

Launcher::Launcher(const Device& device, hip::StreamHandle stream, CodeObjects code_objects,
                   std::uint32_t wave_size)
    : owned_(std::make_unique<State>(device, std::move(code_objects), wave_size)),
      state_(owned_.get()),
      stream_(stream) {}

Launcher::Launcher(const Launcher& other, hip::StreamHandle stream, Scratch scratch)
    : state_(other.state_), stream_(stream), scratch_(scratch) {}

Launcher::~Launcher() = default;

Status Launcher::launch(std::string_view family, std::string_view entry_name, Dim3 grid, Dim3 block,
                        std::uint32_t dynamic_lds, std::span<const std::byte> arguments) {
  const CurrentDevice current(state_->device);
  if (!current.status().ok()) {
    return current.status();
  }
  Entry* entry = state_->find(family, entry_name);
  if (entry == nullptr) {
    if (Status status = state_->load(family, entry_name, entry); !status) {
      return status;
    }
  }
  std::size_t size = arguments.size();
  // The runtime reads the buffer and does not write it; HIP's signature is older than const.
  std::array<void*, 5> extra{hip::kLaunchBufferPointer, const_cast<std::byte*>(arguments.data()),
                             hip::kLaunchBufferSize, &size, hip::kLaunchEnd};
  const hip::Error error = state_->device.api().hipModuleLaunchKernel(
      entry->function, grid.x, grid.y, grid.z, block.x, block.y, block.z, dynamic_lds, stream_,
      nullptr, extra.data());
  if (error != hip::Error::hipSuccess) {
    const Status reason = state_->device.check(error, "launch");
    return Status::error(StatusCode::device_error, "{}: {}, grid {}x{}x{}, block {}x{}x{}: {}",
                         family, entry_name, grid.x, grid.y, grid.z, block.x, block.y, block.z,
                         reason.message());
  }
  entry->launches.fetch_add(1, std::memory_order_relaxed);
  return {};
}

std::vector<LaunchCount> Launcher::launches() const {
  const std::scoped_lock lock(state_->mutex);
  std::vector<LaunchCount> counts;
  for (const auto& entry : state_->entries) {
    counts.push_back({entry->family, entry->name, entry->launches.load()});
  }
  std::sort(counts.begin(), counts.end(), [](const LaunchCount& a, const LaunchCount& b) {
    return std::tie(a.family, a.entry) < std::tie(b.family, b.entry);
  });
  return counts;
}

std::vector<LoadedCodeObject> Launcher::loaded() const {
  const std::scoped_lock lock(state_->mutex);
  std::vector<LoadedCodeObject> all;
  for (const auto& [family, module] : state_->modules) {
    all.push_back(module.description);
  }
  return all;
}

Operations& Launcher::operations() const { return state_->operations; }
const Device& Launcher::device() const { return state_->device; }
hip::StreamHandle Launcher::stream() const { return stream_; }
std::uint32_t Launcher::wave_size() const { return state_->wave_size; }

Status Launcher::synchronize() const {
  const CurrentDevice current(state_->device);
  if (!current.status().ok()) {
    return current.status();
  }
  return state_->device.check(state_->device.api().hipStreamSynchronize(stream_),
                              "hipStreamSynchronize");
}

}  // namespace kgate
