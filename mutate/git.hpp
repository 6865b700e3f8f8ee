// SPDX-License-Identifier: MIT
// Read-only questions to git: which files a tree has, and how it differs from a revision.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace kgate::mutate {

/// `text` as one word for the shell.
std::string shell_word(const std::string& text);

/// Files git tracks or would track below `root`, relative to it, sorted. Nothing where `root` is in
/// no git work tree. Never writes: optional locks are off, so the index is not refreshed.
std::optional<std::vector<std::string>> git_files(const std::filesystem::path& root);

/// The unified diff without context from `revision` to the work tree, paths relative to `root`.
/// Throws Failure (usage) where git does not know the revision.
std::string git_diff(const std::filesystem::path& root, const std::string& revision);

}  // namespace kgate::mutate
