// SPDX-License-Identifier: MIT
// bfloat16: the upper half of an f32.
#pragma once

#include "gates/emulator/lanes/half.hpp"

namespace kgate::emulator::KGATE_EMULATOR_VARIANT {

/// Exact. The low 16 bits of `value` count.
[[gnu::always_inline]] inline f32 widen_brain(u32 value) { return to_f32(value << 16U); }

/// Round to nearest even; NaNs become quiet. In the low 16 bits.
[[gnu::always_inline]] inline u32 narrow_brain(f32 value) {
  const u32 word = bits(value);
  if (is_nan(value)) return (word >> 16U) | 0x40U;
  return (word + 0x7FFFU + ((word >> 16U) & 1U)) >> 16U;
}

}  // namespace kgate::emulator::KGATE_EMULATOR_VARIANT
