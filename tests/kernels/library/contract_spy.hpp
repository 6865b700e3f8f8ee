// SPDX-License-Identifier: MIT
// Providers of the host's backend that keep the contract struct they were given.
#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>

#include "kernels/add_rms_norm/add_rms_norm_contract.hpp"
#include "kernels/gated_activation/gated_activation_contract.hpp"
#include "kernels/include/kgate/kgate.h"
#include "kernels/mla_norm_rope/mla_norm_rope_contract.hpp"
#include "kernels/qk_norm_rope_append/qk_norm_rope_append_contract.hpp"
#include "kernels/rope_append/rope_append_contract.hpp"
#include "tests/catch.hpp"

namespace kgate::test {

/// The struct of the last call of a family on cpu:0.
template <class Contract>
Contract& last_contract() {
  static Contract last{};
  return last;
}

/// An address that nobody reads.
inline void* address(std::uintptr_t number) { return reinterpret_cast<void*>(number << 20); }

/// A tensor of up to four dimensions; strides as if `pitch` elements followed the last dimension.
inline kgate_tensor tensor(std::uintptr_t number, std::uint32_t type,
                           std::initializer_list<std::int64_t> shape, std::int64_t pitch = 0) {
  kgate_tensor made{};
  made.data = address(number);
  made.type = type;
  made.dims = static_cast<std::uint32_t>(shape.size());
  std::copy(shape.begin(), shape.end(), made.shape);
  std::int64_t stride = 1;
  for (std::uint32_t i = made.dims; i-- > 0;) {
    made.stride[i] = stride;
    stride = stride * made.shape[i] + (i + 1 == made.dims ? pitch : 0);
  }
  return made;
}

/// The host as a device, whose only providers are the spies.
class HostDevice {
 public:
  HostDevice() { REQUIRE(kgate_device_open("cpu:0", nullptr, &device_) == KGATE_OK); }
  ~HostDevice() { kgate_device_close(device_); }
  HostDevice(const HostDevice&) = delete;
  HostDevice& operator=(const HostDevice&) = delete;
  HostDevice(HostDevice&&) = delete;
  HostDevice& operator=(HostDevice&&) = delete;
  [[nodiscard]] kgate_device* get() const { return device_; }

 private:
  kgate_device* device_ = nullptr;
};

}  // namespace kgate::test
