// SPDX-License-Identifier: MIT
// One private copy of the project: built once, then mutated, built, judged and restored again and
// again by one thread.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "mutate/artifacts.hpp"
#include "mutate/mutant.hpp"
#include "mutate/outcome.hpp"
#include "mutate/reader.hpp"
#include "mutate/settings.hpp"
#include "mutate/tree.hpp"

namespace kgate::mutate {

class MutatedFile;

/// One test command's green run of the original.
struct Baseline {
  std::string route;  ///< key of the first route that has it
  std::string gates;  ///< the reader that judges it
  double seconds = 0;
  double cpu_seconds = 0;
  std::uint64_t assertions = 0;
};

/// How long a command may take, in seconds.
struct Limits {
  double passed = 0;     ///< 0: no limit
  double processor = 0;  ///< of one process; 0: no limit
};

/// The commands that judged a mutant: those of the route's n-th part, or of the whole after them.
struct Judgement {
  Outcome outcome;
  std::size_t stage = 0;
};

/// Cases that failed on similar mutants, and could fail in these commands.
using Killers = std::function<std::vector<std::string>(std::size_t stage)>;

class Worker {
 public:
  /// `lab`: where the copy goes, `logs`: where build and test output of mutants goes.
  Worker(const Settings& settings, int number, const std::filesystem::path& lab,
         std::filesystem::path logs, int jobs);

  /// Copies the tree, runs setup and, if `whole`, the default route's build. Throws Failure
  /// (could_not_run).
  void prepare(const std::vector<TreeFile>& files, bool whole);

  /// Builds the original and runs the tests that the mutant will face. Throws Failure:
  /// could_not_run where a test fails, ran_nothing where none asserts. A second call with the same
  /// commands returns at once.
  void baseline(const Mutant& mutant);

  /// Applies, builds, judges, confirms and restores one mutant. `duplicate` is asked with the
  /// digest of what was built, and answers the id of an earlier mutant with the same, or nothing.
  Judgement run(const Mutant& mutant,
                const std::function<std::string(const std::string&)>& duplicate,
                const Killers& killers);

  /// Builds the original and runs the baseline commands again, of every route that had a mutant
  /// since the last green control. Empty where all is as at the start; else what is not.
  std::string control();

  /// SHA-256 of a file of the copy.
  [[nodiscard]] std::string file_sha256(const std::string& file) const;
  [[nodiscard]] const std::filesystem::path& root() const { return root_; }
  [[nodiscard]] const std::map<std::string, Baseline>& baselines() const { return baselines_; }

 private:
  struct Original {
    Route route;
    std::string sha256;              // of what it builds from the original
    std::vector<std::string> parts;  // the same of its parts
    bool used = false;               // since the last green control
  };
  struct Judged {
    Verdict verdict;
    double seconds = 0;
    double cpu_seconds = 0;
  };
  [[nodiscard]] Finished shell(const std::string& line, const std::filesystem::path& log,
                               Limits limits) const;
  [[nodiscard]] std::string expand(std::string line, const Route& route,
                                   const std::vector<std::string>& killers) const;
  [[nodiscard]] Judged test(const Route& route, const std::string& line,
                            const std::filesystem::path& log, Limits limits) const;
  void build_original(const Route& route);
  void build_green(const std::string& line, const Route& route);
  /// Hashes of what the parts built and of what the whole did.
  Original look(const Route& route);
  /// Rebuilds the original where another route's last mutant is still what is built.
  void enter(const Route& route);
  /// Whether the build fails where the file is no valid text of any kind.
  bool builds(const std::string& file, const Route& route, const MutatedFile& mutated,
              const std::filesystem::path& log);
  /// Whether a part of the project was enough: it was built differently and its tests fail.
  bool fails_in_part(const Route& route, std::size_t stage, const Killers& killers,
                     const std::filesystem::path& log, Outcome& outcome);
  void judge_whole(const Mutant& mutant, const Route& route, const MutatedFile& mutated,
                   const std::function<std::string(const std::string&)>& duplicate,
                   const Killers& killers, const std::filesystem::path& log, Outcome& outcome);
  void judge_mutant(const Route& route, const std::vector<std::string>& killers,
                    const std::filesystem::path& log, Outcome& outcome) const;
  void confirm(const Route& route, const std::string& line, Limits limits, const Judged& first,
               const std::filesystem::path& log, Outcome& outcome) const;
  /// Of a command of a baseline, or of a selection from the cases of those that the route has.
  [[nodiscard]] Limits limits_of(const std::string& line, const Route& route) const;
  /// Runs the tests of a route or of a part of it that no run of the original has been seen of.
  std::uint64_t baseline_of(const Route& route);
  [[nodiscard]] Limits build_limits() const;
  Artifacts& artifacts_of(const Route& route);
  Artifacts& artifacts_of(const Part& part);

  const Settings& settings_;
  int number_;
  int jobs_;
  std::filesystem::path root_;
  std::filesystem::path logs_;
  std::map<std::string, std::string> environment_;
  std::map<std::string, Artifacts> artifacts_;  // by key of the route, or build of the part
  // By key of the route:
  std::map<std::string, Original> originals_;
  std::map<std::string, bool> built_files_;    // and file: whether the build reads it, once asked
  std::map<std::string, Baseline> baselines_;  // by expanded command
  double longest_build_seconds_ = 0;           // of builds of the original
  std::optional<Route> mutated_build_;         // whose build is of a mutant
};

}  // namespace kgate::mutate
