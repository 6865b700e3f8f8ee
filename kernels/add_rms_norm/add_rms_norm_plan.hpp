// SPDX-License-Identifier: MIT
// What a launch of add_rms_norm works out once, on the host, for all its threads.
//
// A thread that divided, selected and compared for itself would start its loads later than those of
// a short row take.
#pragma once

#include "kernels/add_rms_norm/add_rms_norm_contract.hpp"
#include "kernels/device/row_plan.hpp"

namespace kgate::device {

/// The kernel's argument. Workgroup (x, y) has row y * kRowsPerGridLine + x of `arguments`; every
/// workgroup of the grid has one.
struct AddRmsNormLaunch {
  AddRmsNormArguments arguments;  ///< x stands where there is no residual, normed for new_residual
  uint32_t has_residual;
  uint32_t stores_sum;   ///< whether new_residual is wanted
  int32_t vectors;       ///< row_vectors()
  int32_t threads;       ///< row_threads(): of the workgroup
  float inverse_hidden;  ///< 1 / hidden, rounded once
  float bias;            ///< weight_bias, or -0 for 0: w + 0 would turn a weight of -0 into +0
};

/// Rows of one launch of the packed entries, whose grid has one line: one index less to wait for
/// before the first load. HIP counts a grid's threads in 32 bits, and a row has up to 512.
constexpr int kMaxPackedRows = 1 << 22;

/// The argument of the packed entries: `threads` * (1 or 2) whole vectors a row, one stride for all
/// four tensors. Workgroup x has row x. Only what those read, so that a short launch waits for two
/// lines of it and no more.
struct AddRmsNormPackedLaunch {
  const void* x;
  const void* residual;
  const void* weight;
  void* normed;
  void* new_residual;
  uint32_t row_bytes;  ///< between rows
  int32_t threads;     ///< of the workgroup
  float inverse_hidden;
  float eps;
  float bias;
};

}  // namespace kgate::device
