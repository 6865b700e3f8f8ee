// SPDX-License-Identifier: MIT
// Arguments of the kernels that apply one function of kernels/device to every element of an array.
#pragma once

/// Threads of a workgroup; the grid has ceil(count / kFunctionProbeThreads) workgroups.
constexpr int kFunctionProbeThreads = 256;

struct FunctionProbeArguments {
  const float* x;
  const int* position;  ///< of sincos; the pair of inverse_frequency
  float* y;
  float* cosine;  ///< of sincos
  int count;
  int rotary_dim;  ///< of inverse_frequency
};
