// SPDX-License-Identifier: MIT
// Path patterns: `*` and `?` within one folder name, `**` across folders.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kgate::mutate {

/// Whether a relative path with `/` separators matches the whole pattern. `**/` also matches no
/// folder at all, so `**/*.cpp` matches `a.cpp`.
bool glob_matches(std::string_view pattern, std::string_view path);

/// Whether any pattern matches; false for no pattern.
bool any_glob_matches(const std::vector<std::string>& patterns, std::string_view path);

}  // namespace kgate::mutate
