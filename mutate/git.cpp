// SPDX-License-Identifier: MIT
// Runs git with its output captured.
#include "mutate/git.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>

#include "mutate/failure.hpp"

namespace kgate::mutate {
namespace {

struct Captured {
  bool succeeded = false;
  std::string output;
};

Captured capture(const std::string& line) {
  Captured captured;
  FILE* pipe = ::popen(line.c_str(), "re");
  if (pipe == nullptr) {
    return captured;
  }
  std::array<char, 65536> block;
  for (std::size_t count = 0; (count = std::fread(block.data(), 1, block.size(), pipe)) > 0;) {
    captured.output.append(block.data(), count);
  }
  captured.succeeded = ::pclose(pipe) == 0;
  return captured;
}

}  // namespace

std::string shell_word(const std::string& text) {
  std::string word = "'";
  for (const char c : text) {
    word += c == '\'' ? std::string("'\\''") : std::string(1, c);
  }
  return word + "'";
}

std::optional<std::vector<std::string>> git_files(const std::filesystem::path& root) {
  const Captured listed =
      capture(fmt::format("git --no-optional-locks -C {} ls-files -z --cached --others "
                          "--exclude-standard 2>/dev/null </dev/null",
                          shell_word(root.string())));
  if (!listed.succeeded) {
    return std::nullopt;
  }
  std::vector<std::string> files;
  std::size_t begin = 0;
  for (std::size_t end = 0; (end = listed.output.find('\0', begin)) != std::string::npos;
       begin = end + 1) {
    files.push_back(listed.output.substr(begin, end - begin));
  }
  std::ranges::sort(files);
  files.erase(std::ranges::unique(files).begin(), files.end());
  return files;
}

std::string git_diff(const std::filesystem::path& root, const std::string& revision) {
  const Captured diff = capture(
      fmt::format("git --no-optional-locks -C {} diff --no-color --no-ext-diff --relative -U0 "
                  "--src-prefix=a/ --dst-prefix=b/ {} -- . 2>&1 </dev/null",
                  shell_word(root.string()), shell_word(revision)));
  if (!diff.succeeded) {
    throw Failure(kExitUsage,
                  fmt::format("--in-diff {}: neither a file nor a revision git knows: {}", revision,
                              diff.output));
  }
  return diff.output;
}

}  // namespace kgate::mutate
