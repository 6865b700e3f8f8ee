// SPDX-License-Identifier: MIT
// VOP1 instructions with a documented accuracy: reciprocals, roots, exp2, log2, sine, cosine.
#include <cmath>

#include "gates/emulator/lanes/approximate.hpp"

namespace kgate::emulator::KGATE_EMULATOR_VARIANT {
namespace {

constexpr f64 kTwoPi = 6.283185307179586476925;

struct Reciprocal {
  f64 operator()(f64 x) const { return 1.0 / x; }
};
struct ReciprocalRoot {
  f64 operator()(f64 x) const { return 1.0 / std::sqrt(x); }
};
struct Root {
  f64 operator()(f64 x) const { return std::sqrt(x); }
};
struct Exponential {
  f64 operator()(f64 x) const { return std::exp2(x); }
};
struct Logarithm {
  f64 operator()(f64 x) const { return std::log2(x); }
};

/// Turns in (-1/2, 1/2]; integers, and so all huge values, give +0.
f64 fraction_of_turn(f64 x) {
  if (std::fabs(x) <= 0.5) return x;
  const f64 turn = x - std::floor(x);
  return turn > 0.5 ? turn - 1.0 : turn;
}
/// Sine of turns in [-1/8, 1/8] and cosine likewise: exact at 0.
f64 sine_of_turn(f64 turn) {
  // Quarter turns are exact; the rest is within an eighth of one.
  const f64 quarter = std::rint(turn * 4.0);
  const f64 angle = (turn - quarter * 0.25) * kTwoPi;
  switch (static_cast<int>(quarter)) {
    case 0:
      return std::sin(angle);
    case 1:
      return std::cos(angle);
    case -1:
      return -std::cos(angle);
    default:
      return -std::sin(angle);
  }
}
struct Sine {
  f64 operator()(f64 x) const {
    if (!std::isfinite(x)) return std::nan("");
    return sine_of_turn(fraction_of_turn(x));
  }
};
struct Cosine {
  f64 operator()(f64 x) const {
    if (!std::isfinite(x)) return std::nan("");
    const f64 turn = std::fabs(fraction_of_turn(x));
    const f64 quarter = std::rint(turn * 4.0);
    const f64 angle = (turn - quarter * 0.25) * kTwoPi;
    if (quarter == 0.0) return std::cos(angle);
    return quarter == 1.0 ? -std::sin(angle) : -std::cos(angle);
  }
};

constexpr Row kRows[] = {
    {Format::vop1, 0x25, "v_exp_f32", Accuracy::documented,
     approximate<Error::one_ulp, 0x25, f32>(Exponential{})},
    {Format::vop1, 0x27, "v_log_f32", Accuracy::documented,
     approximate<Error::one_ulp, 0x27, f32>(Logarithm{})},
    {Format::vop1, 0x2A, "v_rcp_f32", Accuracy::documented,
     approximate<Error::one_ulp, 0x2A, f32>(Reciprocal{})},
    {Format::vop1, 0x2B, "v_rcp_iflag_f32", Accuracy::documented,
     approximate<Error::one_ulp, 0x2A, f32>(Reciprocal{})},
    {Format::vop1, 0x2E, "v_rsq_f32", Accuracy::documented,
     approximate<Error::one_ulp, 0x2E, f32>(ReciprocalRoot{})},
    {Format::vop1, 0x2F, "v_rcp_f64", Accuracy::documented,
     approximate<Error::ulps_2_29, 0x2F, f64>(Reciprocal{})},
    {Format::vop1, 0x31, "v_rsq_f64", Accuracy::documented,
     approximate<Error::ulps_2_29, 0x31, f64>(ReciprocalRoot{})},
    {Format::vop1, 0x33, "v_sqrt_f32", Accuracy::documented,
     approximate<Error::one_ulp, 0x33, f32>(Root{})},
    {Format::vop1, 0x34, "v_sqrt_f64", Accuracy::documented,
     approximate<Error::ulps_2_29, 0x34, f64>(Root{})},
    {Format::vop1, 0x35, "v_sin_f32", Accuracy::approximate,
     approximate<Error::two_ulps, 0x35, f32>(Sine{})},
    {Format::vop1, 0x36, "v_cos_f32", Accuracy::approximate,
     approximate<Error::two_ulps, 0x36, f32>(Cosine{})},
    {Format::vop1, 0x54, "v_rcp_f16", Accuracy::documented,
     approximate<Error::half_ulp_1, 0x54, f16>(Reciprocal{})},
    {Format::vop1, 0x55, "v_sqrt_f16", Accuracy::documented,
     approximate<Error::half_ulp_1, 0x55, f16>(Root{})},
    {Format::vop1, 0x56, "v_rsq_f16", Accuracy::documented,
     approximate<Error::half_ulp_1, 0x56, f16>(ReciprocalRoot{})},
    {Format::vop1, 0x57, "v_log_f16", Accuracy::documented,
     approximate<Error::half_ulp_1, 0x57, f16>(Logarithm{})},
    {Format::vop1, 0x58, "v_exp_f16", Accuracy::documented,
     approximate<Error::half_ulp_1, 0x58, f16>(Exponential{})},
    {Format::vop1, 0x60, "v_sin_f16", Accuracy::approximate,
     approximate<Error::two_ulps, 0x60, f16>(Sine{})},
    {Format::vop1, 0x61, "v_cos_f16", Accuracy::approximate,
     approximate<Error::two_ulps, 0x61, f16>(Cosine{})},
};

}  // namespace

extern const InstructionGroup transcendental;
const InstructionGroup transcendental{kRows};

}  // namespace kgate::emulator::KGATE_EMULATOR_VARIANT
