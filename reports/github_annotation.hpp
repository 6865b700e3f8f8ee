// SPDX-License-Identifier: MIT
// GitHub workflow commands that annotate a line of a change.
#pragma once

#include <cstddef>
#include <string>

namespace kgate::reports {

struct GithubAnnotation {
  enum class Level { error, warning, notice };
  Level level = Level::error;
  std::string file;        ///< relative to the repository's root; empty: no place
  std::size_t line = 0;    ///< from 1; 0: none
  std::size_t column = 0;  ///< from 1; 0: none
  std::string title;
  std::string message;
};

/// One line with its newline, escaped as the runner wants it.
[[nodiscard]] std::string github_annotation(const GithubAnnotation& annotation);

}  // namespace kgate::reports
