// SPDX-License-Identifier: MIT
// JUnit XML.
#include "reports/junit_xml.hpp"

#include "tests/catch.hpp"

using kgate::reports::junit;
using kgate::reports::xml_escaped;

TEST_CASE("markup and control characters are escaped") {
  CHECK(xml_escaped("a<b & \"c\">") == "a&lt;b &amp; &quot;c&quot;&gt;");
  CHECK(xml_escaped(std::string("a\x01z")) == "a\xEF\xBF\xBDz");
}

TEST_CASE("counts are given per suite and in total") {
  const std::string text = junit(
      {{"one", {{"g", "passes", 0.5, "", ""}}},
       {"two", {{"g", "fails", 0.25, "first\nsecond", ""}, {"g", "skips", 0, "", "no device"}}}});
  CHECK(text.find(R"(<testsuites tests="3" failures="1" errors="0" skipped="1" time="0.750">)") !=
        std::string::npos);
  CHECK(text.find(R"(<testsuite name="two" tests="2" failures="1")") != std::string::npos);
  CHECK(text.find(R"(<failure message="first">first&#10;second</failure>)") != std::string::npos);
  CHECK(text.find(R"(<skipped message="no device"/>)") != std::string::npos);
}
