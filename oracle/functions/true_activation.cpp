// SPDX-License-Identifier: MIT
// Activations by MPFR.
#include "oracle/functions/true_activation.hpp"

#include <mpfr.h>

#include <cmath>

#include "oracle/formats/small_float.hpp"

namespace kgate::oracle {
namespace {

/// A number that is freed.
class Number {
 public:
  explicit Number(mpfr_prec_t precision) { mpfr_init2(value_, precision); }
  Number(const Number&) = delete;
  Number& operator=(const Number&) = delete;
  Number(Number&&) = delete;
  Number& operator=(Number&&) = delete;
  ~Number() { mpfr_clear(value_); }
  operator mpfr_ptr() { return value_; }

 private:
  mpfr_t value_;
};

/// result = 1 / (1 + e^-argument), in place.
void logistic(mpfr_ptr argument) {
  mpfr_neg(argument, argument, MPFR_RNDN);
  mpfr_exp(argument, argument, MPFR_RNDN);
  mpfr_add_ui(argument, argument, 1, MPFR_RNDN);
  mpfr_ui_div(argument, 1, argument, MPFR_RNDN);
}

/// factor = what the gate is multiplied with.
void distribution(GatedActivationFunction function, float alpha, mpfr_ptr factor) {
  const mpfr_prec_t precision = mpfr_get_prec(factor);
  switch (function) {
    case GatedActivationFunction::silu:
      mpfr_mul_d(factor, factor, static_cast<double>(alpha), MPFR_RNDN);
      return logistic(factor);
    case GatedActivationFunction::gelu: {
      // (1 + erf(x / sqrt 2)) / 2 = erfc(-x / sqrt 2) / 2, which does not cancel.
      Number root(precision);
      mpfr_sqrt_ui(root, 2, MPFR_RNDN);
      mpfr_div(factor, factor, root, MPFR_RNDN);
      mpfr_neg(factor, factor, MPFR_RNDN);
      mpfr_erfc(factor, factor, MPFR_RNDN);
      mpfr_div_ui(factor, factor, 2, MPFR_RNDN);
      return;
    }
    case GatedActivationFunction::gelu_tanh:
      break;
  }
  // (1 + tanh(y)) / 2 = 1 / (1 + e^-2y), y = sqrt(2 / pi) * (x + 0.044715 x^3).
  Number cube(precision);
  mpfr_pow_ui(cube, factor, 3, MPFR_RNDN);
  mpfr_mul_ui(cube, cube, 44715, MPFR_RNDN);
  mpfr_div_ui(cube, cube, 1000000, MPFR_RNDN);
  mpfr_add(factor, factor, cube, MPFR_RNDN);
  Number root(precision);
  mpfr_const_pi(root, MPFR_RNDN);
  mpfr_ui_div(root, 8, root, MPFR_RNDN);
  mpfr_sqrt(root, root, MPFR_RNDN);
  mpfr_mul(factor, factor, root, MPFR_RNDN);
  logistic(factor);
}

/// The nearest number of the type, in one rounding: to odd first, to more bits than any type has.
double rounded(mpfr_ptr value, DataType stored) {
  // Truncated to 53 bits, then the last bit set if anything was cut: rounding to odd.
  const double cut = mpfr_get_d(value, MPFR_RNDZ);
  const bool exact = mpfr_cmp_d(value, cut) == 0;
  double odd = cut;
  if (!exact) {
    const double outward = std::nextafter(cut, std::copysign(INFINITY, cut));
    odd = std::fmod(std::scalbn(cut, 52 - std::ilogb(cut)), 2.0) != 0.0 ? cut : outward;
  }
  switch (stored) {
    case DataType::f16:
      return decode(kF16, encode(kF16, odd));
    case DataType::bf16:
      return decode(kBf16, encode(kBf16, odd));
    default:
      return static_cast<double>(static_cast<float>(odd));
  }
}

}  // namespace

TrueActivation::TrueActivation(GatedActivationFunction function, float alpha, DataType stored)
    : function_(function), alpha_(alpha), stored_(stored) {}

double TrueActivation::operator()(float gate) {
  if (gate == 0.0F || std::isnan(gate)) {
    return static_cast<double>(gate);  // a zero keeps its sign; a map cannot hold NaN
  }
  const auto known = known_.find(gate);
  if (known != known_.end()) {
    return known->second;
  }
  return known_.emplace(gate, compute(gate)).first->second;
}

double TrueActivation::compute(float gate) const {
  if (std::isinf(gate)) {
    return gate > 0.0F ? static_cast<double>(gate) : -0.0;
  }
  // x/2 + c x^2 for the least denormal x needs 150 bits more than x itself.
  const mpfr_prec_t precision = std::fabs(gate) < 0x1p-20F ? 320 : 120;
  Number x(precision);
  mpfr_set_d(x, static_cast<double>(gate), MPFR_RNDN);
  Number factor(precision);
  mpfr_set(factor, x, MPFR_RNDN);
  distribution(function_, alpha_, factor);
  mpfr_mul(x, x, factor, MPFR_RNDN);
  // Far below every type, where binary64 has few bits left or none.
  if (mpfr_zero_p(static_cast<mpfr_ptr>(x)) != 0 || mpfr_get_exp(x) < -400) {
    return std::copysign(0.0, static_cast<double>(gate));
  }
  return rounded(x, stored_);
}

}  // namespace kgate::oracle
