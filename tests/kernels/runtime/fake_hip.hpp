// SPDX-License-Identifier: MIT
// What the fake HIP library is told and what it saw.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>

#include "kernels/runtime/hip_types.hpp"

namespace kgate::hip {

struct FakeHip {
  int device_count = 2;
  Error launch_result = Error::hipSuccess;
  std::atomic<int> modules_loaded = 0;
  std::atomic<int> launches = 0;
  // The last launch.
  Dim3 grid;
  Dim3 block;
  std::uint32_t dynamic_lds = 0;
  StreamHandle stream = nullptr;
  int device = -1;
  bool extra_form = false;
  std::size_t argument_size = 0;
  std::array<std::byte, 1024> arguments{};
};

}  // namespace kgate::hip
