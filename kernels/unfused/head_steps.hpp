// SPDX-License-Identifier: MIT
// Arguments of the unfused kernels over attention heads. The struct's bytes are the kernel's
// argument.
#pragma once

#include <stdint.h>

#include "kernels/head_tensor.hpp"
#include "kernels/qk_norm_rope_append/qk_norm_rope_append_contract.hpp"
#include "kernels/unfused/token_checks.hpp"

namespace kgate::unfused {

/// Heads of each token, read from one tensor and written to another or in place. Steps that need no
/// more: rotate by the angles of `checks.rope`, copy, and multiply by the q scale of the position.
struct HeadStep {
  TokenChecks checks;
  HeadTensor from;
  HeadTensor to;
  int64_t tokens;
  int32_t heads;
  int32_t head_size;
  int32_t workgroups;  ///< along z, for each token
};

/// RMSNorm of each head, in the order of qk_norm_rope_append.md.
struct HeadNormStep {
  HeadStep heads;
  const void* weight;  ///< [head_size]; null: only divided by the root mean square
  float eps;
  float weight_bias;
  DataType weight_type;  ///< f32 or the source's
  QkNormProfile profile;
};

/// Stores heads in the k or the v cache of `heads.checks.cache`; `heads.to` is not used.
struct AppendStep {
  HeadStep heads;
  int64_t first_element;  ///< of each entry's head at which these elements begin
  uint32_t is_v;
};

constexpr int kHeadStepThreads = 64;
constexpr int kHeadNormThreads = 32;
constexpr int kMaxHeadStepWorkgroups = 1024;

}  // namespace kgate::unfused
