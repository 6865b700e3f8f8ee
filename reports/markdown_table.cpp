// SPDX-License-Identifier: MIT
// Markdown tables.
#include "reports/markdown_table.hpp"

#include <cstddef>

namespace kgate::reports {
namespace {

void append_row(const std::vector<std::string>& row, std::size_t columns, std::string& out) {
  out += '|';
  for (std::size_t i = 0; i < columns; ++i) {
    out += ' ';
    out += i < row.size() ? markdown_cell(row[i]) : std::string();
    out += " |";
  }
  out += '\n';
}

}  // namespace

std::string markdown_cell(std::string_view text) {
  std::string cell;
  for (const char c : text) {
    if (c == '|') {
      cell += "\\|";
    } else {
      cell += c == '\n' || c == '\r' ? ' ' : c;
    }
  }
  return cell;
}

std::string MarkdownTable::text() const {
  std::string out;
  append_row(heading_, heading_.size(), out);
  append_row(std::vector<std::string>(heading_.size(), "---"), heading_.size(), out);
  for (const std::vector<std::string>& row : rows_) {
    append_row(row, heading_.size(), out);
  }
  return out;
}

}  // namespace kgate::reports
