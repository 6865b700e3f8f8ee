// SPDX-License-Identifier: MIT
// sincos against MPFR on 10^8 random angles and on every angle of the catalogued models.
//
//   angles_bench [random|models|all] [part] [threads]
//   angles_bench cuda:0|hip:0|emulated:gfx1151
//
// random: 10^8 (position, inverse frequency) pairs, |position| < 2^24.
// models: every position below 131,072 with every inverse frequency of every row of models.toml, as
// f32 tables hold it and as kernels compute it from base and dim, the product exact and rounded to
// f32.
//
// Each is compared with MPFR and, bit for bit, with the oracle; inputs on which that fails are
// counted. Exit status 1 if one differs from the oracle or is further than 0.506 ulp from MPFR.
// `part` n runs every n-th. With a device of the seam: its bits on 2^24
// random angles and of inverse_frequency.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <cstdint>
#include <random>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "kernels/device/inverse_frequency.hpp"
#include "kernels/device/sincos.hpp"
#include "kernels/model_catalogue.hpp"
#include "oracle/functions/functions.hpp"
#include "tests/kernels/device/probe.hpp"
#include "tests/oracle/functions/mpfr_truth.hpp"
#include "tests/oracle/functions/samples.hpp"

namespace {

namespace device = kgate::device;
namespace oracle = kgate::oracle;
using kgate::tests::Differences;
using kgate::tests::rounded_to;
using kgate::tests::WorstUlp;

constexpr float kBases[] = {1e4F, 1e5F, 1.5e5F, 1.6e5F, 5e5F, 1e6F, 5e6F, 1e7F, 1e9F};
constexpr int kPositions = 131072;

struct Tally {
  Differences bits;
  WorstUlp sine;
  WorstUlp cosine;
  std::uint64_t angles = 0;
  std::uint64_t not_nearest = 0;  ///< of sines and cosines together

  void add(const Tally& other) {
    bits.compared += other.bits.compared;
    bits.count += other.bits.count;
    sine.add(other.sine.at, other.sine.ulp);
    cosine.add(other.cosine.at, other.cosine.ulp);
    angles += other.angles;
    not_nearest += other.not_nearest;
  }
};

void against_mpfr(int position, float factor, Tally& tally) {
  const device::SinCos value = device::sincos(position, factor);
  const oracle::SinCos restated = oracle::sincos(position, factor);
  tally.bits.compare(factor, value.sine, restated.sine);
  tally.bits.compare(factor, value.cosine, restated.cosine);
  ++tally.angles;
  const kgate::tests::RealSinCos truth = kgate::tests::true_sincos(position, factor);
  tally.sine.add(factor, kgate::tests::ulps_from(truth.sine, value.sine));
  tally.cosine.add(factor, kgate::tests::ulps_from(truth.cosine, value.cosine));
  tally.not_nearest += value.sine == rounded_to(kgate::DataType::f32, truth.sine) ? 0 : 1;
  tally.not_nearest += value.cosine == rounded_to(kgate::DataType::f32, truth.cosine) ? 0 : 1;
}

/// What docs/numerics.md states for sines and cosines.
constexpr double kWorstUlp = 0.506;

/// Calls work(worker, tally) on every thread and prints the sum. Whether every bit is the oracle's
/// and no result is further from MPFR than kWorstUlp.
template <class Work>
bool run(const char* name, unsigned threads, Work work) {
  const auto start = std::chrono::steady_clock::now();
  std::vector<Tally> tallies(threads);
  std::vector<std::thread> workers;
  for (unsigned worker = 0; worker < threads; ++worker) {
    workers.emplace_back([&, worker] { work(worker, tallies[worker]); });
  }
  Tally total;
  for (unsigned worker = 0; worker < threads; ++worker) {
    workers[worker].join();
    total.add(tallies[worker]);
  }
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  fmt::print(
      "{}: {} angles; {} of {} results differ from the oracle\n"
      "  worst ulp: sine {:.6f}, cosine {:.6f}; {} results not the nearest f32; {:.0f} s\n",
      name, total.angles, total.bits.count, total.bits.compared, total.sine.ulp, total.cosine.ulp,
      total.not_nearest, seconds.count());
  std::fflush(stdout);
  return total.bits.count == 0 && std::max(total.sine.ulp, total.cosine.ulp) <= kWorstUlp;
}

/// All sizes of positions and signs, and factors from 2^-33 to 1.
struct Argument {
  int position;
  float factor;
};

Argument random_argument(std::mt19937& random) {
  const int position = static_cast<int>((random() & 0xffffffU) >> random() % 24U);
  const std::uint32_t exponent = 94U + static_cast<std::uint32_t>(random() % 33U);
  const std::uint32_t fraction = static_cast<std::uint32_t>(random()) & 0x7fffffU;
  return {random() % 2U == 0 ? position : -position,
          std::bit_cast<float>(exponent << 23U | fraction)};
}

bool run_random(unsigned part, unsigned threads) {
  constexpr std::uint64_t kAngles = 100'000'000;
  return run("random", threads, [&](unsigned worker, Tally& tally) {
    std::mt19937 random(worker + 1);
    for (std::uint64_t i = worker; i < kAngles / part; i += threads) {
      const Argument argument = random_argument(random);
      against_mpfr(argument.position, argument.factor, tally);
    }
  });
}

/// 2^24 random angles and all inverse frequencies of the bases up to rotary dim 256, on a device.
bool run_on_device(const std::string& where) {
  kgate::tests::Probe probe(where, KGATE_OBJECTS_DIR, 32);
  std::mt19937 random(99);
  std::vector<float> factors;
  std::vector<int> positions;
  for (int i = 0; i < 1 << 24; ++i) {
    const Argument argument = random_argument(random);
    factors.push_back(argument.factor);
    positions.push_back(argument.position);
  }
  Differences bits;
  const auto turns = probe.run("sincos", factors, positions);
  for (std::size_t i = 0; i < factors.size(); ++i) {
    const oracle::SinCos expected = oracle::sincos(positions[i], factors[i]);
    bits.compare(factors[i], turns.y[i], expected.sine);
    bits.compare(factors[i], turns.cosine[i], expected.cosine);
  }
  for (int dim = 2; dim <= 256; dim += 2) {
    std::vector<float> bases;
    std::vector<int> pairs;
    for (const float base : kBases) {
      for (int pair = 0; pair < dim / 2; ++pair) {
        bases.push_back(base);
        pairs.push_back(pair);
      }
    }
    const std::vector<float> powers = probe.run("inverse_frequency", bases, pairs, dim).y;
    for (std::size_t i = 0; i < bases.size(); ++i) {
      bits.compare(bases[i], powers[i], oracle::inverse_frequency(bases[i], pairs[i], dim));
    }
  }
  fmt::print("{}: {} of {} results differ from the oracle\n", where, bits.count, bits.compared);
  std::fflush(stdout);
  return bits.count == 0;
}

bool run_models(unsigned part, unsigned threads) {
  std::set<float> distinct;
  for (const kgate::Model& model : kgate::models()) {
    const int dim = model.mla_rope != 0 ? model.mla_rope : model.rotary_dim;
    for (const double frequency : kgate::inverse_frequencies(model)) {
      distinct.insert(static_cast<float>(frequency));
    }
    for (int pair = 0; pair < dim / 2; ++pair) {
      distinct.insert(device::inverse_frequency(static_cast<float>(model.base), pair, dim));
    }
  }
  const std::vector<float> factors(distinct.begin(), distinct.end());
  fmt::print("{} models, {} distinct inverse frequencies, positions below {}\n",
             kgate::models().size(), factors.size(), kPositions);
  bool passed = true;
  for (const bool rounded : {false, true}) {
    passed &=
        run(rounded ? "models, product rounded to f32" : "models, product exact", threads,
            [&](unsigned worker, Tally& tally) {
              for (std::size_t i = worker; i < factors.size(); i += threads) {
                for (int position = 0; position < kPositions; position += static_cast<int>(part)) {
                  if (rounded) {
                    against_mpfr(1, static_cast<float>(position) * factors[i], tally);
                  } else {
                    against_mpfr(position, factors[i], tally);
                  }
                }
              }
            });
  }
  return passed;
}

}  // namespace

int main(int count, char** arguments) {
  const std::string what = count > 1 ? arguments[1] : "all";
  const auto part = static_cast<unsigned>(count > 2 ? std::stoul(arguments[2]) : 1);
  const auto threads = static_cast<unsigned>(count > 3 ? std::stoul(arguments[3]) : 1);
  if (what.find(':') != std::string::npos) {
    return run_on_device(what) ? 0 : 1;
  }
  bool passed = true;
  if (what == "random" || what == "all") {
    passed &= run_random(part, threads);
  }
  if (what == "models" || what == "all") {
    passed &= run_models(part, threads);
  }
  return passed ? 0 : 1;
}
