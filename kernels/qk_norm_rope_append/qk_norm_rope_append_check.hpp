// SPDX-License-Identifier: MIT
// Checks of qk_norm_rope_append's arguments, for the launcher and the oracle; host code only.
#pragma once

#include <array>
#include <cmath>

#include "kernels/qk_norm_rope_append/qk_norm_rope_append_contract.hpp"
#include "kernels/rope_append/rope_append_check.hpp"

namespace kgate {
namespace qk_norm_rope_append_checks {

constexpr std::string_view kKernel = "qk_norm_rope_append";

inline Status check_values(const QkNormRopeAppendArguments& arguments) {
  const RopeAppendArguments& append = arguments.append;
  if (append.head_size > kQkNormMaxHeadSize ||
      (append.v.data != nullptr && append.v_head_size > kQkNormMaxHeadSize)) {
    return invalid_argument("{}: head_size and v_head_size are {} and {}; allowed: 1 to {}",
                            kKernel, append.head_size, append.v_head_size, kQkNormMaxHeadSize);
  }
  if (!std::isfinite(arguments.eps) || arguments.eps < 0.0F) {
    return invalid_argument("{}: eps is {}; allowed: finite, not negative", kKernel, arguments.eps);
  }
  if (arguments.weight_bias != 0.0F && arguments.weight_bias != 1.0F) {
    return invalid_argument("{}: weight_bias is {}; allowed: 0 or 1", kKernel,
                            arguments.weight_bias);
  }
  if (arguments.weight_type != append.activation && arguments.weight_type != DataType::f32) {
    return invalid_argument("{}: weight_type is data type {}; allowed: {}f32", kKernel,
                            static_cast<std::uint32_t>(arguments.weight_type),
                            append.activation == DataType::f16    ? "f16 or "
                            : append.activation == DataType::bf16 ? "bf16 or "
                                                                  : "");
  }
  if (arguments.norm_profile > QkNormProfile::grouped) {
    return invalid_argument("{}: norm_profile is {}; allowed: 0 to 3", kKernel,
                            static_cast<std::uint32_t>(arguments.norm_profile));
  }
  if (arguments.norm_profile >= QkNormProfile::unrounded &&
      append.rope.profile == RopeProfile::native) {
    return invalid_argument(
        "{}: rope.profile is native and norm_profile is {}, which leaves heads in f32; native "
        "products need heads of the activation type: norm_profile 0 (rounded) or 1 (graph)",
        kKernel, static_cast<std::uint32_t>(arguments.norm_profile));
  }
  if (arguments.v_norm > 1) {
    return invalid_argument("{}: v_norm is {}; allowed: 0 or 1", kKernel, arguments.v_norm);
  }
  return {};
}

inline Status check_weight(std::string_view name, const void* weight, const HeadTensor& heads,
                           DataType type) {
  if (heads.data != nullptr) {
    return in_kernel(kKernel, check_pointer(name, weight, type));
  }
  if (weight == nullptr) {
    return {};
  }
  return invalid_argument("{}: {} is set and there are no such heads; it must be null", kKernel,
                          name);
}

}  // namespace qk_norm_rope_append_checks

inline Status check(const QkNormRopeAppendArguments& arguments) {
  namespace checks = qk_norm_rope_append_checks;
  const RopeAppendArguments& append = arguments.append;
  if (append.tokens == 0) {
    return {};
  }
  Status status = rope_append_checks::check_as(append, checks::kKernel, {});
  if (status) {
    status = checks::check_values(arguments);
  }
  if (status) {
    status = checks::check_weight("q_weight", arguments.q_weight, append.q, arguments.weight_type);
  }
  if (status) {
    status = checks::check_weight("k_weight", arguments.k_weight, append.k, arguments.weight_type);
  }
  if (!status) {
    return status;
  }
  const std::array<StridedBytes, 2> weights{
      rope_checks::array_bytes("q_weight", arguments.q_weight, append.head_size,
                               arguments.weight_type),
      rope_checks::array_bytes("k_weight", arguments.k_weight, append.head_size,
                               arguments.weight_type)};
  return rope_append_checks::check_overlap(append, checks::kKernel, weights);
}

}  // namespace kgate
