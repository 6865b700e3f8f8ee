// SPDX-License-Identifier: MIT
// Wave instructions per second and core of the emulator on a family's own cases.
//
//   emulator_bench [case pattern] [repetitions]
//
// Launches each selected case through the seam on one host thread, and prints the median rate over
// the repetitions. Rates of one run compare with each other; between runs the machine may differ.
#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <string>
#include <vector>

#include "gates/harness/case_run.hpp"
#include "gates/harness/device_image.hpp"
#include "gates/harness/runner.hpp"
#include "kernels/runtime/launcher.hpp"

namespace {

using kgate::gates::DeviceSession;
using kgate::gates::SessionOptions;

struct Rate {
  double per_second = 0;
  std::uint64_t instructions = 0;
};

/// Processor time of the whole process: the emulator runs on the stream's worker thread, and a busy
/// machine would stretch the clock on the wall.
double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// One launch on buffers that are already there, and the wait for it.
Rate measure(DeviceSession& session, const kgate::Family& family, const std::any& arguments) {
  const std::uint64_t before = session.wave_instructions();
  const double start = processor_seconds();
  kgate::Status status = family.launch(arguments, session.launcher());
  if (status.ok()) {
    status = session.launcher().synchronize();
  }
  const double seconds = processor_seconds() - start;
  if (!status.ok()) {
    fmt::print(stderr, "{}\n", status.message());
    return {};
  }
  const std::uint64_t instructions = session.wave_instructions() - before;
  return {static_cast<double>(instructions) / seconds, instructions};
}

}  // namespace

int main(int argc, char** argv) {
  kgate::gates::RunRequest request;
  request.cases = {argc > 1 ? argv[1] : "add_rms_norm:*hidden=4096*rows=33*"};
  const int repetitions = argc > 2 ? std::max(1, std::stoi(argv[2])) : 9;
  std::vector<std::pair<const kgate::Family*, kgate::Case>> cases;
  if (const kgate::Status status = select_cases(request, cases); !status.ok()) {
    fmt::print(stderr, "emulator_bench: {}\n", status.message());
    return 2;
  }
  std::unique_ptr<DeviceSession> session;
  if (const kgate::Status status = DeviceSession::open(SessionOptions{}, session); !status.ok()) {
    fmt::print(stderr, "emulator_bench: {}\n", status.message());
    return 3;
  }
  fmt::print("{:>12}  {:>22}  case\n", "instructions", "million per second");
  for (const auto& [family, one] : cases) {
    const kgate::Problem problem = family->problem(one, 1, kgate::gates::kPoisons[0]);
    kgate::gates::DeviceImage image(session->device());
    if (const kgate::Status status = image.upload(problem); !status.ok()) {
      fmt::print(stderr, "emulator_bench: {}\n", status.message());
      return 3;
    }
    const std::any arguments = problem.bind(problem, image.addresses());
    std::vector<Rate> rates;
    for (int i = 0; i < repetitions; ++i) {
      rates.push_back(measure(*session, *family, arguments));
    }
    std::sort(rates.begin(), rates.end(),
              [](const Rate& a, const Rate& b) { return a.per_second < b.per_second; });
    fmt::print("{:>12}  {:>8.1f} ({:.1f} to {:.1f})  {}\n", rates.front().instructions,
               rates[rates.size() / 2].per_second / 1e6, rates.front().per_second / 1e6,
               rates.back().per_second / 1e6, one.id);
  }
  return 0;
}
