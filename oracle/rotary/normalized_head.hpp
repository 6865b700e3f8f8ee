// SPDX-License-Identifier: MIT
// RMSNorm of one head, by formula: kernels/qk_norm_rope_append/qk_norm_rope_append.md.
#pragma once

#include <vector>

#include "kernels/qk_norm_rope_append/qk_norm_rope_append_contract.hpp"

namespace kgate::oracle {

/// 1 / sqrt(mean of squares + eps): squares of 16 consecutive elements are added in order by fused
/// multiply-add from +0, these sums by the balanced tree over neighbours.
[[nodiscard]] float inverse_rms(const std::vector<float>& head, float eps);

/// A q or k head normed, rounded where the profile says.
[[nodiscard]] std::vector<float> normed(const QkNormRopeAppendArguments& arguments,
                                        const void* weights, const std::vector<float>& head);

/// The same in binary64 without rounding.
[[nodiscard]] std::vector<double> exactly_normed(const QkNormRopeAppendArguments& arguments,
                                                 const void* weights,
                                                 const std::vector<double>& head);

/// A head divided by its root mean square, without weights.
[[nodiscard]] std::vector<float> normed_without_weights(const std::vector<float>& head, float eps);
[[nodiscard]] std::vector<double> exactly_normed_without_weights(const std::vector<double>& head,
                                                                 float eps);

}  // namespace kgate::oracle
