// SPDX-License-Identifier: MIT
// Reads and writes elements of tensors in host memory as f32 values.
#pragma once

#include <cstdint>

#include "kernels/data_type.hpp"

namespace kgate::oracle {

/// Element `index` of a tensor of f32, f16, bf16 or an f8 type; exact.
[[nodiscard]] float read_element(DataType type, const void* tensor, std::int64_t index);

/// Rounds `value` to the type, to nearest and ties to even, and stores it. Beyond the largest
/// finite number f16 and bf16 become infinity; the f8 types saturate.
void write_element(DataType type, void* tensor, std::int64_t index, float value);

/// `value` after one trip through the type.
[[nodiscard]] float rounded_to(DataType type, float value);

}  // namespace kgate::oracle
