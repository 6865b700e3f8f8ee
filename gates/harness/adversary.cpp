// SPDX-License-Identifier: MIT
// Drawing adversaries, and comparing what launches under them leave behind.
#include "gates/harness/adversary.hpp"

#include <fmt/format.h>

#include <array>
#include <memory>
#include <utility>

#include "gates/emulator/emulator_api.h"
#include "gates/emulator/scramble.hpp"
#include "gates/harness/case_run.hpp"

namespace kgate::gates {
namespace {

/// A device's sessions: one with the wave size asked for and, if a case needs it, one with the
/// other.
class Sessions {
 public:
  explicit Sessions(SessionOptions base) : base_(std::move(base)) {}
  [[nodiscard]] const SessionOptions& base() const { return base_; }

  Status open(unsigned wave_size, DeviceSession*& session) {
    std::unique_ptr<DeviceSession>& own = opened_.at(wave_size == 64 ? 1 : 0);
    if (own == nullptr) {
      SessionOptions options = base_;
      options.wave_size = wave_size;
      if (Status status = DeviceSession::open(options, own); !status.ok()) {
        return status;
      }
    }
    session = own.get();
    return {};
  }

 private:
  SessionOptions base_;
  std::array<std::unique_ptr<DeviceSession>, 2> opened_;
};

/// The session that runs the adversary. A family that has no code for its wave size runs with the
/// size that was asked for.
Status session_for(const Family& family, Sessions& sessions, SessionOptions& options,
                   DeviceSession*& session) {
  if (Status status = sessions.open(options.wave_size, session); !status.ok()) {
    return status;
  }
  if (options.wave_size != sessions.base().wave_size && !session->has_code(family.name)) {
    options.wave_size = sessions.base().wave_size;
    return sessions.open(options.wave_size, session);
  }
  return {};
}

struct Found {
  SessionOptions options;
  std::string what;  ///< empty: nothing
};

/// The case undisturbed and under every draw, until one differs.
Status run_draws(const Family& family, const Case& one, Sessions& sessions, std::uint64_t seed,
                 unsigned count, AdversaryReport& report, Found& found) {
  DeviceSession* calm = nullptr;
  found.options = sessions.base();
  if (Status status = sessions.open(sessions.base().wave_size, calm); !status.ok()) {
    return status;
  }
  calm->apply(sessions.base());
  ++report.cases;
  const Problem problem = family.problem(one, seed, kPoisons[0]);
  Snapshot expected;
  if (const Status status = calm->run(family, problem, expected); !status.ok()) {
    found.what = status.message();
    return {};
  }
  const Snapshot before = initial_snapshot(problem);
  const WrittenMask mask = written_elements(problem, before, expected, before, expected);
  for (unsigned draw = 1; draw <= count; ++draw) {
    found.options = adversary(sessions.base(), one.id, seed, draw);
    DeviceSession* session = nullptr;
    if (Status status = session_for(family, sessions, found.options, session); !status.ok()) {
      return status;
    }
    session->apply(found.options);
    Snapshot actual;
    if (const Status status = session->run(family, problem, actual); !status.ok()) {
      found.what = status.message();
      return {};
    }
    const Comparison difference = compare(problem, expected, actual, mask, Select::all);
    ++report.launches;
    report.other_wave += found.options.wave_size != sessions.base().wave_size ? 1 : 0;
    report.compared += difference.compared;
    if (difference.differing != 0) {
      found.what = fmt::format("{} elements differ from the undisturbed launch; first {}",
                               difference.differing, difference.first);
      return {};
    }
  }
  return {};
}

bool run_case(const Family& family, const Case& one, Sessions& sessions, std::uint64_t seed,
              unsigned count, AdversaryReport& report) {
  Found found;
  if (const Status status = run_draws(family, one, sessions, seed, count, report, found);
      !status.ok()) {
    report.could_not_run.push_back(
        fmt::format("{}: {}", session_arguments(found.options), status.message()));
    return false;
  }
  if (found.what.empty()) {
    return true;
  }
  report.difference = fmt::format("{}: {}", one.id, found.what);
  report.replay = fmt::format("kgate run{} --seed {} --case {}", session_arguments(found.options),
                              seed, shell_quoted(one.id));
  return false;
}

}  // namespace

SessionOptions adversary(const SessionOptions& base, const std::string& case_id, std::uint64_t seed,
                         unsigned draw) {
  std::uint64_t of_case = emulator::scramble(seed);
  for (const char c : case_id) {
    of_case = emulator::scramble(of_case ^ static_cast<unsigned char>(c));
  }
  const std::uint64_t bits = emulator::scramble(of_case + draw);
  SessionOptions options = base;
  options.emulator.wave_order = static_cast<std::uint32_t>((of_case + draw) % 4);
  options.emulator.group_order = static_cast<std::uint32_t>(((of_case >> 8U) + draw) % 3);
  // A seed would turn waves in order into waves at random; workgroups at random need one.
  const bool in_order = options.emulator.wave_order == kgateEmulatorInOrder &&
                        options.emulator.group_order != kgateEmulatorRandom;
  options.schedule_seed = in_order ? 0 : 1 + (bits >> 8U) % 1000000;
  options.approximation_seed = 1 + (bits >> 32U) % 1000000;
  options.emulator.poison = static_cast<std::uint32_t>(bits & 0xFFU);
  const bool other_wave = (((of_case >> 16U) + draw) & 1U) != 0;
  if (other_wave && options.device.rfind("emulated:", 0) == 0) {
    options.wave_size = base.wave_size == 32 ? 64 : 32;
  }
  return options;
}

bool run_case_under_adversaries(const Family& family, const Case& one, const SessionOptions& base,
                                std::uint64_t seed, unsigned count, AdversaryReport& report) {
  Sessions sessions(base);
  return run_case(family, one, sessions, seed, count, report);
}

Status run_adversaries(const RunRequest& request, unsigned count, const Progress& progress,
                       AdversaryReport& report) {
  std::vector<std::pair<const Family*, Case>> cases;
  if (Status status = select_cases(request, cases); !status.ok()) {
    return status;
  }
  std::size_t done = 0;
  for (const SessionOptions& base : request.sessions) {
    Sessions sessions(base);
    for (const auto& [family, one] : cases) {
      if (!run_case(*family, one, sessions, request.seed, count, report)) {
        return {};
      }
      progress(++done, cases.size() * request.sessions.size(), one.id);
    }
  }
  return {};
}

std::string adversary_text(const AdversaryReport& report) {
  std::string text;
  for (const std::string& reason : report.could_not_run) {
    text += fmt::format("could not run:{}\n", reason);
  }
  if (!report.difference.empty()) {
    text += fmt::format("DIFFERS {}\n  replay: {}\n", report.difference, report.replay);
  }
  const bool all = report.difference.empty() && report.could_not_run.empty();
  text += fmt::format(
      "{}: {} cases, {} launches under adversaries ({} of them with the other wave size), {} "
      "elements compared\n",
      all ? "same bits" : "stopped", report.cases, report.launches, report.other_wave,
      report.compared);
  return text;
}

}  // namespace kgate::gates
