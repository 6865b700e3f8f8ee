// SPDX-License-Identifier: MIT
// The oracle of gated_activation on values known without it, and its truth against MPFR.
#include <mpfr.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "kernels/gated_activation/gated_activation_contract.hpp"
#include "oracle/formats/element_access.hpp"
#include "oracle/formats/small_float.hpp"
#include "oracle/oracle.hpp"
#include "tests/catch.hpp"

using kgate::DataType;
using kgate::GatedActivationArguments;
using kgate::GatedActivationFunction;
using kgate::GatedActivationProfile;
namespace oracle = kgate::oracle;

namespace kgate::oracle {
extern const Oracle gated_activation;
}

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

GatedActivationArguments arguments_of(DataType type, const void* gate, const void* up, void* out,
                                      std::int32_t count) {
  GatedActivationArguments arguments{};
  arguments.gate = gate;
  arguments.up = up;
  arguments.out = out;
  arguments.rows = 1;
  arguments.gate_stride = arguments.up_stride = arguments.out_stride = count;
  arguments.intermediate = count;
  arguments.limit = kInfinity;
  arguments.alpha = 1;
  arguments.type = type;
  return arguments;
}

/// One f32 element through the oracle.
float one(GatedActivationArguments arguments, float gate, float up) {
  float out = 0;
  arguments.gate = &gate;
  arguments.up = &up;
  arguments.out = &out;
  REQUIRE(oracle::gated_activation.evaluate(arguments).ok());
  return out;
}

GatedActivationArguments f32_arguments() {
  return arguments_of(DataType::f32, nullptr, nullptr, nullptr, 1);
}

/// f(x) by MPFR, by other formulas than the oracle's own truth: silu by tanh, gelu by erf.
class TrueValue {
 public:
  TrueValue(GatedActivationFunction function, double x) {
    mpfr_inits2(kBits, x_, y_, z_, nullptr);
    mpfr_set_d(x_, x, MPFR_RNDN);
    if (function == GatedActivationFunction::gelu) {
      mpfr_sqrt_ui(y_, 2, MPFR_RNDN);
      mpfr_div(y_, x_, y_, MPFR_RNDN);
      mpfr_erf(y_, y_, MPFR_RNDN);
    } else {
      argument_of_tanh(function);
      mpfr_tanh(y_, y_, MPFR_RNDN);
    }
    mpfr_add_ui(y_, y_, 1, MPFR_RNDN);
    mpfr_mul(x_, x_, y_, MPFR_RNDN);
    mpfr_div_ui(x_, x_, 2, MPFR_RNDN);
  }
  TrueValue(const TrueValue&) = delete;
  TrueValue& operator=(const TrueValue&) = delete;
  ~TrueValue() { mpfr_clears(x_, y_, z_, nullptr); }

  /// Rounded once to a format: the nearest of three neighbours.
  [[nodiscard]] double rounded_to(const oracle::SmallFloat& format) {
    const std::uint32_t near = oracle::encode(format, mpfr_get_d(x_, MPFR_RNDN));
    double best = oracle::decode(format, near);
    for (const std::uint32_t code : {near - 1, near + 1}) {
      const double value = oracle::decode(format, code);
      if (std::isfinite(value) && std::isfinite(best) && is_nearer(value, best)) {
        best = value;
      }
    }
    return best;
  }

 private:
  static constexpr mpfr_prec_t kBits = 640;  // 1 + tanh of a large negative number cancels

  void argument_of_tanh(GatedActivationFunction function) {
    if (function == GatedActivationFunction::silu) {
      mpfr_div_ui(y_, x_, 2, MPFR_RNDN);
      return;
    }
    mpfr_set_str(y_, "0.044715", 10, MPFR_RNDN);
    mpfr_pow_ui(z_, x_, 3, MPFR_RNDN);
    mpfr_mul(y_, y_, z_, MPFR_RNDN);
    mpfr_add(y_, y_, x_, MPFR_RNDN);
    mpfr_const_pi(z_, MPFR_RNDN);
    mpfr_ui_div(z_, 2, z_, MPFR_RNDN);
    mpfr_sqrt(z_, z_, MPFR_RNDN);
    mpfr_mul(y_, y_, z_, MPFR_RNDN);
  }

  /// Whether x is nearer to `one` than to `other`. In binary64 the distances would be equal: half a
  /// denormal lies x^2 / 4 from the middle of two of them.
  bool is_nearer(double one, double other) {
    mpfr_sub_d(y_, x_, one, MPFR_RNDN);
    mpfr_sub_d(z_, x_, other, MPFR_RNDN);
    return mpfr_cmpabs(y_, z_) < 0;
  }

  mpfr_t x_;
  mpfr_t y_;
  mpfr_t z_;
};

/// The stored activation of every gate of a 16-bit type: an up of 1 leaves it alone.
std::vector<double> stored_activations(DataType type, GatedActivationFunction function) {
  constexpr std::int32_t kCount = 65536;
  std::vector<std::uint16_t> gate(kCount);
  for (std::size_t code = 0; code < gate.size(); ++code) {
    gate[code] = static_cast<std::uint16_t>(code);
  }
  std::vector<std::uint16_t> up(kCount);
  oracle::write_element(type, up.data(), 0, 1.0F);
  std::fill(up.begin(), up.end(), up[0]);
  std::vector<std::uint16_t> out(kCount);
  auto arguments = arguments_of(type, gate.data(), up.data(), out.data(), kCount);
  arguments.function = function;
  REQUIRE(oracle::gated_activation.evaluate(arguments).ok());
  std::vector<double> values;
  for (std::int64_t i = 0; i < kCount; ++i) {
    values.push_back(static_cast<double>(oracle::read_element(type, out.data(), i)));
  }
  return values;
}

}  // namespace

TEST_CASE("the stored activation of every f16 and bf16 gate is correctly rounded") {
  for (const DataType type : {DataType::f16, DataType::bf16}) {
    const oracle::SmallFloat& format = type == DataType::f16 ? oracle::kF16 : oracle::kBf16;
    for (const GatedActivationFunction function :
         {GatedActivationFunction::silu, GatedActivationFunction::gelu,
          GatedActivationFunction::gelu_tanh}) {
      const std::vector<double> stored = stored_activations(type, function);
      std::uint32_t compared = 0;
      std::uint32_t wrong = 0;
      for (std::uint32_t code = 0; code < 65536; ++code) {
        const double gate = oracle::decode(format, code);
        // Beyond 40 the value is the gate, or below every denormal but f(-40 .. -100) of bf16.
        if (!std::isfinite(gate) || gate == 0 || std::fabs(gate) > 100) {
          continue;
        }
        ++compared;
        const double expected = TrueValue(function, gate).rounded_to(format);
        wrong += stored[code] == expected ? 0 : 1;
      }
      INFO(kgate::name(type) << ", function " << static_cast<std::uint32_t>(function));
      CHECK(compared > 30000);
      CHECK(wrong == 0);
    }
  }
}

TEST_CASE("gates at the ends give the limits of the functions, and zeros keep their sign") {
  for (const GatedActivationFunction function :
       {GatedActivationFunction::silu, GatedActivationFunction::gelu,
        GatedActivationFunction::gelu_tanh}) {
    GatedActivationArguments arguments = f32_arguments();
    arguments.function = function;
    CHECK(one(arguments, kInfinity, 2.0F) == kInfinity);
    CHECK(one(arguments, 1e30F, 2.0F) == 2e30F);
    CHECK(std::signbit(one(arguments, -kInfinity, 2.0F)));
    CHECK(one(arguments, -kInfinity, 2.0F) == 0.0F);
    CHECK(std::isnan(one(arguments, kNan, 2.0F)));
    CHECK(std::isnan(one(arguments, 1.0F, kNan)));
    CHECK(std::isnan(one(arguments, 0.0F, kInfinity)));
    CHECK_FALSE(std::signbit(one(arguments, 0.0F, 2.0F)));
    CHECK(std::signbit(one(arguments, -0.0F, 2.0F)));
    CHECK(std::signbit(one(arguments, 1.0F, -0.0F)));
  }
}

TEST_CASE("gate is clamped from above, up on both sides, and the bias comes after") {
  GatedActivationArguments arguments = f32_arguments();
  arguments.limit = 2.0F;
  const float at_limit = one(arguments, 2.0F, 1.0F);
  CHECK(one(arguments, 50.0F, 1.0F) == at_limit);
  CHECK(one(arguments, -50.0F, 1.0F) == one(f32_arguments(), -50.0F, 1.0F));
  CHECK(one(arguments, 2.0F, 9.0F) == 2 * at_limit);
  CHECK(one(arguments, 2.0F, -9.0F) == -2 * at_limit);
  CHECK(std::isnan(one(arguments, kNan, 1.0F)));
  CHECK(std::isnan(one(arguments, 1.0F, kNan)));
  arguments.up_bias = 1.0F;
  CHECK(one(arguments, 2.0F, 9.0F) == 3 * at_limit);
  CHECK(one(arguments, 2.0F, -9.0F) == -at_limit);
}

TEST_CASE("alpha is inside the sigmoid alone") {
  GatedActivationArguments arguments = f32_arguments();
  arguments.alpha = 2.0F;
  // 0.5 * sigmoid(1) = silu(1) / 2.
  CHECK(one(arguments, 0.5F, 1.0F) == one(f32_arguments(), 1.0F, 1.0F) / 2);
}

TEST_CASE("the profiles round bf16 in two different places") {
  // silu(1) = 0.731059 is stored as 0.730469. Times 1 + 2^-7 the stored one is 0.736176, the other
  // 0.736770; 0.736328 is the middle of the bf16 numbers 0.734375 and 0.738281.
  const std::uint16_t gate = 0x3F80;
  const std::uint16_t up = 0x3F81;
  std::uint16_t out = 0;
  auto arguments = arguments_of(DataType::bf16, &gate, &up, &out, 1);
  arguments.profile = GatedActivationProfile::stored_activation;
  REQUIRE(oracle::gated_activation.evaluate(arguments).ok());
  CHECK(out == 0x3F3C);
  arguments.profile = GatedActivationProfile::f32_activation;
  REQUIRE(oracle::gated_activation.evaluate(arguments).ok());
  CHECK(out == 0x3F3D);
}

TEST_CASE("halves of one tensor and a result over the gate give the same values as three tensors") {
  const std::array<float, 6> gate{1, -2, 3, -4, 5, -6};
  const std::array<float, 6> up{0.5F, 1.5F, -2.5F, 3.5F, -4.5F, 5.5F};
  std::array<float, 6> out{};
  auto arguments = arguments_of(DataType::f32, gate.data(), up.data(), out.data(), 3);
  arguments.rows = 2;
  arguments.function = GatedActivationFunction::gelu_tanh;
  REQUIRE(oracle::gated_activation.evaluate(arguments).ok());
  // Rows of gate | up, with two elements of padding that must stay.
  std::array<float, 16> packed{1,  -2, 3,  0.5F, 1.5F,  -2.5F, 77, 78,
                               -4, 5,  -6, 3.5F, -4.5F, 5.5F,  79};
  arguments.gate = packed.data();
  arguments.up = packed.data() + 3;
  arguments.out = packed.data();
  arguments.gate_stride = arguments.up_stride = arguments.out_stride = 8;
  REQUIRE(oracle::gated_activation.evaluate(arguments).ok());
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(packed.at(i) == out.at(i));
    CHECK(packed.at(8 + i) == out.at(3 + i));
    CHECK(packed.at(3 + i) == up.at(i));
  }
  CHECK(packed[6] == 77);
  CHECK(packed[14] == 79);
}

TEST_CASE("the truth is the correctly rounded activation times up") {
  const std::array<std::uint16_t, 2> gate{0x3F80, 0xC000};  // 1, -2
  const std::array<std::uint16_t, 2> up{0x4040, 0x4040};    // 3
  std::array<std::uint16_t, 2> out{};
  auto arguments = arguments_of(DataType::bf16, gate.data(), up.data(), out.data(), 2);
  auto runs = oracle::gated_activation.truth(arguments);
  REQUIRE(runs.size() == 1);
  CHECK(runs[0].values.at(0) == 3 * 0.73046875);
  CHECK(runs[0].values.at(1) == 3 * -0.23828125);  // -0.238406
  arguments.profile = GatedActivationProfile::f32_activation;
  runs = oracle::gated_activation.truth(arguments);
  CHECK(runs[0].values.at(0) == Approx(3 * 0.7310585786300049).epsilon(1e-7));
}
