// SPDX-License-Identifier: MIT
// Turns the rungs of ladder files into mutants, and matches arguments to mutants.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "mutate/mutant.hpp"
#include "mutate/settings.hpp"

namespace kgate::mutate {

/// Content of the project's files that mutants are made from, read once.
class Sources {
 public:
  explicit Sources(std::filesystem::path root) : root_(std::move(root)) {}
  /// Throws Failure (could_not_run).
  const std::string& text(const std::string& file);
  const std::string& sha256(const std::string& file);
  [[nodiscard]] const std::map<std::string, std::string>& texts() const { return texts_; }

 private:
  std::filesystem::path root_;
  std::map<std::string, std::string> texts_;
  std::map<std::string, std::string> sums_;
};

/// The mutants of the written-out edits, in order. `generated`: mutants of operators, in which
/// rungs that name an operator find theirs. Throws Failure (usage) with the place of every rung
/// that is wrong: its file is missing, its text occurs not at all or too often, its operator finds
/// nothing there.
std::vector<Mutant> mutants_of_rungs(const Settings& settings, Sources& sources,
                                     const std::vector<Mutant>& generated);

/// Marks the mutants each argument speaks of; returns `where: what` for arguments of no mutant.
std::vector<std::string> apply_arguments(const Settings& settings, Sources& sources,
                                         std::vector<Mutant>& mutants);

/// A mutant of replacing bytes [begin, end) of a file, without id.
Mutant make_mutant(Sources& sources, const std::string& file, std::size_t begin, std::size_t end,
                   std::string replacement);

}  // namespace kgate::mutate
