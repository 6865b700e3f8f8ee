// SPDX-License-Identifier: MIT
// The activations as real functions, correctly rounded, by multiple-precision arithmetic (MPFR).
#pragma once

#include <unordered_map>

#include "kernels/data_type.hpp"
#include "kernels/gated_activation/gated_activation_contract.hpp"

namespace kgate::oracle {

/// One activation, rounded to one type: nearest, ties to even, in one step. NaN gives NaN, infinity
/// the limit. Remembers what it has computed: there are few f16 and bf16 numbers.
class TrueActivation {
 public:
  TrueActivation(GatedActivationFunction function, float alpha, DataType stored);

  /// The value at `gate`.
  double operator()(float gate);

 private:
  [[nodiscard]] double compute(float gate) const;

  GatedActivationFunction function_;
  float alpha_;
  DataType stored_;
  std::unordered_map<float, double> known_;
};

}  // namespace kgate::oracle
