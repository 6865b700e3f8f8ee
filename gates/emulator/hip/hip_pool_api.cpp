// SPDX-License-Identifier: MIT
// Entry points: memory pools. Memory of a pool is released when it is freed, so that using it
// afterwards is found out: a pool keeps nothing for later.
#include <map>

#include "gates/emulator/hip/hip_exports.hpp"
#include "gates/emulator/hip/hip_runtime.hpp"
#include "gates/emulator/hip/hip_thread.hpp"

namespace kgate::hip {

// Defined with the other allocations.
KGATE_EXPORT Error hipMallocAsync(void** pointer, std::size_t size, StreamHandle stream);

namespace {

using emulator::entry;
using emulator::Runtime;

using PoolHandle = struct PoolObject*;

/// hipMemPoolAttr.
enum class PoolAttribute : std::uint32_t {
  reuse_follow_event_dependencies = 1,
  reuse_allow_internal_dependencies = 3,
  release_threshold = 4,
  reserved_current = 5,
  used_high = 8,
};

struct Pool {
  int device = 0;
  std::map<std::uint32_t, std::uint64_t> attributes;  ///< those that were set
};

struct Pools {
  emulator::HandleTable<Pool, PoolHandle> table{8};
  std::mutex mutex;
  std::vector<PoolHandle> initial;  ///< by device
  std::vector<PoolHandle> current;
};

Pools& pools() {
  static Pools& all = []() -> Pools& {
    auto& made = *new Pools;
    for (const auto& device : Runtime::get().devices) {
      made.initial.push_back(made.table.insert(std::make_shared<Pool>(Pool{device->number(), {}})));
    }
    made.current = made.initial;
    return made;
  }();
  return all;
}

Error not_a_pool() {
  return emulator::fail(Error::hipErrorInvalidValue, "the handle is not a live memory pool");
}

Error pool_of(PoolHandle* pool, int device, std::vector<PoolHandle> Pools::* which) {
  return entry([&] {
    Pools& all = pools();
    if (pool == nullptr) {
      return Error::hipErrorInvalidValue;
    }
    if (device < 0 || static_cast<std::size_t>(device) >= all.initial.size()) {
      return emulator::fail(Error::hipErrorInvalidDevice, "there is no device {}", device);
    }
    const std::scoped_lock lock(all.mutex);
    *pool = (all.*which)[static_cast<std::size_t>(device)];
    return Error::hipSuccess;
  });
}

template <class Body>
Error with_pool(PoolHandle handle, Body body) {
  return entry([&] {
    const std::shared_ptr<Pool> pool = pools().table.find(handle);
    return pool == nullptr ? not_a_pool() : body(*pool);
  });
}

/// The first three attributes are ints, the others 64 bits wide.
bool is_int(std::uint32_t attribute) {
  return attribute <= static_cast<std::uint32_t>(PoolAttribute::reuse_allow_internal_dependencies);
}

bool is_known(std::uint32_t attribute) {
  return attribute >= static_cast<std::uint32_t>(PoolAttribute::reuse_follow_event_dependencies) &&
         attribute <= static_cast<std::uint32_t>(PoolAttribute::used_high);
}

}  // namespace

KGATE_EXPORT Error hipDeviceGetDefaultMemPool(PoolHandle* pool, int device) {
  return pool_of(pool, device, &Pools::initial);
}

KGATE_EXPORT Error hipDeviceGetMemPool(PoolHandle* pool, int device) {
  return pool_of(pool, device, &Pools::current);
}

KGATE_EXPORT Error hipDeviceSetMemPool(int device, PoolHandle pool) {
  return with_pool(pool, [&](const Pool& found) {
    if (found.device != device) {
      return emulator::fail(Error::hipErrorInvalidDevice, "the pool belongs to device {}",
                            found.device);
    }
    Pools& all = pools();
    const std::scoped_lock lock(all.mutex);
    all.current[static_cast<std::size_t>(device)] = pool;
    return Error::hipSuccess;
  });
}

/// The properties are not looked at: a pool is for the current device.
KGATE_EXPORT Error hipMemPoolCreate(PoolHandle* pool, const void* properties) {
  return entry([&] {
    if (pool == nullptr || properties == nullptr) {
      return Error::hipErrorInvalidValue;
    }
    *pool = pools().table.insert(std::make_shared<Pool>(Pool{emulator::thread_state().device, {}}));
    return Error::hipSuccess;
  });
}

KGATE_EXPORT Error hipMemPoolDestroy(PoolHandle pool) {
  return with_pool(pool, [&](const Pool& found) {
    Pools& all = pools();
    const std::scoped_lock lock(all.mutex);
    const auto device = static_cast<std::size_t>(found.device);
    if (all.initial[device] == pool) {
      return emulator::fail(Error::hipErrorInvalidValue, "a device's own pool stays");
    }
    if (all.current[device] == pool) {
      all.current[device] = all.initial[device];
    }
    all.table.remove(pool);
    return Error::hipSuccess;
  });
}

KGATE_EXPORT Error hipMemPoolTrimTo(PoolHandle pool, std::size_t /*bytes_to_keep*/) {
  return with_pool(pool, [](const Pool& /*pool*/) { return Error::hipSuccess; });
}

KGATE_EXPORT Error hipMemPoolSetAttribute(PoolHandle pool, std::uint32_t attribute, void* value) {
  return with_pool(pool, [&](Pool& found) {
    const bool counter = attribute >= static_cast<std::uint32_t>(PoolAttribute::reserved_current);
    if (value == nullptr || !is_known(attribute)) {
      return Error::hipErrorInvalidValue;
    }
    std::uint64_t kept = 0;
    std::memcpy(&kept, value, is_int(attribute) ? sizeof(int) : sizeof(kept));
    // Counters may only be set back to zero; nothing is counted.
    if (counter && kept != 0) {
      return Error::hipErrorInvalidValue;
    }
    const std::scoped_lock lock(pools().mutex);
    found.attributes[attribute] = kept;
    return Error::hipSuccess;
  });
}

KGATE_EXPORT Error hipMemPoolGetAttribute(PoolHandle pool, std::uint32_t attribute, void* value) {
  return with_pool(pool, [&](Pool& found) {
    if (value == nullptr || !is_known(attribute)) {
      return Error::hipErrorInvalidValue;
    }
    const std::scoped_lock lock(pools().mutex);
    const auto set = found.attributes.find(attribute);
    // Reuse is on unless switched off; thresholds and counters begin at 0.
    const std::uint64_t initial = is_int(attribute) ? 1 : 0;
    const std::uint64_t kept = set == found.attributes.end() ? initial : set->second;
    std::memcpy(value, &kept, is_int(attribute) ? sizeof(int) : sizeof(kept));
    return Error::hipSuccess;
  });
}

KGATE_EXPORT Error hipMallocFromPoolAsync(void** pointer, std::size_t size, PoolHandle pool,
                                          StreamHandle stream) {
  if (pools().table.find(pool) == nullptr) {
    return entry([] { return not_a_pool(); });
  }
  return hipMallocAsync(pointer, size, stream);
}

}  // namespace kgate::hip
