// SPDX-License-Identifier: MIT
// The wave's MODE register: rounding, denormals, NaN handling.
#pragma once

#include <cstdint>

namespace kgate::emulator {

enum class Rounding : std::uint8_t { nearest_even = 0, up = 1, down = 2, toward_zero = 3 };

struct Mode {
  /// What clang's descriptors set: RNE twice, denormals kept, DX10_CLAMP, IEEE.
  static constexpr std::uint32_t kDefault = 0x3F0;

  std::uint32_t bits = kDefault;

  [[nodiscard]] Rounding round_f32() const { return static_cast<Rounding>(bits & 3U); }
  [[nodiscard]] Rounding round_f16_f64() const { return static_cast<Rounding>((bits >> 2U) & 3U); }
  [[nodiscard]] bool keep_input_f32() const { return (bits & 0x10U) != 0; }
  [[nodiscard]] bool keep_output_f32() const { return (bits & 0x20U) != 0; }
  [[nodiscard]] bool keep_input_f16_f64() const { return (bits & 0x40U) != 0; }
  [[nodiscard]] bool keep_output_f16_f64() const { return (bits & 0x80U) != 0; }
  [[nodiscard]] bool dx10_clamp() const { return (bits & 0x100U) != 0; }
  [[nodiscard]] bool ieee() const { return (bits & 0x200U) != 0; }
  [[nodiscard]] bool f16_overflow() const { return (bits & 0x800000U) != 0; }
  /// True if results are what kDefault gives; exception enables (bits 21:12) do not matter.
  [[nodiscard]] bool is_default() const { return (bits & 0x8003FFU) == kDefault; }
};

}  // namespace kgate::emulator
