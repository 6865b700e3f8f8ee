// SPDX-License-Identifier: MIT
// Reads unified diffs for `--in-diff`.
#include <fmt/format.h>

#include <charconv>
#include <filesystem>
#include <string_view>

#include "mutate/failure.hpp"
#include "mutate/selection.hpp"

namespace kgate::mutate {
namespace {

std::vector<std::string_view> split_lines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

// `+++ b/path` with an optional tab and time stamp; the prefix only where the tree needs it off.
std::string path_of(std::string_view line, const std::filesystem::path& root) {
  std::string_view path = line.substr(4);
  path = path.substr(0, path.find('\t'));
  if (path == "/dev/null") {
    return {};
  }
  if (path.starts_with("b/") && !std::filesystem::exists(root / path)) {
    path.remove_prefix(2);
  }
  return std::string(path);
}

// `@@ -a,b +c,d @@`: c and d.
std::pair<std::size_t, std::size_t> hunk_of(std::string_view line) {
  std::size_t start = 0;
  std::size_t count = 1;
  const std::size_t plus = line.find('+');
  const char* end = line.data() + line.size();
  if (plus == std::string_view::npos) {
    throw Failure(kExitUsage, fmt::format("--in-diff: no hunk header: {}", line));
  }
  const auto [at, error] = std::from_chars(line.data() + plus + 1, end, start);
  if (error != std::errc()) {
    throw Failure(kExitUsage, fmt::format("--in-diff: no hunk header: {}", line));
  }
  if (at != end && *at == ',') {
    std::from_chars(at + 1, end, count);
  }
  return {start, count};
}

}  // namespace

std::map<std::string, std::vector<std::pair<std::size_t, std::size_t>>> changed_lines(
    const std::string& diff, Sources& sources, const std::filesystem::path& root) {
  std::map<std::string, std::vector<std::pair<std::size_t, std::size_t>>> changed;
  std::string file;
  std::vector<std::string_view> now;
  std::size_t line = 0;  // the new file's line the next ' ' or '+' line must equal
  std::size_t left = 0;  // new lines the hunk still has
  for (const std::string_view text : split_lines(diff)) {
    if (left == 0 && text.starts_with("+++ ")) {
      file = path_of(text, root);
      now = file.empty() ? std::vector<std::string_view>() : split_lines(sources.text(file));
    } else if (text.starts_with("@@ ")) {
      std::tie(line, left) = hunk_of(text);
      if (left == 0 && !file.empty()) {
        changed[file].emplace_back(line, line + 1);  // a deletion: its neighbours
      }
    } else if (left > 0 && (text.starts_with('+') || text.starts_with(' ') || text.empty())) {
      const std::string_view content = text.empty() ? text : text.substr(1);
      if (line == 0 || line > now.size() || now[line - 1] != content) {
        throw Failure(kExitUsage,
                      fmt::format("--in-diff: {}:{} does not hold the diff's text: the diff is of "
                                  "another state of the tree",
                                  file, line));
      }
      if (text.starts_with('+')) {
        changed[file].emplace_back(line, line);
      }
      ++line;
      --left;
    }
  }
  return changed;
}

}  // namespace kgate::mutate
