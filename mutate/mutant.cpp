// SPDX-License-Identifier: MIT
// Ids, names, application and diffs of mutants.
#include "mutate/mutant.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "mutate/digest.hpp"
#include "mutate/failure.hpp"

namespace kgate::mutate {
namespace {

std::size_t line_begin(std::string_view text, std::size_t offset) {
  const std::size_t newline = offset == 0 ? std::string_view::npos : text.rfind('\n', offset - 1);
  return newline == std::string_view::npos ? 0 : newline + 1;
}

// One past the newline of the line that holds `offset`.
std::size_t line_end(std::string_view text, std::size_t offset) {
  const std::size_t newline = text.find('\n', offset);
  return newline == std::string_view::npos ? text.size() : newline + 1;
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = line_end(text, 0);
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return lines;
}

void append_lines(std::string& out, char mark, std::string_view text) {
  for (const std::string_view line : lines_of(text)) {
    out += mark;
    out += line;
    if (!line.ends_with('\n')) {
      out += "\n\\ No newline at end of file\n";
    }
  }
}

std::string_view trimmed(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t");
  return first == std::string_view::npos ? std::string_view{} : line.substr(first);
}

}  // namespace

Position position_of(std::string_view text, std::size_t offset) {
  const std::string_view before = text.substr(0, offset);
  const auto newlines = std::ranges::count(before, '\n');
  return {.line = static_cast<std::size_t>(newlines) + 1,
          .column = offset - line_begin(text, offset) + 1};
}

void assign_ids(std::vector<Mutant>& mutants, std::string_view text) {
  std::map<std::string, int> seen;
  for (Mutant& mutant : mutants) {
    const std::size_t begin = line_begin(text, mutant.edit.begin);
    const std::string_view line = text.substr(begin, line_end(text, mutant.edit.begin) - begin);
    const std::size_t indent = line.size() - trimmed(line).size();
    const std::string key = fmt::format("{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}", mutant.operator_name,
                                        mutant.ladder, mutant.rung, mutant.edit.file, trimmed(line),
                                        mutant.edit.begin - begin - indent, mutant.edit.original,
                                        mutant.edit.replacement);
    mutant.id = sha256(fmt::format("{}\n{}", key, seen[key]++)).substr(0, 12);
  }
}

std::string name_of(const Mutant& mutant) {
  const std::string& title = mutant.rung.empty() ? mutant.operator_name : mutant.rung;
  return fmt::format("{}:{}:{} {}{}{}", mutant.edit.file, mutant.begin.line, mutant.begin.column,
                     title, mutant.summary.empty() ? "" : ": ", mutant.summary);
}

std::string edited(const Edit& edit, const std::string& text) {
  if (edit.begin > edit.end || edit.end > text.size() ||
      std::string_view(text).substr(edit.begin, edit.end - edit.begin) != edit.original ||
      sha256(text) != edit.file_sha256) {
    throw Failure(kExitCouldNotRun,
                  fmt::format("{}: the edit of bytes {} to {} no longer matches: the file is not "
                              "the one it was made for; run the ladder again",
                              edit.file, edit.begin, edit.end));
  }
  return text.substr(0, edit.begin) + edit.replacement + text.substr(edit.end);
}

std::string diff_of(const Edit& edit, const std::string& text) {
  constexpr int kContext = 3;
  const std::size_t from = line_begin(text, edit.begin);
  const std::size_t to = line_end(text, edit.end > edit.begin ? edit.end - 1 : edit.end);
  const std::string changed = text.substr(from, edit.begin - from) + edit.replacement +
                              text.substr(edit.end, to - edit.end);
  std::size_t above = from;
  std::size_t below = to;
  for (int i = 0; i < kContext; ++i) {
    above = above == 0 ? 0 : line_begin(text, above - 1);
    below = below >= text.size() ? below : line_end(text, below);
  }
  const std::string_view before = std::string_view(text).substr(above, from - above);
  const std::string_view after = std::string_view(text).substr(to, below - to);
  const std::string_view removed = std::string_view(text).substr(from, to - from);
  const std::size_t context = lines_of(before).size() + lines_of(after).size();
  const std::size_t first = position_of(text, above).line;
  std::string diff =
      fmt::format("--- a/{0}\n+++ b/{0}\n@@ -{1},{2} +{1},{3} @@\n", edit.file, first,
                  context + lines_of(removed).size(), context + lines_of(changed).size());
  append_lines(diff, ' ', before);
  append_lines(diff, '-', removed);
  append_lines(diff, '+', changed);
  append_lines(diff, ' ', after);
  return diff;
}

}  // namespace kgate::mutate
