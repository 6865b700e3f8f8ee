// SPDX-License-Identifier: MIT
// Patterns over names and paths.
#include "checks/pattern.hpp"

#include <algorithm>
#include <cctype>

namespace kgate::checks {

std::string lower_case(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return result;
}

std::string_view last_part(std::string_view qualified) {
  const auto at = qualified.rfind("::");
  return at == std::string_view::npos ? qualified : qualified.substr(at + 2);
}

std::vector<std::string> expand_braces(std::string_view pattern) {
  const auto open = pattern.find('{');
  const auto close = pattern.find('}', open == std::string_view::npos ? 0 : open);
  if (open == std::string_view::npos || close == std::string_view::npos) {
    return {std::string(pattern)};
  }
  std::vector<std::string> result;
  const auto rest = expand_braces(pattern.substr(close + 1));
  std::string_view group = pattern.substr(open + 1, close - open - 1);
  while (true) {
    const auto comma = group.find(',');
    for (const auto& tail : rest) {
      result.push_back(std::string(pattern.substr(0, open)) + std::string(group.substr(0, comma)) +
                       tail);
    }
    if (comma == std::string_view::npos) {
      return result;
    }
    group.remove_prefix(comma + 1);
  }
}

bool matches_glob(std::string_view pattern, std::string_view text) {
  std::size_t star = std::string_view::npos;
  std::size_t resume = 0;
  std::size_t p = 0;
  std::size_t t = 0;
  while (t < text.size()) {
    if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t]) && pattern[p] != '*') {
      ++p;
      ++t;
    } else if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      resume = t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++resume;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') {
    ++p;
  }
  return p == pattern.size();
}

bool matches_path(std::string_view pattern, std::string_view path) {
  if (pattern.starts_with("**/")) {
    if (matches_path(pattern.substr(3), path)) {
      return true;
    }
    const auto slash = path.find('/');
    return slash != std::string_view::npos && matches_path(pattern, path.substr(slash + 1));
  }
  if (pattern == "**") {
    return true;
  }
  const auto pattern_slash = pattern.find('/');
  const auto path_slash = path.find('/');
  if (pattern_slash == std::string_view::npos || path_slash == std::string_view::npos) {
    return pattern_slash == path_slash && matches_glob(pattern, path);
  }
  return matches_glob(pattern.substr(0, pattern_slash), path.substr(0, path_slash)) &&
         matches_path(pattern.substr(pattern_slash + 1), path.substr(path_slash + 1));
}

NamePatterns::NamePatterns(const std::vector<std::string>& patterns,
                           const std::vector<std::string>& words) {
  constexpr std::string_view kBackend = "{backend}";
  const auto add = [&](std::string before, std::string word, std::string after) {
    const bool scoped = (before + after).find("::") != std::string::npos;
    (scoped ? whole_ : last_).push_back({std::move(before), std::move(word), std::move(after)});
  };
  for (const auto& pattern : patterns) {
    const auto at = pattern.find(kBackend);
    if (at == std::string::npos) {
      for (auto& one : expand_braces(pattern)) {
        add(std::move(one), {}, {});
      }
      continue;
    }
    for (const auto& before : expand_braces(std::string_view(pattern).substr(0, at))) {
      for (const auto& after :
           expand_braces(std::string_view(pattern).substr(at + kBackend.size()))) {
        for (const auto& word : words) {
          add(before, lower_case(word), after);
        }
      }
    }
  }
}

bool NamePatterns::matches_one(const One& one, std::string_view name) {
  if (one.word.empty()) {
    return matches_glob(one.before, name);
  }
  const std::string lower = lower_case(name);
  for (auto at = lower.find(one.word); at != std::string::npos; at = lower.find(one.word, at + 1)) {
    if (matches_glob(one.before, name.substr(0, at)) &&
        matches_glob(one.after, name.substr(at + one.word.size()))) {
      return true;
    }
  }
  return false;
}

bool NamePatterns::matches(std::string_view qualified) const {
  const auto last = last_part(qualified);
  return std::any_of(last_.begin(), last_.end(),
                     [&](const One& one) { return matches_one(one, last); }) ||
         std::any_of(whole_.begin(), whole_.end(),
                     [&](const One& one) { return matches_one(one, qualified); });
}

}  // namespace kgate::checks
