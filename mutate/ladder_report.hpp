// SPDX-License-Identifier: MIT
// The result of a ladder, and what in it is a finding.
#pragma once

#include <array>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "mutate/mutant.hpp"
#include "mutate/outcome.hpp"

namespace kgate::mutate {

/// A mutated file's hash in the user's tree and in the copies, at the start and restored at the
/// end.
struct FileProof {
  std::string before;
  std::string after;    ///< of the restored copies, all alike
  std::string in_tree;  ///< of the user's file at the end
};

struct LadderReport {
  std::string project;
  std::string settings_sha256;
  unsigned shard = 1;
  unsigned shards = 1;
  bool complete = true;          ///< whether nothing but the shard left mutants out
  std::uint64_t assertions = 0;  ///< of the baseline, all commands together
  unsigned controls = 0;         ///< green control runs of the restored original
  double seconds = 0;            ///< wall time of the mutants
  double baseline_seconds = 0;   ///< copies, setup, first build and baseline
  unsigned jobs = 1;
  std::vector<std::string> accept;  ///< states that are no finding
  std::vector<Mutant> mutants;
  std::map<std::string, Outcome> outcomes;   ///< by mutant id
  std::map<std::string, FileProof> files;    ///< by path
  std::vector<std::string> stale_arguments;  ///< `where: what`, arguments no mutant matches
};

/// Something that keeps the ladder from being clean.
struct Finding {
  std::string mutant;  ///< id; empty where it is about none
  std::string title;   ///< state or kind, such as "survived", "unexpected killer"
  std::string message;
};

/// The outcome that counts: a duplicate's is its twin's.
const Outcome& effective(const LadderReport& report, const Outcome& outcome);

/// In the order of the mutants.
std::vector<Finding> findings_of(const LadderReport& report);

/// How many outcomes have each state, in the order of State; duplicates count as duplicates.
std::array<std::size_t, kStates> count_states(const LadderReport& report);

/// How many surviving mutants are argued equivalent.
std::size_t count_argued(const LadderReport& report);

/// JSON of everything, for `merge`, `verify` and people's scripts.
std::string to_json(const LadderReport& report);

/// Reads what `to_json` wrote. Throws Failure (usage) naming the file.
LadderReport read_report(const std::filesystem::path& path);

/// JSON of one outcome on one line, and back. `from_json` throws Failure (usage).
std::string to_json_line(const Outcome& outcome);
Outcome outcome_from_json(const std::string& line);

/// JSON array of mutants with their diffs, for `--list --json`. `texts`: content by file.
std::string list_json(const std::vector<Mutant>& mutants,
                      const std::map<std::string, std::string>& texts);

}  // namespace kgate::mutate
