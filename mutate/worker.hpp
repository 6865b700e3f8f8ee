// SPDX-License-Identifier: MIT
// One private copy of the project: built once, then mutated, built, judged and restored again and
// again by one thread.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
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
  double seconds = 0;
  std::uint64_t assertions = 0;
};

class Worker {
 public:
  /// `lab`: where the copy goes, `logs`: where build and test output of mutants goes.
  Worker(const Settings& settings, int number, std::filesystem::path lab,
         std::filesystem::path logs, int jobs);

  /// Copies the tree and runs setup and every build. Throws Failure (could_not_run).
  void prepare(const std::vector<TreeFile>& files);

  /// Builds the original and runs the tests that the mutants of `file` will face. Throws Failure:
  /// could_not_run where a test fails, ran_nothing where none asserts. A second call with the same
  /// commands returns at once.
  void baseline(const std::string& file);

  /// Applies, builds, judges, confirms and restores one mutant. `duplicate` is asked with the
  /// digest of what was built, and answers the id of an earlier mutant with the same, or nothing.
  /// `killers`: cases that killed similar mutants.
  Outcome run(const Mutant& mutant, const std::function<std::string(const std::string&)>& duplicate,
              const std::vector<std::string>& killers);

  /// Builds the original and runs every baseline command again. Empty where all is as at the start;
  /// else what is not.
  std::string control();

  /// SHA-256 of a file of the copy.
  [[nodiscard]] std::string file_sha256(const std::string& file) const;
  [[nodiscard]] const std::filesystem::path& root() const { return root_; }
  [[nodiscard]] const std::map<std::string, Baseline>& baselines() const { return baselines_; }

 private:
  struct Judged {
    Verdict verdict;
    double seconds = 0;
  };
  Finished shell(const std::string& line, const std::filesystem::path& log, double limit) const;
  [[nodiscard]] std::string expand(std::string line, const Route& route, const std::string& file,
                                   const std::vector<std::string>& killers) const;
  Judged test(const Route& route, const std::string& line, const std::filesystem::path& log,
              double limit) const;
  void build_original(const Route& route);
  /// Whether the build fails where the file is no valid text of any kind.
  bool builds(const std::string& file, const Route& route, const MutatedFile& mutated,
              const std::filesystem::path& log);
  void judge_mutant(const Mutant& mutant, const Route& route,
                    const std::vector<std::string>& killers, const std::filesystem::path& log,
                    Outcome& outcome) const;
  void confirm(const Route& route, const std::string& line, double limit, const Judged& first,
               const std::filesystem::path& log, Outcome& outcome) const;
  [[nodiscard]] double limit_of(const std::string& line) const;
  Artifacts& artifacts_of(const Route& route);

  const Settings& settings_;
  int number_;
  int jobs_;
  std::filesystem::path root_;
  std::filesystem::path logs_;
  std::map<std::string, std::string> environment_;
  std::map<std::string, Artifacts> artifacts_;   // by route
  std::map<std::string, std::string> original_;  // digest of the original's build, by route
  std::map<std::string, double> build_seconds_;  // by route
  std::map<std::string, Baseline> baselines_;    // by expanded command
  std::map<std::string, const Route*> routes_of_baselines_;
  std::map<std::string, bool> built_files_;  // whether the build reads a file, once asked
};

}  // namespace kgate::mutate
