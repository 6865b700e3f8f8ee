// SPDX-License-Identifier: MIT
// GitHub workflow commands.
#include "reports/github_annotation.hpp"

#include "tests/catch.hpp"

using kgate::reports::github_annotation;
using kgate::reports::GithubAnnotation;

TEST_CASE("an annotation names file, line and column") {
  GithubAnnotation annotation;
  annotation.file = "a.cpp";
  annotation.line = 3;
  annotation.column = 7;
  annotation.title = "kmutate: survived";
  annotation.message = "x: 100%\nmore";
  CHECK(github_annotation(annotation) ==
        "::error file=a.cpp,line=3,col=7,title=kmutate%3A survived::x: 100%25%0Amore\n");
}

TEST_CASE("an annotation without a place has none") {
  GithubAnnotation annotation;
  annotation.level = GithubAnnotation::Level::notice;
  annotation.message = "m";
  CHECK(github_annotation(annotation) == "::notice::m\n");
}
