// SPDX-License-Identifier: MIT
// Markdown tables as GitHub renders them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kgate::reports {

/// Text safe in a table cell: `|` is escaped, line breaks become blanks.
[[nodiscard]] std::string markdown_cell(std::string_view text);

/// A table with a heading row; rows shorter than the heading are filled up.
class MarkdownTable {
 public:
  explicit MarkdownTable(std::vector<std::string> heading) : heading_(std::move(heading)) {}
  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
  [[nodiscard]] std::string text() const;

 private:
  std::vector<std::string> heading_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace kgate::reports
