// SPDX-License-Identifier: MIT
// Checks of add_rms_norm's arguments, for the launcher and the oracle; host code only.
#pragma once

#include <cmath>

#include "kernels/add_rms_norm/add_rms_norm_contract.hpp"
#include "kernels/argument_checks.hpp"
#include "kernels/strided_overlap.hpp"

namespace kgate {
namespace add_rms_norm_checks {

inline Status check_values(const AddRmsNormArguments& arguments) {
  const DataType type = arguments.activation;
  if (type != DataType::f16 && type != DataType::bf16 && type != DataType::f32) {
    return invalid_argument("add_rms_norm: activation is data type {}; allowed: f16, bf16, f32",
                            static_cast<std::uint32_t>(type));
  }
  if (arguments.weight_type != type && arguments.weight_type != DataType::f32) {
    return invalid_argument("add_rms_norm: weight_type is data type {}; allowed with {}: {} or f32",
                            static_cast<std::uint32_t>(arguments.weight_type), name(type),
                            name(type));
  }
  if (arguments.profile > AddRmsNormProfile::graph) {
    return invalid_argument("add_rms_norm: profile is {}; allowed: 0 to 2",
                            static_cast<std::uint32_t>(arguments.profile));
  }
  if (arguments.hidden < 1 || arguments.hidden > kAddRmsNormMaxHidden) {
    return invalid_argument("add_rms_norm: hidden is {}; allowed: 1 to {}", arguments.hidden,
                            kAddRmsNormMaxHidden);
  }
  if (arguments.rows < 0 || arguments.rows > kAddRmsNormMaxRows) {
    return invalid_argument("add_rms_norm: rows is {}; allowed: 0 to {}", arguments.rows,
                            kAddRmsNormMaxRows);
  }
  if (!std::isfinite(arguments.eps) || arguments.eps < 0.0F) {
    return invalid_argument("add_rms_norm: eps is {}; allowed: finite, not negative",
                            arguments.eps);
  }
  if (arguments.weight_bias != 0.0F && arguments.weight_bias != 1.0F) {
    return invalid_argument("add_rms_norm: weight_bias is {}; allowed: 0 or 1",
                            arguments.weight_bias);
  }
  if (arguments.residual == nullptr && arguments.new_residual != nullptr) {
    return invalid_argument(
        "add_rms_norm: new_residual is set and residual is null; set both, or "
        "neither for plain rms_norm");
  }
  return {};
}

inline StridedBytes tensor(std::string_view name, const void* pointer, std::int64_t stride,
                           const AddRmsNormArguments& arguments) {
  const auto size = static_cast<std::int64_t>(size_of(arguments.activation));
  return {.name = name,
          .address = reinterpret_cast<std::uintptr_t>(pointer),
          .run = pointer == nullptr ? 0 : arguments.hidden * size,
          .dimensions = {{{arguments.rows, stride * size}}}};
}

inline Status check_tensor(std::string_view name, std::string_view stride_name, const void* pointer,
                           std::int64_t stride, const AddRmsNormArguments& arguments) {
  Status status =
      check_stride(stride_name, stride, arguments.hidden, arguments.rows, arguments.activation);
  if (status && arguments.rows > 0) {
    status = check_pointer(name, pointer, arguments.activation);
  }
  return status;
}

inline Status check_tensors(const AddRmsNormArguments& arguments) {
  Status status = check_tensor("add_rms_norm: x", "add_rms_norm: x_stride", arguments.x,
                               arguments.x_stride, arguments);
  if (status && arguments.residual != nullptr) {
    status = check_tensor("add_rms_norm: residual", "add_rms_norm: residual_stride",
                          arguments.residual, arguments.residual_stride, arguments);
  }
  if (status) {
    status = check_tensor("add_rms_norm: normed", "add_rms_norm: normed_stride", arguments.normed,
                          arguments.normed_stride, arguments);
  }
  if (status && arguments.new_residual != nullptr) {
    status = check_tensor("add_rms_norm: new_residual", "add_rms_norm: new_residual_stride",
                          arguments.new_residual, arguments.new_residual_stride, arguments);
  }
  if (status && arguments.rows > 0) {
    status = check_pointer("add_rms_norm: weight", arguments.weight, arguments.weight_type);
  }
  return status;
}

inline Status check_overlap(const AddRmsNormArguments& arguments) {
  const StridedBytes x = tensor("x", arguments.x, arguments.x_stride, arguments);
  const StridedBytes residual =
      tensor("residual", arguments.residual, arguments.residual_stride, arguments);
  const StridedBytes normed =
      tensor("normed", arguments.normed, arguments.normed_stride, arguments);
  const StridedBytes new_residual =
      tensor("new_residual", arguments.new_residual, arguments.new_residual_stride, arguments);
  const StridedBytes weight{
      .name = "weight",
      .address = reinterpret_cast<std::uintptr_t>(arguments.weight),
      .run = arguments.hidden * static_cast<std::int64_t>(size_of(arguments.weight_type)),
      .dimensions = {}};
  struct Pair {
    const StridedBytes& output;
    const StridedBytes& other;
    bool in_place;  ///< may be the same tensor
  };
  const Pair pairs[] = {{normed, x, true},
                        {normed, residual, false},
                        {normed, weight, false},
                        {normed, new_residual, false},
                        {new_residual, residual, true},
                        {new_residual, x, false},
                        {new_residual, weight, false}};
  for (const Pair& pair : pairs) {
    if (!overlap(pair.output, pair.other) ||
        (pair.in_place && exactly_in_place(pair.output, pair.other))) {
      continue;
    }
    return invalid_argument("add_rms_norm: {} at {:#x} overlaps {} at {:#x}; allowed: no overlap{}",
                            pair.output.name, pair.output.address, pair.other.name,
                            pair.other.address,
                            pair.in_place ? ", or the same address and stride" : "");
  }
  return {};
}

}  // namespace add_rms_norm_checks

inline Status check(const AddRmsNormArguments& arguments) {
  Status status = add_rms_norm_checks::check_values(arguments);
  if (status) {
    status = add_rms_norm_checks::check_tensors(arguments);
  }
  if (status && arguments.rows > 0) {
    status = add_rms_norm_checks::check_overlap(arguments);
  }
  return status;
}

}  // namespace kgate
