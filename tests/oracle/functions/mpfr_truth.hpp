// SPDX-License-Identifier: MIT
// True values of the functions by MPFR, and how far an f32 is from one.
#pragma once

#include <mpfr.h>

#include "kernels/data_type.hpp"

namespace kgate::tests {

/// A number of MPFR with a precision far beyond what f32 can tell apart.
class Real {
 public:
  explicit Real(double value = 0) {
    mpfr_init2(number_, kBits);
    mpfr_set_d(number_, value, MPFR_RNDN);
  }
  Real(const Real& other) : Real() { mpfr_set(number_, other.number_, MPFR_RNDN); }
  Real& operator=(const Real& other) {
    mpfr_set(number_, other.number_, MPFR_RNDN);
    return *this;
  }
  ~Real() { mpfr_clear(number_); }

  [[nodiscard]] mpfr_ptr get() { return number_; }
  [[nodiscard]] mpfr_srcptr get() const { return number_; }
  [[nodiscard]] double as_double() const { return mpfr_get_d(number_, MPFR_RNDN); }

 private:
  static constexpr mpfr_prec_t kBits = 160;
  mpfr_t number_;
};

/// `real` rounded once to f32, f16 or bf16, ties to even, denormals and infinities included.
[[nodiscard]] float rounded_to(DataType type, const Real& real);

/// |value - real| in units of the last place of an f32 of real's size; of 2^-149 below 2^-126.
[[nodiscard]] double ulps_from(const Real& real, float value);
[[nodiscard]] double ulps_from(const Real& real, double value);

[[nodiscard]] Real true_exp(float x);
/// x / (1 + e^(-slope * x)); silu is the slope 1.
[[nodiscard]] Real true_swish(float x, float slope);
/// x / 2 * (1 + erf(x / sqrt 2)).
[[nodiscard]] Real true_gelu_erf(float x);
/// x / 2 * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 x^3))).
[[nodiscard]] Real true_gelu_tanh(float x);
[[nodiscard]] Real true_erf(float x);
[[nodiscard]] Real true_tanh(float x);

struct RealSinCos {
  Real sine;
  Real cosine;
};
/// Of position * inverse_frequency, |position| < 2^24.
[[nodiscard]] RealSinCos true_sincos(int position, float inverse_frequency);

/// base^(-2 pair / rotary_dim).
[[nodiscard]] Real true_inverse_frequency(float base, int pair, int rotary_dim);

}  // namespace kgate::tests
