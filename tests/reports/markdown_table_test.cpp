// SPDX-License-Identifier: MIT
// Markdown tables.
#include "reports/markdown_table.hpp"

#include "tests/catch.hpp"

TEST_CASE("a table has its heading, a rule and one line a row") {
  kgate::reports::MarkdownTable table({"a", "b"});
  table.add({"1", "2"});
  table.add({"3"});
  CHECK(table.text() == "| a | b |\n| --- | --- |\n| 1 | 2 |\n| 3 |  |\n");
}

TEST_CASE("a cell cannot end its cell or its line") {
  CHECK(kgate::reports::markdown_cell("a|b\nc") == "a\\|b c");
}
