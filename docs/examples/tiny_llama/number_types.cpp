// SPDX-License-Identifier: MIT
// Encodings of the three activation types.
#include "docs/examples/tiny_llama/number_types.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>

namespace tiny_llama {
namespace {

float from_bf16(std::uint16_t bits) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
}

std::uint16_t to_bf16(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  if (std::isnan(value)) {
    return static_cast<std::uint16_t>(bits >> 16 | 0x40U);
  }
  return static_cast<std::uint16_t>((bits + 0x7fffU + (bits >> 16 & 1U)) >> 16);
}

float from_f16(std::uint16_t bits) {
  const int exponent = bits >> 10 & 0x1f;
  const int fraction = bits & 0x3ff;
  float magnitude = 0;
  if (exponent == 0x1f) {
    magnitude = fraction == 0 ? INFINITY : NAN;
  } else if (exponent == 0) {
    magnitude = std::ldexp(static_cast<float>(fraction), -24);
  } else {
    magnitude = std::ldexp(static_cast<float>(fraction + 0x400), exponent - 25);
  }
  return (bits & 0x8000) != 0 ? -magnitude : magnitude;
}

std::uint16_t to_f16(float value) {
  const std::uint16_t sign = std::signbit(value) ? 0x8000 : 0;
  if (std::isnan(value)) {
    return sign | 0x7e00;
  }
  constexpr float kTooLarge = 65520;  // half way from the largest number to the next
  const float magnitude = std::fabs(value);
  if (magnitude >= kTooLarge) {
    return sign | 0x7c00;
  }
  if (magnitude == 0.0F) {
    return sign;
  }
  // In units of the last place there: 2^-24 below the least normal number.
  int exponent = 0;
  std::frexp(magnitude, &exponent);
  const int place = exponent < -13 ? -24 : exponent - 11;
  const auto units = static_cast<int>(std::nearbyint(std::ldexp(magnitude, -place)));
  const int biased = place + 24;
  // 2^11 units carry into the exponent by themselves.
  const int code = biased == 0 ? units : (biased << 10) + units;
  return static_cast<std::uint16_t>(sign | code);
}

}  // namespace

std::size_t size_of(kgate_type type) { return type == KGATE_F32 ? 4 : 2; }

float load(kgate_type type, const std::byte* from) {
  if (type == KGATE_F32) {
    float value = 0;
    std::memcpy(&value, from, sizeof value);
    return value;
  }
  std::uint16_t bits = 0;
  std::memcpy(&bits, from, sizeof bits);
  return type == KGATE_F16 ? from_f16(bits) : from_bf16(bits);
}

void store(kgate_type type, std::byte* to, float value) {
  if (type == KGATE_F32) {
    std::memcpy(to, &value, sizeof value);
    return;
  }
  const std::uint16_t bits = type == KGATE_F16 ? to_f16(value) : to_bf16(value);
  std::memcpy(to, &bits, sizeof bits);
}

float rounded_to(kgate_type type, float value) {
  std::array<std::byte, sizeof(float)> bytes{};
  store(type, bytes.data(), value);
  return load(type, bytes.data());
}

}  // namespace tiny_llama
