// SPDX-License-Identifier: MIT
// The codes of element types, alone, for device code and C structs.
#pragma once

#include <stdint.h>

namespace kgate {

/// Values are part of the C ABI: never renumber.
enum class DataType : uint32_t {
  f32 = 0,
  f16 = 1,
  bf16 = 2,
  f8_e4m3fn = 3,    ///< OCP encoding: largest 448, no infinity
  f8_e4m3fnuz = 4,  ///< largest 240, no infinity, no negative zero
  i32 = 5,
  i64 = 6,
  u8 = 7,
};

}  // namespace kgate
