// SPDX-License-Identifier: MIT
// How gated_activation's elements are spread over workgroups; no bit of the result depends on it.
#pragma once

#include <stdint.h>

namespace kgate::device {

constexpr int kActivationThreads = 256;
/// Elements of a thread where a launch has too few for every thread to have a vector: a function of
/// 150 instructions takes longer than reading them one by one.
constexpr int kNarrowElements = 2;
constexpr int64_t kFewElements = 32768;
/// Workgroups along y; each takes every kActivationRowsPerGrid-th row, so that any number of rows
/// fits a grid.
constexpr int kActivationRowsPerGrid = 1024;

}  // namespace kgate::device
