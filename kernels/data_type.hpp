// SPDX-License-Identifier: MIT
// The element types kernels, oracles and gates exchange.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace kgate {

/// Values are part of the C ABI: never renumber.
enum class DataType : std::uint32_t {
  f32 = 0,
  f16 = 1,
  bf16 = 2,
  f8_e4m3fn = 3,    ///< OCP encoding: largest 448, no infinity
  f8_e4m3fnuz = 4,  ///< largest 240, no infinity, no negative zero
  i32 = 5,
  i64 = 6,
  u8 = 7,
};

struct DataTypeInfo {
  std::string_view name;
  std::size_t size;  ///< bytes
};

inline constexpr std::array<DataTypeInfo, 8> kDataTypes{{{"f32", 4},
                                                         {"f16", 2},
                                                         {"bf16", 2},
                                                         {"f8_e4m3fn", 1},
                                                         {"f8_e4m3fnuz", 1},
                                                         {"i32", 4},
                                                         {"i64", 8},
                                                         {"u8", 1}}};

constexpr std::string_view name(DataType type) {
  return kDataTypes.at(static_cast<std::size_t>(type)).name;
}

constexpr std::size_t size_of(DataType type) {
  return kDataTypes.at(static_cast<std::size_t>(type)).size;
}

}  // namespace kgate
