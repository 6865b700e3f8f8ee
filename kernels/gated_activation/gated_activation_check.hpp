// SPDX-License-Identifier: MIT
// Checks of gated_activation's arguments, for the launcher and the oracle; host code only.
#pragma once

#include <bit>
#include <cmath>

#include "kernels/argument_checks.hpp"
#include "kernels/gated_activation/gated_activation_contract.hpp"
#include "kernels/strided_overlap.hpp"

namespace kgate {
namespace gated_activation_checks {

/// Whether a number that is not negative is one of the type's normal numbers, or infinity.
inline bool is_normal_of(DataType type, float value) {
  if (std::isinf(value)) {
    return true;
  }
  const auto bits = std::bit_cast<std::uint32_t>(value);
  if (type == DataType::f16) {
    return (bits & 0x1FFFU) == 0 && value >= 0x1p-14F && value <= 65504.0F;
  }
  return std::isnormal(value) && (type == DataType::f32 || (bits & 0xFFFFU) == 0);
}

inline Status check_values(const GatedActivationArguments& arguments) {
  const DataType type = arguments.type;
  if (type != DataType::f16 && type != DataType::bf16 && type != DataType::f32) {
    return invalid_argument("gated_activation: type is data type {}; allowed: f16, bf16, f32",
                            static_cast<std::uint32_t>(type));
  }
  if (arguments.function > GatedActivationFunction::gelu_tanh) {
    return invalid_argument("gated_activation: function is {}; allowed: 0 to 2",
                            static_cast<std::uint32_t>(arguments.function));
  }
  if (arguments.profile > GatedActivationProfile::f32_activation) {
    return invalid_argument("gated_activation: profile is {}; allowed: 0 or 1",
                            static_cast<std::uint32_t>(arguments.profile));
  }
  if (arguments.intermediate < 1 || arguments.intermediate > kGatedActivationMaxIntermediate) {
    return invalid_argument("gated_activation: intermediate is {}; allowed: 1 to {}",
                            arguments.intermediate, kGatedActivationMaxIntermediate);
  }
  if (arguments.rows < 0) {
    return invalid_argument("gated_activation: rows is {}; allowed: 0 or more", arguments.rows);
  }
  // Engines round a limit such as 7.1 to bf16 in one of their code paths and not in the other.
  if (std::signbit(arguments.limit) || !is_normal_of(type, arguments.limit)) {
    return invalid_argument(
        "gated_activation: limit is {}; allowed: a positive normal number of {}, or infinity for "
        "no "
        "clamp",
        arguments.limit, name(type));
  }
  const bool is_silu = arguments.function == GatedActivationFunction::silu;
  if (!(arguments.alpha >= (is_silu ? 0x1p-10F : 1.0F)) ||
      !(arguments.alpha <= (is_silu ? 0x1p+10F : 1.0F))) {
    return invalid_argument(
        "gated_activation: alpha is {}; allowed: 1, or with silu from 1/1024 to 1024",
        arguments.alpha);
  }
  if (!std::isfinite(arguments.up_bias)) {
    return invalid_argument("gated_activation: up_bias is {}; allowed: any finite number",
                            arguments.up_bias);
  }
  return {};
}

inline StridedBytes tensor(std::string_view name, const void* pointer, std::int64_t stride,
                           const GatedActivationArguments& arguments) {
  const auto size = static_cast<std::int64_t>(size_of(arguments.type));
  return {.name = name,
          .address = reinterpret_cast<std::uintptr_t>(pointer),
          .run = arguments.intermediate * size,
          .dimensions = {{{arguments.rows, stride * size}}}};
}

inline Status check_tensor(std::string_view name, std::string_view stride_name, const void* pointer,
                           std::int64_t stride, const GatedActivationArguments& arguments) {
  Status status =
      check_stride(stride_name, stride, arguments.intermediate, arguments.rows, arguments.type);
  if (status && arguments.rows > 0) {
    status = check_pointer(name, pointer, arguments.type);
  }
  return status;
}

inline Status check_overlap(const GatedActivationArguments& arguments) {
  const StridedBytes out = tensor("out", arguments.out, arguments.out_stride, arguments);
  const StridedBytes inputs[] = {tensor("gate", arguments.gate, arguments.gate_stride, arguments),
                                 tensor("up", arguments.up, arguments.up_stride, arguments)};
  for (const StridedBytes& input : inputs) {
    if (overlap(out, input) && !exactly_in_place(out, input)) {
      return invalid_argument(
          "gated_activation: out at {:#x} overlaps {} at {:#x}; allowed: no overlap, or the same "
          "address and stride",
          out.address, input.name, input.address);
    }
  }
  return {};
}

}  // namespace gated_activation_checks

inline Status check(const GatedActivationArguments& arguments) {
  namespace checks = gated_activation_checks;
  Status status = checks::check_values(arguments);
  if (status) {
    status = checks::check_tensor("gated_activation: gate", "gated_activation: gate_stride",
                                  arguments.gate, arguments.gate_stride, arguments);
  }
  if (status) {
    status = checks::check_tensor("gated_activation: up", "gated_activation: up_stride",
                                  arguments.up, arguments.up_stride, arguments);
  }
  if (status) {
    status = checks::check_tensor("gated_activation: out", "gated_activation: out_stride",
                                  arguments.out, arguments.out_stride, arguments);
  }
  if (status && arguments.rows > 0) {
    status = checks::check_overlap(arguments);
  }
  return status;
}

}  // namespace kgate
