// SPDX-License-Identifier: MIT
// What oracle/<stem>.cpp exports: the plainest host code that gives a kernel family's bits.
//
// An oracle is one value `const Oracle <stem>` in namespace kgate::oracle; the build collects them
// from the folder listing. No HIP header and no device header is reachable from here.
#pragma once

#include <any>
#include <span>
#include <string_view>
#include <vector>

#include "kernels/data_type.hpp"
#include "kernels/status.hpp"

namespace kgate::oracle {

/// True values of consecutive stored elements, in binary64 or rounded to it from a wider format.
struct TruthRun {
  std::string_view tensor;      ///< name of the output, for reports
  const void* first = nullptr;  ///< host address of the first stored element
  DataType type = DataType::f32;
  std::vector<double> values;
  /// Empty, or for each value the size of the terms whose sum it is: where they cancel, ulps are
  /// those of this number and not of the smaller value.
  std::vector<double> magnitudes = {};
};

struct Oracle {
  std::string_view name;  ///< the family's stem
  /// Checks the contract, then writes every output byte the kernel would write and no other.
  /// `arguments` holds the family's contract struct with host pointers; in place is allowed where
  /// the contract allows it.
  Status (*evaluate)(const std::any& arguments);
  /// The mathematical result of the same arguments, computed from the *inputs*: call it before
  /// `evaluate` when a launch is in place. Elements the launch must not write are not listed.
  std::vector<TruthRun> (*truth)(const std::any& arguments);
};

/// All oracles, in name order; generated from the folder listing.
[[nodiscard]] std::span<const Oracle* const> oracles();

}  // namespace kgate::oracle
