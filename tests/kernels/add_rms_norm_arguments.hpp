// SPDX-License-Identifier: MIT
// Addresses and strides of add_rms_norm's tensors, for tests that read none of them.
#pragma once

#include <cstdint>

#include "kernels/add_rms_norm/add_rms_norm_contract.hpp"
#include "tests/kernels/argument_rows.hpp"

namespace kgate::add_rms_norm_tests {

// So far apart that the largest launch fits between two of them.
constexpr std::uintptr_t kX = 0x100000000000;
constexpr std::uintptr_t kResidual = 0x200000000000;
constexpr std::uintptr_t kNormed = 0x300000000000;
constexpr std::uintptr_t kNewResidual = 0x400000000000;
constexpr std::uintptr_t kWeight = 0x500000000000;

/// f16 arguments with every tensor in its place, and neither rows, hidden size nor strides.
inline AddRmsNormArguments placed() {
  AddRmsNormArguments arguments{};
  arguments.x = at_address(kX);
  arguments.residual = at_address(kResidual);
  arguments.normed = at_address(kNormed);
  arguments.new_residual = at_address(kNewResidual);
  arguments.weight = at_address(kWeight);
  arguments.eps = 1e-5F;
  arguments.activation = arguments.weight_type = DataType::f16;
  return arguments;
}

inline void set_strides(AddRmsNormArguments& arguments, std::int64_t stride) {
  arguments.x_stride = arguments.residual_stride = stride;
  arguments.normed_stride = arguments.new_residual_stride = stride;
}

}  // namespace kgate::add_rms_norm_tests
