// SPDX-License-Identifier: MIT
// Each true value straight from its formula; 160 bits leave more than 100 after any cancellation.
#include "tests/oracle/functions/mpfr_truth.hpp"

#include <algorithm>
#include <cmath>

namespace kgate::tests {
namespace {

struct Shape {
  mpfr_prec_t precision;
  mpfr_exp_t least;  ///< exponent of the least denormal, MPFR's significands being below 1
  mpfr_exp_t largest;
};

Shape shape_of(DataType type) {
  if (type == DataType::f16) {
    return {11, -23, 16};
  }
  return {type == DataType::bf16 ? 8 : 24, type == DataType::bf16 ? -132 : -148, 128};
}

}  // namespace

float rounded_to(DataType type, const Real& real) {
  const Shape shape = shape_of(type);
  const mpfr_exp_t least = mpfr_get_emin();
  const mpfr_exp_t largest = mpfr_get_emax();
  mpfr_t narrow;
  mpfr_init2(narrow, shape.precision);
  mpfr_set_emin(shape.least);
  mpfr_set_emax(shape.largest);
  int ternary = mpfr_set(narrow, real.get(), MPFR_RNDN);
  ternary = mpfr_check_range(narrow, ternary, MPFR_RNDN);
  mpfr_subnormalize(narrow, ternary, MPFR_RNDN);
  const float result = mpfr_get_flt(narrow, MPFR_RNDN);
  mpfr_set_emin(least);
  mpfr_set_emax(largest);
  mpfr_clear(narrow);
  return result;
}

double ulps_from(const Real& real, float value) {
  return ulps_from(real, static_cast<double>(value));
}

double ulps_from(const Real& real, double value) {
  if (mpfr_zero_p(real.get()) != 0) {
    return value == 0 ? 0 : HUGE_VAL;
  }
  const mpfr_exp_t last_place = std::max<mpfr_exp_t>(mpfr_get_exp(real.get()) - 24, -149);
  Real difference;
  mpfr_set_d(difference.get(), value, MPFR_RNDN);
  mpfr_sub(difference.get(), difference.get(), real.get(), MPFR_RNDN);
  mpfr_mul_2si(difference.get(), difference.get(), -last_place, MPFR_RNDN);
  return std::fabs(difference.as_double());
}

Real true_exp(float x) {
  Real result(static_cast<double>(x));
  mpfr_exp(result.get(), result.get(), MPFR_RNDN);
  return result;
}

Real true_swish(float x, float slope) {
  Real result(-static_cast<double>(slope) * static_cast<double>(x));
  mpfr_exp(result.get(), result.get(), MPFR_RNDN);
  mpfr_add_ui(result.get(), result.get(), 1, MPFR_RNDN);
  mpfr_d_div(result.get(), static_cast<double>(x), result.get(), MPFR_RNDN);
  return result;
}

Real true_gelu_erf(float x) {
  Real result(2);
  mpfr_sqrt(result.get(), result.get(), MPFR_RNDN);
  mpfr_d_div(result.get(), -static_cast<double>(x), result.get(), MPFR_RNDN);
  mpfr_erfc(result.get(), result.get(), MPFR_RNDN);
  mpfr_mul_d(result.get(), result.get(), static_cast<double>(x) / 2, MPFR_RNDN);
  return result;
}

Real true_gelu_tanh(float x) {
  Real root;  // 2 sqrt(2 / pi)
  mpfr_const_pi(root.get(), MPFR_RNDN);
  mpfr_ui_div(root.get(), 8, root.get(), MPFR_RNDN);
  mpfr_sqrt(root.get(), root.get(), MPFR_RNDN);
  Real result(static_cast<double>(x));
  mpfr_sqr(result.get(), result.get(), MPFR_RNDN);
  mpfr_mul_ui(result.get(), result.get(), 44715, MPFR_RNDN);
  mpfr_div_ui(result.get(), result.get(), 1000000, MPFR_RNDN);
  mpfr_add_ui(result.get(), result.get(), 1, MPFR_RNDN);
  mpfr_mul(result.get(), result.get(), root.get(), MPFR_RNDN);
  mpfr_mul_d(result.get(), result.get(), -static_cast<double>(x), MPFR_RNDN);
  mpfr_exp(result.get(), result.get(), MPFR_RNDN);
  mpfr_add_ui(result.get(), result.get(), 1, MPFR_RNDN);
  mpfr_d_div(result.get(), static_cast<double>(x), result.get(), MPFR_RNDN);
  return result;
}

Real true_erf(float x) {
  Real result(static_cast<double>(x));
  mpfr_erf(result.get(), result.get(), MPFR_RNDN);
  return result;
}

Real true_tanh(float x) {
  Real result(static_cast<double>(x));
  mpfr_tanh(result.get(), result.get(), MPFR_RNDN);
  return result;
}

RealSinCos true_sincos(int position, float inverse_frequency) {
  // 48 bits: exact in binary64.
  const Real angle(static_cast<double>(position) * static_cast<double>(inverse_frequency));
  RealSinCos result;
  mpfr_sin_cos(result.sine.get(), result.cosine.get(), angle.get(), MPFR_RNDN);
  return result;
}

Real true_inverse_frequency(float base, int pair, int rotary_dim) {
  Real exponent(-2.0 * pair);
  mpfr_div_si(exponent.get(), exponent.get(), rotary_dim, MPFR_RNDN);
  Real result(static_cast<double>(base));
  mpfr_pow(result.get(), result.get(), exponent.get(), MPFR_RNDN);
  return result;
}

}  // namespace kgate::tests
