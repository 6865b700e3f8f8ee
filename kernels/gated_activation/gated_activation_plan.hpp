// SPDX-License-Identifier: MIT
// How gated_activation's elements are spread over workgroups; no bit of the result depends on it.
#pragma once

namespace kgate::device {

constexpr int kActivationThreads = 256;
/// Workgroups along y; each takes every kActivationRowsPerGrid-th row, so that any number of rows
/// fits a grid.
constexpr int kActivationRowsPerGrid = 1024;

}  // namespace kgate::device
