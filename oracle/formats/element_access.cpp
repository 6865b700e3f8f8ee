// SPDX-License-Identifier: MIT
// Element access by byte copies, so that no alignment is assumed.
#include "oracle/formats/element_access.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstring>

#include "oracle/formats/small_float.hpp"

namespace kgate::oracle {
namespace {

const SmallFloat& small_float(DataType type) {
  switch (type) {
    case DataType::f16:
      return kF16;
    case DataType::bf16:
      return kBf16;
    case DataType::f8_e4m3fn:
      return kF8E4m3fn;
    default:
      return kF8E4m3fnuz;
  }
}

std::uint32_t code_of(DataType type, float value) {
  if (type == DataType::f32) {
    return std::bit_cast<std::uint32_t>(value);
  }
  const bool saturates = size_of(type) == 1;
  return encode(small_float(type), static_cast<double>(value),
                saturates ? Overflow::saturate : Overflow::to_special);
}

float value_of(DataType type, std::uint32_t code) {
  if (type == DataType::f32) {
    return std::bit_cast<float>(code);
  }
  return static_cast<float>(decode(small_float(type), code));
}

}  // namespace

float read_element(DataType type, const void* tensor, std::int64_t index) {
  const auto size = static_cast<std::int64_t>(size_of(type));
  std::array<std::uint8_t, 4> bytes{};
  std::memcpy(bytes.data(), static_cast<const std::byte*>(tensor) + index * size, size_of(type));
  // Tensors are little-endian, as on the device.
  const std::uint32_t code = bytes[0] | static_cast<std::uint32_t>(bytes[1]) << 8U |
                             static_cast<std::uint32_t>(bytes[2]) << 16U |
                             static_cast<std::uint32_t>(bytes[3]) << 24U;
  return value_of(type, code);
}

void write_element(DataType type, void* tensor, std::int64_t index, float value) {
  const auto size = static_cast<std::int64_t>(size_of(type));
  const std::uint32_t code = code_of(type, value);
  const std::array<std::uint8_t, 4> bytes{
      static_cast<std::uint8_t>(code), static_cast<std::uint8_t>(code >> 8U),
      static_cast<std::uint8_t>(code >> 16U), static_cast<std::uint8_t>(code >> 24U)};
  std::memcpy(static_cast<std::byte*>(tensor) + index * size, bytes.data(), size_of(type));
}

float rounded_to(DataType type, float value) { return value_of(type, code_of(type, value)); }

}  // namespace kgate::oracle
