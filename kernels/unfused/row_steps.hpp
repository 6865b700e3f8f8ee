// SPDX-License-Identifier: MIT
// Arguments of the unfused kernels over rows of elements. The struct's bytes are the kernel's
// argument.
#pragma once

#include <stdint.h>

#include "kernels/gated_activation/gated_activation_contract.hpp"
#include "kernels/unfused/token_checks.hpp"

namespace kgate::unfused {

/// Rows that are read: row r begins r * stride elements after data, and is contiguous.
struct SourceRows {
  const void* data;
  int64_t stride;
};

/// Rows that are written. They may be a source's, with its stride.
struct TargetRows {
  void* data;
  int64_t stride;
};

/// sum = x + residual, rounded to the sum's type.
struct AddStep {
  SourceRows x;
  SourceRows residual;
  TargetRows sum;
  int64_t rows;
  int32_t columns;
};

/// to = from, an f32 tensor rounded to the target's type.
struct RoundStep {
  SourceRows from;
  TargetRows to;
  int64_t rows;
  int32_t columns;
};

/// RMSNorm of each row, in the order of add_rms_norm.md for rows of the target's type.
struct RmsNormStep {
  TokenChecks checks;  ///< of the tokens that the rows are; all null where they are none
  SourceRows from;
  const void* weight;  ///< [columns]
  TargetRows to;
  int64_t rows;
  int32_t columns;
  float eps;
  float weight_bias;
  DataType weight_type;    ///< f32 or the target's
  uint32_t rounds_scaled;  ///< 1: the scaled value and the gain are rounded to the target's type
};

/// activated = f(min(gate, limit)), rounded to the target's type.
struct ActivationStep {
  SourceRows gate;
  TargetRows activated;
  int64_t rows;
  int32_t columns;
  float limit;
  float alpha;
  GatedActivationFunction function;
};

/// out = activated * (clamp(up) + up_bias), rounded to the target's type.
struct MultiplyStep {
  SourceRows activated;
  SourceRows up;
  TargetRows out;
  int64_t rows;
  int32_t columns;
  float limit;
  float up_bias;
};

constexpr int kElementThreads = 256;
/// Workgroups along y of an element-wise step; each takes every kElementRowsPerGrid-th row.
constexpr int kElementRowsPerGrid = 1024;

}  // namespace kgate::unfused
