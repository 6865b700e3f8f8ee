// SPDX-License-Identifier: MIT
// The element types kernels, oracles and gates exchange.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

#include "kernels/data_type_codes.hpp"

namespace kgate {

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
