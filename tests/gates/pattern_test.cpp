// SPDX-License-Identifier: MIT
// Case filters.
#include "gates/harness/runner.hpp"
#include "tests/catch.hpp"

using kgate::gates::matches_pattern;

TEST_CASE("a pattern without wildcards matches only itself") {
  CHECK(matches_pattern("add:rows=3", "add:rows=3"));
  CHECK_FALSE(matches_pattern("add:rows=33", "add:rows=3"));
  CHECK_FALSE(matches_pattern("add:rows=3", ""));
}

TEST_CASE("a star stands for any run and a question mark for one character") {
  CHECK(matches_pattern("add:type=f16,rows=3", "add:*rows=3"));
  CHECK(matches_pattern("add:type=f16,rows=3", "*f?6*"));
  CHECK(matches_pattern("", "*"));
  CHECK_FALSE(matches_pattern("add:type=bf16,rows=3", "add:type=f*rows=33"));
}
