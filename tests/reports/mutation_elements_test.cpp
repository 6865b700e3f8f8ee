// SPDX-License-Identifier: MIT
// The mutation-testing-elements report.
#include "reports/mutation_elements.hpp"

#include "tests/catch.hpp"

namespace kgate::reports {
namespace {

ElementsReport one_mutant() {
  ElementsMutant mutant;
  mutant.id = "17";
  mutant.mutator = "relational";
  mutant.replacement = "<=";
  mutant.begin = {.line = 3, .column = 9};
  mutant.end = {.line = 3, .column = 10};
  mutant.status = ElementsStatus::killed;
  mutant.reason = "y[3] is 1, not 2";
  mutant.killed_by = "exact f:n=2";
  ElementsReport report;
  report.framework = "kmutate";
  report.project = "p & q";
  report.files["a.cpp"] = {
      .language = "cpp", .source = "// </script><!-- \xff\n", .mutants = {mutant}};
  return report;
}

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("the JSON has what the schema requires, and the killer as a test") {
  const std::string json = elements_json(one_mutant());
  CHECK(holds(json, R"("schemaVersion": "2")"));
  CHECK(holds(json, R"("thresholds")"));
  CHECK(holds(json, R"("status": "Killed")"));
  CHECK(holds(json, R"("mutatorName": "relational")"));
  CHECK(holds(json, R"("statusReason": "y[3] is 1, not 2")"));
  CHECK(holds(json, R"("killedBy")"));
  CHECK(holds(json, R"("testFiles")"));
}

TEST_CASE("source that is no UTF-8 does not break the JSON") {
  CHECK(holds(elements_json(one_mutant()), "\xEF\xBF\xBD"));
}

TEST_CASE("nothing in the source ends the page's script") {
  const std::string page = elements_html(one_mutant(), "draw();");
  CHECK(holds(page, "<script>draw();</script>"));
  CHECK(holds(page, "\\u003c/script>"));
  CHECK_FALSE(holds(page, "<!-- \xEF"));
  CHECK(holds(page, "<title>p &amp; q: mutants</title>"));
}

TEST_CASE("a mutant nobody killed names no test") {
  ElementsReport report = one_mutant();
  report.files["a.cpp"].mutants.front().killed_by.clear();
  report.files["a.cpp"].mutants.front().status = ElementsStatus::survived;
  const std::string json = elements_json(report);
  CHECK(holds(json, R"("status": "Survived")"));
  CHECK_FALSE(holds(json, "killedBy"));
  CHECK_FALSE(holds(json, "testFiles"));
}

}  // namespace kgate::reports
