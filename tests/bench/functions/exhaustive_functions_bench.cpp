// SPDX-License-Identifier: MIT
// Every function of one f32, on every f32 or every n-th.
//
//   exhaustive_functions_bench [function|all] [step] [threads] [device]
//
// Per function: on how many inputs the device and the oracle differ (0 is expected); the largest
// distance from the true value, in ulp, for normal and for denormal results, recomputed by MPFR;
// and how many results are not the nearest f32. The reference is the host's binary64 function; on
// every 65,521st input it is compared with MPFR, and its largest distance is printed too. The
// device is one of the seam ("cuda:0", "hip:0"), or "host": the device header compiled for the
// host.
#include <fmt/format.h>

#include <bit>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "kernels/device/erf.hpp"
#include "kernels/device/gelu_erf.hpp"
#include "kernels/device/gelu_tanh.hpp"
#include "kernels/device/silu.hpp"
#include "kernels/device/tanh.hpp"
#include "oracle/functions/functions.hpp"
#include "tests/kernels/device/probe.hpp"
#include "tests/oracle/functions/mpfr_truth.hpp"
#include "tests/oracle/functions/samples.hpp"

namespace {

namespace device = kgate::device;
namespace oracle = kgate::oracle;
using kgate::tests::Differences;
using kgate::tests::Probe;
using kgate::tests::Real;
using kgate::tests::WorstUlp;

struct Function {
  const char* name;
  float (*on_host)(float x);
  float (*in_oracle)(float x);
  float (*to_odd)(float x);  ///< null where there is none
  float (*to_odd_in_oracle)(float x);
  double (*reference)(double x);
  Real (*truth)(float x);
};

double silu_reference(double x) { return x / (1 + std::exp(-x)); }
double gelu_erf_reference(double x) { return x / 2 * std::erfc(-x * std::sqrt(0.5)); }
double gelu_tanh_reference(double x) {
  return x / (1 + std::exp(-std::sqrt(8 / std::acos(-1.0)) * x * (1 + 0.044715 * x * x)));
}
Real silu_truth(float x) { return kgate::tests::true_swish(x, 1); }

template <float (*kFunction)(float, oracle::Rounding), oracle::Rounding kRounding>
float with(float x) {
  return kFunction(x, kRounding);
}

constexpr auto kNearest = oracle::Rounding::nearest;
constexpr auto kToOdd = oracle::Rounding::to_odd;

constexpr Function kFunctions[] = {
    {"exp", device::exp, oracle::exp, nullptr, nullptr, std::exp, kgate::tests::true_exp},
    {"silu", device::silu<device::Rounding::nearest>, with<oracle::silu, kNearest>,
     device::silu<device::Rounding::to_odd>, with<oracle::silu, kToOdd>, silu_reference,
     silu_truth},
    {"gelu_erf", device::gelu_erf<device::Rounding::nearest>, with<oracle::gelu_erf, kNearest>,
     device::gelu_erf<device::Rounding::to_odd>, with<oracle::gelu_erf, kToOdd>, gelu_erf_reference,
     kgate::tests::true_gelu_erf},
    {"gelu_tanh", device::gelu_tanh<device::Rounding::nearest>, with<oracle::gelu_tanh, kNearest>,
     device::gelu_tanh<device::Rounding::to_odd>, with<oracle::gelu_tanh, kToOdd>,
     gelu_tanh_reference, kgate::tests::true_gelu_tanh},
    {"erf", device::erf, oracle::erf, nullptr, nullptr, std::erf, kgate::tests::true_erf},
    {"tanh", device::tanh, oracle::tanh, nullptr, nullptr, std::tanh, kgate::tests::true_tanh},
};

constexpr float kLeastNormal = 0x1p-126F;

/// |value - reference| in ulp of an f32 of the reference's size.
double distance(float value, double reference) {
  const double size = std::fmax(std::fabs(reference), static_cast<double>(kLeastNormal));
  const std::uint64_t binade = std::bit_cast<std::uint64_t>(size) & 0x7ff0000000000000U;
  return std::fabs(static_cast<double>(value) - reference) /
         (std::bit_cast<double>(binade) * 0x1p-23);
}

/// What one thread has seen.
struct Tally {
  Differences bits;
  WorstUlp normal;
  WorstUlp denormal;
  double reference_error = 0;  ///< largest, in ulp of f32
  std::uint64_t not_nearest = 0;

  void add(const Function& function, float x, float value) {
    bits.compare(x, value, function.in_oracle(x));
    const double reference = function.reference(static_cast<double>(x));
    const auto nearest = static_cast<float>(reference);
    if (!std::isfinite(x) || !std::isfinite(nearest)) {
      return;  // limits are the test suite's
    }
    // Where binary64 says that another f32 is nearer, MPFR decides: silu of an odd denormal lies
    // above a tie by less than binary64 can tell.
    if (value != nearest &&
        value != kgate::tests::rounded_to(kgate::DataType::f32, function.truth(x))) {
      ++not_nearest;
    }
    (std::fabs(nearest) < kLeastNormal ? denormal : normal).add(x, distance(value, reference));
    if (std::bit_cast<std::uint32_t>(x) % 65521 == 0) {
      reference_error =
          std::fmax(reference_error, kgate::tests::ulps_from(function.truth(x), reference));
    }
  }

  void add(const Tally& other) {
    bits.compared += other.bits.compared;
    bits.first = bits.count == 0 ? other.bits.first : bits.first;
    bits.count += other.bits.count;
    normal.add(other.normal.at, other.normal.ulp);
    denormal.add(other.denormal.at, other.denormal.ulp);
    reference_error = std::fmax(reference_error, other.reference_error);
    not_nearest += other.not_nearest;
  }
};

struct Run {
  const Function& function;
  Probe* probe;  ///< null: the host
  std::size_t threads;
};

std::vector<float> results(const Run& run, const std::vector<float>& x, bool to_odd) {
  if (run.probe == nullptr) {
    return {};
  }
  return run.probe->run(std::string(run.function.name) + (to_odd ? "_to_odd" : ""), x).y;
}

void add_block(const Run& run, const std::vector<float>& x, Tally& total) {
  const Function& function = run.function;
  const std::vector<float> nearest = results(run, x, false);
  const std::vector<float> odd =
      function.to_odd == nullptr ? std::vector<float>{} : results(run, x, true);
  std::vector<Tally> tallies(run.threads);
  std::vector<std::thread> workers;
  for (std::size_t worker = 0; worker < run.threads; ++worker) {
    workers.emplace_back([&, worker] {
      Tally tally;  // of its own cache lines
      const std::size_t end = x.size() * (worker + 1) / run.threads;
      for (std::size_t i = x.size() * worker / run.threads; i < end; ++i) {
        tally.add(function, x[i], nearest.empty() ? function.on_host(x[i]) : nearest[i]);
        if (function.to_odd != nullptr) {
          tally.bits.compare(x[i], odd.empty() ? function.to_odd(x[i]) : odd[i],
                             function.to_odd_in_oracle(x[i]));
        }
      }
      tallies[worker] = tally;
    });
  }
  for (std::size_t worker = 0; worker < run.threads; ++worker) {
    workers[worker].join();
    total.add(tallies[worker]);
  }
}

void report(const Run& run, std::uint64_t step, const std::string& where) {
  constexpr std::size_t kBlock = std::size_t{1} << 24U;
  const auto start = std::chrono::steady_clock::now();
  Tally tally;
  std::vector<float> x;
  x.reserve(kBlock);
  for (std::uint64_t bits = 0; bits < (std::uint64_t{1} << 32U); bits += step) {
    x.push_back(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
    if (x.size() == kBlock) {
      add_block(run, x, tally);
      x.clear();
    }
  }
  if (!x.empty()) {
    add_block(run, x, tally);
  }
  const auto worst = [&](const WorstUlp& one) {
    const float value = run.function.on_host(one.at);
    return fmt::format("{:.6f} at {:a}", kgate::tests::ulps_from(run.function.truth(one.at), value),
                       one.at);
  };
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  fmt::print(
      "{} on {}: {} comparisons with the oracle, {} differ{}\n"
      "  worst ulp {}; of denormal results {}\n"
      "  {} not the nearest f32; reference within {:.2g} ulp of MPFR; {:.0f} s\n",
      run.function.name, where, tally.bits.compared, tally.bits.count,
      tally.bits.count == 0 ? "" : fmt::format(", one at {:a}", tally.bits.first),
      worst(tally.normal), worst(tally.denormal), tally.not_nearest, tally.reference_error,
      seconds.count());
  std::fflush(stdout);
}

}  // namespace

int main(int count, char** arguments) {
  const std::string name = count > 1 ? arguments[1] : "all";
  const std::uint64_t step = count > 2 ? std::stoull(arguments[2]) : 1;
  const std::size_t threads = count > 3 ? std::stoull(arguments[3]) : 1;
  const std::string where = count > 4 ? arguments[4] : "host";
  std::unique_ptr<Probe> probe;
  if (where != "host") {
    probe = std::make_unique<Probe>(where, KGATE_OBJECTS_DIR, 32);
  }
  bool found = false;
  for (const Function& function : kFunctions) {
    if (name == "all" || name == function.name) {
      report({function, probe.get(), threads}, step, where);
      found = true;
    }
  }
  if (!found) {
    fmt::print(stderr, "no function is named '{}'\n", name);
    return 2;
  }
  return 0;
}
