// SPDX-License-Identifier: MIT
// Arguments of qk_norm_rope_append and what they must satisfy; qk_norm_rope_append.md says what is
// computed.
#pragma once

#include <stdint.h>

#include "kernels/rope_append/rope_append_contract.hpp"

namespace kgate {

/// Where the normed head is rounded to the activation type T before it is rotated. Values are part
/// of the C ABI.
enum class QkNormProfile : uint32_t {
  rounded = 0,    ///< T(x * inv * weight)
  graph = 1,      ///< T(T(x * inv) * T(weight))
  unrounded = 2,  ///< x * inv * weight, in f32
  grouped = 3,    ///< x * (inv * weight), in f32
};

/// rope_append with an RMSNorm of each head of q and k, and if wanted of v, before it.
struct QkNormRopeAppendArguments {
  RopeAppendArguments append;
  const void* q_weight;  ///< [head_size], weight type; there with q
  const void* k_weight;  ///< [head_size], weight type; there with k
  float eps;             ///< added to the mean of squares
  float weight_bias;     ///< 0, or 1 for weights stored minus one (Gemma)
  DataType weight_type;  ///< the activation type or f32
  QkNormProfile norm_profile;
  uint32_t v_norm;  ///< 1: v is normed too, without weights and rounded once (Gemma 4); 0: copied
};

constexpr int32_t kQkNormMaxHeadSize = 512;

/// Refuses what check(RopeAppendArguments) refuses, heads of more than kQkNormMaxHeadSize elements,
/// missing or misaligned weights, weights that overlap an output, types there is no kernel for, and
/// the native rope profile over a head that was not rounded.
Status check(const QkNormRopeAppendArguments& arguments);

}  // namespace kgate

#if !defined(__HIP__) && !defined(__CUDACC__)
#include "kernels/qk_norm_rope_append/qk_norm_rope_append_check.hpp"
#endif
