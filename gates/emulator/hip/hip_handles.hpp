// SPDX-License-Identifier: MIT
// Live objects by the handles that programs hold: a stale or foreign handle is found out, not used.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <unordered_map>
#include <utility>
#include <vector>

namespace kgate::hip {

/// hipGraphNode_t.
using GraphNodeHandle = struct GraphNodeObject*;

}  // namespace kgate::hip

namespace kgate::emulator {

/// Handles are numbers that were never handed out before and are no valid address, so that neither
/// a destroyed object's handle nor a pointer can pass for a live one. Thread-safe.
template <class Object, class Handle>
class HandleTable {
 public:
  /// `tag` tells the kinds of objects apart: a stream handle is no event handle.
  explicit HandleTable(std::uint8_t tag) : next_((std::uintptr_t{0xA000} + tag) << 48U) {}

  Handle insert(std::shared_ptr<Object> object) {
    const std::unique_lock lock(mutex_);
    next_ += 16;
    objects_.emplace(next_, std::move(object));
    return std::bit_cast<Handle>(next_);
  }

  /// The live object, or null.
  [[nodiscard]] std::shared_ptr<Object> find(Handle handle) const {
    const std::shared_lock lock(mutex_);
    const auto found = objects_.find(std::bit_cast<std::uintptr_t>(handle));
    return found == objects_.end() ? nullptr : found->second;
  }

  /// Takes the object out; null if the handle is not live.
  std::shared_ptr<Object> remove(Handle handle) {
    const std::unique_lock lock(mutex_);
    const auto found = objects_.find(std::bit_cast<std::uintptr_t>(handle));
    if (found == objects_.end()) {
      return nullptr;
    }
    std::shared_ptr<Object> object = std::move(found->second);
    objects_.erase(found);
    return object;
  }

  [[nodiscard]] std::vector<std::shared_ptr<Object>> all() const {
    const std::shared_lock lock(mutex_);
    std::vector<std::shared_ptr<Object>> objects;
    objects.reserve(objects_.size());
    for (const auto& [handle, object] : objects_) {
      objects.push_back(object);
    }
    return objects;
  }

 private:
  mutable std::shared_mutex mutex_;
  std::unordered_map<std::uintptr_t, std::shared_ptr<Object>> objects_;
  std::uintptr_t next_;
};

}  // namespace kgate::emulator
