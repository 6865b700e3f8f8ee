// SPDX-License-Identifier: MIT
// Path patterns by backtracking.
#include "mutate/glob.hpp"

#include <algorithm>

namespace kgate::mutate {

bool glob_matches(std::string_view pattern, std::string_view path) {
  while (!pattern.empty()) {
    if (pattern.starts_with("**")) {
      std::string_view rest = pattern.substr(2);
      if (rest.starts_with('/') && glob_matches(rest.substr(1), path)) {
        return true;
      }
      for (std::size_t i = 0; i <= path.size(); ++i) {
        if (glob_matches(rest, path.substr(i))) {
          return true;
        }
      }
      return false;
    }
    if (pattern.front() == '*') {
      const std::string_view rest = pattern.substr(1);
      for (std::size_t i = 0; i <= path.size(); ++i) {
        if (glob_matches(rest, path.substr(i))) {
          return true;
        }
        if (i < path.size() && path[i] == '/') {
          return false;
        }
      }
      return false;
    }
    if (path.empty() ||
        (pattern.front() == '?' ? path.front() == '/' : pattern.front() != path.front())) {
      return false;
    }
    pattern.remove_prefix(1);
    path.remove_prefix(1);
  }
  return path.empty();
}

bool any_glob_matches(const std::vector<std::string>& patterns, std::string_view path) {
  return std::ranges::any_of(
      patterns, [path](const std::string& pattern) { return glob_matches(pattern, path); });
}

}  // namespace kgate::mutate
