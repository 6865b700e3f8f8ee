// SPDX-License-Identifier: MIT
// Which files of a project a run looked at, so that what was not looked at is not judged.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "checks/config.hpp"
#include "checks/vocabulary.hpp"
#include "checks/whole_program.hpp"

namespace kgate::checks {

class AnalysedPaths {
 public:
  /// `code_objects` are absolute paths.
  AnalysedPaths(const Config& config, const Program& program, const Vocabulary& vocabulary,
                const std::vector<std::string>& code_objects);

  /// Whether a source, a header that one includes, or a code object of the run matches a pattern of
  /// paths relative to the root.
  [[nodiscard]] bool has(std::string_view pattern) const;

  [[nodiscard]] bool has_code_objects() const { return has_code_objects_; }

 private:
  std::set<std::string> relative_;
  bool has_code_objects_;
};

/// Whether a file under the root, hidden folders aside, matches a pattern of relative paths.
bool exists_under(const std::string& root, const std::string& pattern);

}  // namespace kgate::checks
