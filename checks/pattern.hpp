// SPDX-License-Identifier: MIT
// Patterns over qualified names and over paths, as configuration files write them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kgate::checks {

/// Splits `a{b,c}d` into `abd` and `acd`; groups may be repeated, not nested.
std::vector<std::string> expand_braces(std::string_view pattern);

/// `*` stands for any characters, `?` for one; everything else for itself.
bool matches_glob(std::string_view pattern, std::string_view text);

/// Over paths with `/`: `*` and `?` stop at a slash, `**/` stands for any folders, or none.
bool matches_path(std::string_view pattern, std::string_view path);

/// A set of patterns over qualified names. A pattern with `::` is held against the whole name, one
/// without against the last part of it. `{backend}` stands for any of the words, in any case of
/// letters: `is_{backend}` covers `is_hip`, `ns::is_CUDA`.
class NamePatterns {
 public:
  NamePatterns() = default;
  NamePatterns(const std::vector<std::string>& patterns, const std::vector<std::string>& words);

  [[nodiscard]] bool matches(std::string_view qualified) const;
  [[nodiscard]] bool empty() const { return whole_.empty() && last_.empty(); }

 private:
  struct One {
    std::string before;  ///< with `word` empty: the whole pattern
    std::string word;    ///< lower case
    std::string after;
  };
  static bool matches_one(const One& one, std::string_view name);

  std::vector<One> whole_;
  std::vector<One> last_;
};

/// The part after the last `::`.
std::string_view last_part(std::string_view qualified);

std::string lower_case(std::string_view text);

}  // namespace kgate::checks
