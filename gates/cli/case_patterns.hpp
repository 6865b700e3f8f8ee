// SPDX-License-Identifier: MIT
// Case ids on a command line.
#pragma once

#include <string>
#include <vector>

namespace kgate::gates {

/// Patterns of `--case` from the pieces a parser has split at commas. Case ids contain commas; a
/// piece with a colon begins one.
[[nodiscard]] inline std::vector<std::string> case_patterns(
    const std::vector<std::string>& pieces) {
  std::vector<std::string> patterns;
  for (const std::string& piece : pieces) {
    if (patterns.empty() || piece.find(':') != std::string::npos) {
      patterns.push_back(piece);
    } else {
      patterns.back() += "," + piece;
    }
  }
  return patterns;
}

}  // namespace kgate::gates
