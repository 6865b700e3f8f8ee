// SPDX-License-Identifier: MIT
// The unified formats of typed buffer memory: components, their widths and what their bits mean.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace kgate::emulator {

enum class NumberKind : std::uint8_t { unorm, snorm, uscaled, sscaled, uint, sint, floating };

/// Components X, Y, Z, W from the least significant bit on; a width of 0: no such component. The
/// layout's name lists them from the most significant one, as the documents do.
struct BufferFormat {
  std::string_view layout;
  NumberKind kind = NumberKind::uint;
  std::array<std::uint8_t, 4> bits{};

  [[nodiscard]] constexpr unsigned components() const {
    unsigned count = 0;
    while (count < 4 && bits.at(count) != 0) ++count;
    return count;
  }
  /// Of one element in memory.
  [[nodiscard]] constexpr unsigned bytes() const {
    unsigned sum = 0;
    for (const std::uint8_t width : bits) sum += width;
    return sum / 8;
  }
};

namespace detail {

using Widths = std::array<std::uint8_t, 4>;

constexpr auto make_buffer_formats() {
  constexpr NumberKind kAll[] = {NumberKind::unorm,   NumberKind::snorm, NumberKind::uscaled,
                                 NumberKind::sscaled, NumberKind::uint,  NumberKind::sint,
                                 NumberKind::floating};
  std::array<BufferFormat, 64> formats{};
  unsigned next = 1;  // 0 is the invalid format: an unbound resource
  // All kinds from `first` to `last` that a layout has, in the order of NumberKind.
  const auto add = [&](std::string_view layout, Widths bits, NumberKind first, NumberKind last) {
    for (const NumberKind kind : kAll) {
      if (kind >= first && kind <= last) formats[next++] = {layout, kind, bits};
    }
  };
  using enum NumberKind;
  add("8", {8, 0, 0, 0}, unorm, sint);
  add("16", {16, 0, 0, 0}, unorm, floating);
  add("8_8", {8, 8, 0, 0}, unorm, sint);
  add("32", {32, 0, 0, 0}, uint, floating);
  add("16_16", {16, 16, 0, 0}, unorm, floating);
  add("10_11_11", {11, 11, 10, 0}, floating, floating);
  add("11_11_10", {10, 11, 11, 0}, floating, floating);
  add("10_10_10_2", {2, 10, 10, 10}, unorm, snorm);
  add("10_10_10_2", {2, 10, 10, 10}, uint, sint);
  add("2_10_10_10", {10, 10, 10, 2}, unorm, sint);
  add("8_8_8_8", {8, 8, 8, 8}, unorm, sint);
  add("32_32", {32, 32, 0, 0}, uint, floating);
  add("16_16_16_16", {16, 16, 16, 16}, unorm, floating);
  add("32_32_32", {32, 32, 32, 0}, uint, floating);
  add("32_32_32_32", {32, 32, 32, 32}, uint, floating);
  return formats;
}

}  // namespace detail

/// By the FORMAT field of MTBUF or of a buffer resource; 0 has no components.
inline constexpr std::array<BufferFormat, 64> kBufferFormats = detail::make_buffer_formats();
static_assert(kBufferFormats[63].bits[3] == 32 && kBufferFormats[63].kind == NumberKind::floating);

}  // namespace kgate::emulator
