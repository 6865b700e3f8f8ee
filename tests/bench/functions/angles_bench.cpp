// SPDX-License-Identifier: MIT
// sincos on more than 10^8 angles against MPFR, and on every angle of the catalogued models.
//
//   angles_bench [random|models|all] [part] [threads]
//   angles_bench cuda:0|hip:0|emulated:gfx1151
//
// random: 10^8 (position, inverse frequency) pairs, |position| < 2^24, each compared with MPFR.
// models: every position below 131,072 with every inverse frequency of the bases and rotary dims
// below, the product exact and rounded to f32, against the host's binary64 sine and cosine of the
// exact product, whose error is 2^-29 ulp of f32. In both, bits are compared with the oracle, and
// inputs on which that fails are counted (0 is expected). `part` n runs every n-th. With a device
// of the seam: its bits on 2^24 random angles and of inverse_frequency.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <random>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "kernels/device/inverse_frequency.hpp"
#include "kernels/device/sincos.hpp"
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
constexpr int kDims[] = {64, 96, 128, 256};
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

device::SinCos compared(int position, float factor, Tally& tally) {
  const device::SinCos value = device::sincos(position, factor);
  const oracle::SinCos restated = oracle::sincos(position, factor);
  tally.bits.compare(factor, value.sine, restated.sine);
  tally.bits.compare(factor, value.cosine, restated.cosine);
  ++tally.angles;
  return value;
}

void against_mpfr(int position, float factor, Tally& tally) {
  const device::SinCos value = compared(position, factor, tally);
  const kgate::tests::RealSinCos truth = kgate::tests::true_sincos(position, factor);
  tally.sine.add(factor, kgate::tests::ulps_from(truth.sine, value.sine));
  tally.cosine.add(factor, kgate::tests::ulps_from(truth.cosine, value.cosine));
  tally.not_nearest += value.sine == rounded_to(kgate::DataType::f32, truth.sine) ? 0 : 1;
  tally.not_nearest += value.cosine == rounded_to(kgate::DataType::f32, truth.cosine) ? 0 : 1;
}

double ulps(double truth, float value) {
  const double binade =
      std::bit_cast<double>(std::bit_cast<std::uint64_t>(std::fabs(truth)) & 0x7ff0000000000000U);
  return truth == 0 ? std::fabs(static_cast<double>(value))
                    : std::fabs(static_cast<double>(value) - truth) / (binade * 0x1p-23);
}

void against_binary64(int position, float factor, Tally& tally) {
  const device::SinCos value = compared(position, factor, tally);
  const double angle = static_cast<double>(position) * static_cast<double>(factor);
  const double sine = std::sin(angle);
  const double cosine = std::cos(angle);
  tally.sine.add(factor, ulps(sine, value.sine));
  tally.cosine.add(factor, ulps(cosine, value.cosine));
  tally.not_nearest += value.sine == static_cast<float>(sine) ? 0 : 1;
  tally.not_nearest += value.cosine == static_cast<float>(cosine) ? 0 : 1;
}

/// Calls work(worker, tally) on every thread and prints the sum.
template <class Work>
void run(const char* name, unsigned threads, Work work) {
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

void run_random(unsigned part, unsigned threads) {
  constexpr std::uint64_t kAngles = 100'000'000;
  run("random, against MPFR", threads, [&](unsigned worker, Tally& tally) {
    std::mt19937 random(worker + 1);
    for (std::uint64_t i = worker; i < kAngles / part; i += threads) {
      const Argument argument = random_argument(random);
      against_mpfr(argument.position, argument.factor, tally);
    }
  });
}

/// 2^24 random angles and all inverse frequencies of the bases up to rotary dim 256, on a device.
void run_on_device(const std::string& where) {
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
}

void run_models(unsigned part, unsigned threads) {
  std::set<float> distinct;
  for (const float base : kBases) {
    for (const int dim : kDims) {
      for (int pair = 0; pair < dim / 2; ++pair) {
        distinct.insert(device::inverse_frequency(base, pair, dim));
      }
    }
  }
  const std::vector<float> factors(distinct.begin(), distinct.end());
  fmt::print("{} distinct inverse frequencies, positions below {}\n", factors.size(), kPositions);
  for (const bool rounded : {false, true}) {
    run(rounded ? "models, product rounded to f32" : "models, product exact", threads,
        [&](unsigned worker, Tally& tally) {
          for (std::size_t i = worker; i < factors.size(); i += threads) {
            for (int position = 0; position < kPositions; position += static_cast<int>(part)) {
              if (rounded) {
                against_binary64(1, static_cast<float>(position) * factors[i], tally);
              } else {
                against_binary64(position, factors[i], tally);
              }
            }
          }
        });
  }
}

}  // namespace

int main(int count, char** arguments) {
  const std::string what = count > 1 ? arguments[1] : "all";
  const auto part = static_cast<unsigned>(count > 2 ? std::stoul(arguments[2]) : 1);
  const auto threads = static_cast<unsigned>(count > 3 ? std::stoul(arguments[3]) : 1);
  if (what.find(':') != std::string::npos) {
    run_on_device(what);
    return 0;
  }
  if (what == "random" || what == "all") {
    run_random(part, threads);
  }
  if (what == "models" || what == "all") {
    run_models(part, threads);
  }
  return 0;
}
