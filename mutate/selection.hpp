// SPDX-License-Identifier: MIT
// Which mutants a command is about: all of the project's, then the filters of the command line.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "mutate/ladder_report.hpp"
#include "mutate/rungs.hpp"
#include "mutate/settings.hpp"

namespace kgate::mutate {

struct Filter {
  std::vector<std::string> rungs;      ///< names or patterns; then only rungs
  std::vector<std::string> ladders;    ///< patterns of ladder files; then only their rungs
  std::vector<std::string> operators;  ///< ids or patterns
  std::vector<std::string> files;      ///< patterns
  std::vector<std::string> lines;      ///< `N`, `N-M` or `FILE:N`
  std::vector<std::string> ids;
  std::string in_diff;       ///< a diff file or a revision
  bool ladder_only = false;  ///< rungs of ladder files, no generated mutants
  unsigned shard = 1;
  unsigned shards = 1;
  /// Whether nothing but the shard leaves mutants out.
  [[nodiscard]] bool is_all() const {
    return rungs.empty() && ladders.empty() && operators.empty() && files.empty() &&
           lines.empty() && ids.empty() && in_diff.empty() && !ladder_only;
  }
};

/// A report with the selected mutants, without outcomes. Throws Failure: usage for a filter that
/// makes no sense, ran_nothing where it selects nothing.
LadderReport select_mutants(const Settings& all, const Filter& filter, Sources& sources);

/// Lines of each file that a unified diff adds or changes; for a pure deletion the line it leaves
/// behind. Throws Failure (usage) where the diff's text is not what the tree holds.
std::map<std::string, std::vector<std::pair<std::size_t, std::size_t>>> changed_lines(
    const std::string& diff, Sources& sources, const std::filesystem::path& root);

}  // namespace kgate::mutate
