// SPDX-License-Identifier: MIT
// Cases under drawn circumstances that must not change a bit.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gates/harness/runner.hpp"

namespace kgate::gates {

/// What differed first, and how to see it again.
struct AdversaryReport {
  std::uint64_t cases = 0;       ///< on all devices
  std::uint64_t launches = 0;    ///< under an adversary, compared with the undisturbed one
  std::uint64_t other_wave = 0;  ///< of them, with waves of the other size
  std::uint64_t compared = 0;    ///< elements
  std::string difference;        ///< empty: none
  std::string replay;            ///< the command that shows it
  std::vector<std::string> could_not_run;
};

/// Runs every selected case of every session once as it is and `count` times under an adversary,
/// one case after another. Stops at the first difference or fault. Not ok: the request itself is
/// wrong.
Status run_adversaries(const RunRequest& request, unsigned count, const Progress& progress,
                       AdversaryReport& report);

/// The same for one case; false where the report has something to say.
bool run_case_under_adversaries(const Family& family, const Case& one, const SessionOptions& base,
                                std::uint64_t seed, unsigned count, AdversaryReport& report);

/// Circumstances number `draw` of a case: a wave order, a workgroup order, a schedule seed, an
/// approximation seed, a poison and a wave size, drawn from the seed. Four draws in a row have
/// every wave order, three every workgroup order, and two both wave sizes.
[[nodiscard]] SessionOptions adversary(const SessionOptions& base, const std::string& case_id,
                                       std::uint64_t seed, unsigned draw);

/// The report in words, with a closing line.
[[nodiscard]] std::string adversary_text(const AdversaryReport& report);

}  // namespace kgate::gates
