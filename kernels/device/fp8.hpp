// SPDX-License-Identifier: MIT
// The two e4m3 encodings: one rounding to nearest, ties to even; beyond the largest number, that.
#pragma once

#include "kernels/device/hip.hpp"

namespace kgate::device {

/// OCP e4m3fn (bias 7, largest 448), or with `fnuz` the encoding with bias 8, largest 240 and no
/// minus zero: the same bits there mean half the value.
KGATE_DEVICE uint8_t encode_e4m3(float value, bool fnuz) {
  const uint32_t bits = bits_of(value);
  const uint32_t sign = bits >> 24 & 0x80u;
  uint32_t magnitude = bits & 0x7fffffffu;
  if (magnitude > 0x7f800000u) {
    return fnuz ? 0x80u : 0x7fu;
  }
  const uint32_t largest = fnuz ? 0x43700000u : 0x43e00000u;
  magnitude = magnitude < largest ? magnitude : largest;
  const int bias = fnuz ? 8 : 7;
  const uint32_t least_normal = static_cast<uint32_t>(127 + 1 - bias) << 23;
  uint32_t code;
  if (magnitude < least_normal) {
    // At this power of two f32 is spaced as the format's denormals are: the addition rounds.
    const uint32_t spaced = static_cast<uint32_t>(127 + 23 - 2 - bias) << 23;
    code = bits_of(float_of(magnitude) + float_of(spaced)) - spaced;
  } else {
    // 0x7ffff plus the last kept bit carries exactly when nearest-even rounds up.
    const uint32_t rounded = magnitude + 0x7ffffu + ((magnitude >> 20) & 1u);
    code = (rounded >> 20) - static_cast<uint32_t>(127 - bias) * 8;
  }
  return static_cast<uint8_t>(fnuz && code == 0 ? 0 : code | sign);
}

}  // namespace kgate::device
