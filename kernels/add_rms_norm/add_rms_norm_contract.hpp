// SPDX-License-Identifier: MIT
// Arguments of add_rms_norm and what they must satisfy; add_rms_norm.md says what is computed.
#pragma once

#include <stdint.h>

#include "kernels/data_type_codes.hpp"

namespace kgate {

/// Where the result is rounded to the activation type. Values are part of the C ABI.
enum class AddRmsNormProfile : uint32_t {
  f32_sum = 0,     ///< the f32 sum is squared and scaled; normed is rounded once
  stored_sum = 1,  ///< the sum as stored is squared and scaled; normed is rounded once
  graph = 2,       ///< as stored_sum, rounded after the scaling and again after the weight
};

/// One launch over `rows` rows of `hidden` elements. The struct's bytes are the kernel's argument.
/// Row r of a tensor begins r * stride elements after its pointer; a row is contiguous.
struct AddRmsNormArguments {
  const void* x;         ///< [rows, hidden], activation type
  const void* residual;  ///< [rows, hidden], activation type; null: plain rms_norm of x
  const void* weight;    ///< [hidden], weight type
  void* normed;          ///< [rows, hidden], activation type; may be x, with x's stride
  void* new_residual;  ///< [rows, hidden], activation type: x + residual. May be residual, with its
                       ///< stride; null: not stored; must be null without residual
  int64_t rows;
  int64_t x_stride;
  int64_t residual_stride;  ///< ignored without residual
  int64_t normed_stride;
  int64_t new_residual_stride;  ///< ignored without new_residual
  int32_t hidden;
  float eps;             ///< added to the mean of squares
  float weight_bias;     ///< 0, or 1 for weights stored minus one (Gemma)
  DataType activation;   ///< f16, bf16 or f32
  DataType weight_type;  ///< the activation type or f32
  AddRmsNormProfile profile;
};

constexpr int32_t kAddRmsNormMaxHidden = 65536;
constexpr int64_t kAddRmsNormMaxRows = int64_t{1} << 31;

class Status;

/// Refuses arguments the kernel cannot take, naming the field, its value and what is allowed:
/// null or misaligned pointers, sizes and strides out of range, a type pair there is no kernel for,
/// and outputs that overlap another tensor in any way but the exact in-place ones named above.
/// No tensor is read. With zero rows pointers may be anything.
inline Status check(const AddRmsNormArguments& arguments);

}  // namespace kgate

#if !defined(__HIP__) && !defined(__CUDACC__)
#include "kernels/add_rms_norm/add_rms_norm_check.hpp"
#endif
