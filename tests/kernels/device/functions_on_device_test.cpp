// SPDX-License-Identifier: MIT
// The functions as machine code, on the emulator, against the oracle's bits.
#include <cmath>
#include <string>
#include <vector>

#include "oracle/formats/small_float.hpp"
#include "oracle/functions/functions.hpp"
#include "tests/catch.hpp"
#include "tests/kernels/device/probe.hpp"
#include "tests/oracle/functions/samples.hpp"

using namespace kgate::tests;
namespace oracle = kgate::oracle;

namespace {

struct Build {
  const char* device;
  std::uint32_t wave_size;
};

constexpr Build kBuilds[] = {
    {"emulated:gfx1151", 32}, {"emulated:gfx1151", 64}, {"emulated:gfx1100", 32}};

struct Function {
  const char* name;
  float (*restated)(float x);
};

template <float (*kFunction)(float, oracle::Rounding), oracle::Rounding kRounding>
float with(float x) {
  return kFunction(x, kRounding);
}

constexpr auto kNearest = oracle::Rounding::nearest;
constexpr auto kToOdd = oracle::Rounding::to_odd;

constexpr Function kFunctions[] = {
    {"exp", oracle::exp},
    {"silu", with<oracle::silu, kNearest>},
    {"silu_to_odd", with<oracle::silu, kToOdd>},
    {"gelu_erf", with<oracle::gelu_erf, kNearest>},
    {"gelu_erf_to_odd", with<oracle::gelu_erf, kToOdd>},
    {"gelu_tanh", with<oracle::gelu_tanh, kNearest>},
    {"gelu_tanh_to_odd", with<oracle::gelu_tanh, kToOdd>},
    {"erf", oracle::erf},
    {"tanh", oracle::tanh},
};

/// Every 7th f16 and bf16, and f32 of every binade. All inputs of a type are the host's to check:
/// here it is the compiler's work that is under test.
std::vector<float> inputs() {
  std::vector<float> x;
  for (const oracle::SmallFloat& format : {oracle::kF16, oracle::kBf16}) {
    for (std::uint32_t code = 0; code < 0x10000U; code += 7) {
      x.push_back(static_cast<float>(oracle::decode(format, code)));
    }
  }
  for_each_f32(500'009, [&](float value) { x.push_back(value); });
  return x;
}

}  // namespace

TEST_CASE("functions of one f32 have the oracle's bits on every emulated target") {
  const std::vector<float> x = inputs();
  for (const Build& build : kBuilds) {
    Probe probe(build.device, KGATE_OBJECTS_DIR, build.wave_size);
    for (const Function& function : kFunctions) {
      const std::vector<float> y = probe.run(function.name, x).y;
      Differences differences;
      for (std::size_t i = 0; i < x.size(); ++i) {
        differences.compare(x[i], y[i], function.restated(x[i]));
      }
      INFO(function.name << " on " << build.device << " wave" << build.wave_size << ", first at "
                         << differences.first);
      CHECK(differences.count == 0);
      CHECK(differences.compared > 10'000);
    }
  }
}

TEST_CASE("sincos and inverse_frequency have the oracle's bits on every emulated target") {
  constexpr int kDim = 128;
  constexpr int kPositions[] = {0, 1, 77, 4095, 131071, 1'048'575, 10'485'760, (1 << 24) - 1};
  std::vector<float> base;
  std::vector<float> factor;
  std::vector<int> pair;
  std::vector<int> position;
  for (const float b : {1e4F, 5e5F, 1e6F}) {
    for (int p = 0; p < kDim / 2; ++p) {
      base.push_back(b);
      pair.push_back(p);
      for (const int at : kPositions) {
        factor.push_back(oracle::inverse_frequency(b, p, kDim));
        position.push_back(at);
      }
    }
  }
  for (const Build& build : kBuilds) {
    Probe probe(build.device, KGATE_OBJECTS_DIR, build.wave_size);
    const Probe::Results turns = probe.run("sincos", factor, position);
    Differences differences;
    for (std::size_t i = 0; i < factor.size(); ++i) {
      const oracle::SinCos expected = oracle::sincos(position[i], factor[i]);
      differences.compare(factor[i], turns.y[i], expected.sine);
      differences.compare(factor[i], turns.cosine[i], expected.cosine);
    }
    const std::vector<float> powers = probe.run("inverse_frequency", base, pair, kDim).y;
    for (std::size_t i = 0; i < base.size(); ++i) {
      differences.compare(base[i], powers[i], oracle::inverse_frequency(base[i], pair[i], kDim));
    }
    INFO(build.device << " wave" << build.wave_size << ", first at " << differences.first);
    CHECK(differences.count == 0);
    CHECK(differences.compared > 3000);
  }
}
