// SPDX-License-Identifier: MIT
// Wave instructions per second and core of the emulator, with its hazard checks off and on.
//
//   emulator_bench [case pattern] [repetitions]
//
// Without a pattern: a streaming kernel, a reduction with barriers, integer arithmetic. With one:
// the selected cases of the families. Each is launched through the seam on one host thread, off and
// on in turn, and the medians are printed with how many times as long a launch takes with the
// checks on. Rates of one run compare with each other; between runs the machine may differ.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <ctime>
#include <functional>
#include <string>
#include <vector>

#include "gates/harness/case_run.hpp"
#include "gates/harness/device_image.hpp"
#include "gates/harness/runner.hpp"
#include "kernels/runtime/launcher.hpp"
#include "tests/bench/emulator/speed_kernels.hpp"

namespace {

using kgate::Problem;
using kgate::Status;
using kgate::gates::DeviceSession;
using kgate::gates::SessionOptions;

/// Processor time of the whole process: the emulator runs on the stream's worker thread, and a busy
/// machine would stretch the clock on the wall.
double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

using Launch = std::function<Status(DeviceSession&)>;

/// One launch on buffers that are already there, and the wait for it.
Status measure(DeviceSession& session, const Launch& launch, std::uint64_t& instructions,
               double& seconds) {
  const std::uint64_t before = session.wave_instructions();
  const double start = processor_seconds();
  Status status = launch(session);
  if (status.ok()) {
    status = session.launcher().synchronize();
  }
  seconds = processor_seconds() - start;
  instructions = session.wave_instructions() - before;
  return status;
}

Status print_line(DeviceSession& session, const Launch& launch, int repetitions,
                  const std::string& name) {
  std::array<std::vector<double>, 2> seconds;  // off, on
  std::uint64_t instructions = 0;
  for (int i = 0; i < repetitions; ++i) {
    for (const bool on : {false, true}) {
      SessionOptions options = session.options();
      options.emulator.check_registers = options.emulator.check_waits = on;
      options.emulator.check_races = on;
      session.apply(options);
      double taken = 0;
      if (Status status = measure(session, launch, instructions, taken); !status.ok()) {
        return status;
      }
      seconds.at(on ? 1 : 0).push_back(taken);
    }
  }
  std::array<double, 2> median{};
  for (std::size_t i = 0; i < 2; ++i) {
    std::sort(seconds.at(i).begin(), seconds.at(i).end());
    median.at(i) = seconds.at(i).at(seconds.at(i).size() / 2);
  }
  const double million = static_cast<double>(instructions) / 1e6;
  fmt::print("{:>12}  {:>10.1f}  {:>9.1f}  {:>5.2f}  {}\n", instructions, million / median[0],
             million / median[1], median[1] / median[0], name);
  return {};
}

Status bench_kernels(int repetitions) {
  SessionOptions options;
  options.code_objects = KGATE_SPEED_KERNELS_DIR;
  std::unique_ptr<DeviceSession> session;
  if (Status status = DeviceSession::open(options, session); !status.ok()) {
    return status;
  }
  Problem problem;
  for (const char* name : {"in", "out"}) {
    std::vector<std::byte> ones(sizeof(float) * kSpeedElements);
    for (std::size_t at = 0; at < ones.size(); at += sizeof(float)) {
      const float one = 1.0F;
      std::memcpy(&ones[at], &one, sizeof one);
    }
    problem.buffers.push_back({name,
                               kgate::DataType::f32,
                               kgate::Access::in_out,
                               ones.size(),
                               0,
                               {{0, std::move(ones)}}});
  }
  kgate::gates::DeviceImage image(session->device());
  if (Status status = image.upload(problem); !status.ok()) {
    return status;
  }
  const SpeedArguments arguments{static_cast<const float*>(image.addresses()[0]),
                                 static_cast<float*>(image.addresses()[1])};
  for (const char* entry : {"stream", "reduce", "integers"}) {
    const Launch launch = [&](DeviceSession& on) {
      return on.launcher().launch("speed_kernels", entry, {kSpeedBlocks}, {kSpeedThreads}, 0,
                                  std::as_bytes(std::span(&arguments, 1)));
    };
    if (Status status = print_line(*session, launch, repetitions, entry); !status.ok()) {
      return status;
    }
  }
  return {};
}

Status bench_cases(const std::string& pattern, int repetitions) {
  kgate::gates::RunRequest request;
  request.cases = {pattern};
  std::vector<std::pair<const kgate::Family*, kgate::Case>> cases;
  if (Status status = select_cases(request, cases); !status.ok()) {
    return status;
  }
  std::unique_ptr<DeviceSession> session;
  if (Status status = DeviceSession::open(SessionOptions{}, session); !status.ok()) {
    return status;
  }
  for (const auto& [family, one] : cases) {
    const Problem problem = family->problem(one, 1, kgate::gates::kPoisons[0]);
    kgate::gates::DeviceImage image(session->device());
    if (Status status = image.upload(problem); !status.ok()) {
      return status;
    }
    const std::any arguments = problem.bind(problem, image.addresses());
    const kgate::Family& of = *family;
    const Launch launch = [&](DeviceSession& on) { return of.launch(arguments, on.launcher()); };
    if (Status status = print_line(*session, launch, repetitions, one.id); !status.ok()) {
      return status;
    }
  }
  return {};
}

}  // namespace

int main(int argc, char** argv) {
  const int repetitions = argc > 2 ? std::max(1, std::stoi(argv[2])) : 9;
  fmt::print("million wave instructions per second of processor time\n");
  fmt::print("{:>12}  {:>10}  {:>9}  {:>5}  {}\n", "instructions", "checks off", "checks on",
             "times", argc > 1 ? "case" : "kernel");
  const Status status = argc > 1 ? bench_cases(argv[1], repetitions) : bench_kernels(repetitions);
  if (!status.ok()) {
    fmt::print(stderr, "emulator_bench: {}\n", status.message());
    return 3;
  }
  return 0;
}
