// SPDX-License-Identifier: MIT
// Catch2's XML reporter: every failed expression with its expansion.
#include <fmt/format.h>

#include <pugixml.hpp>

#include "mutate/reader.hpp"

namespace kgate::mutate {
namespace {

std::string words_of(const pugi::xml_node& expression) {
  std::string words = expression.child_value("Expanded");
  const std::size_t first = words.find_first_not_of(" \n\t");
  const std::size_t last = words.find_last_not_of(" \n\t");
  words = first == std::string::npos ? std::string() : words.substr(first, last - first + 1);
  return fmt::format("{}:{}: {}({})", expression.attribute("filename").value(),
                     expression.attribute("line").value(), expression.attribute("type").value(),
                     words);
}

// The first failed expression anywhere below, or an exception's or a fatal signal's text.
std::string first_failure(const pugi::xml_node& test) {
  const pugi::xml_node found = test.find_node([](const pugi::xml_node& node) {
    const std::string_view tag = node.name();
    return (tag == "Expression" && !node.attribute("success").as_bool(true)) ||
           tag == "FatalErrorCondition" || tag == "Exception" || tag == "Failure";
  });
  if (std::string_view(found.name()) == "Expression") {
    return words_of(found);
  }
  return fmt::format("{}: {}", found.name(), telling_line(found.text().as_string()));
}

Verdict read(const Finished& /*finished*/, const std::string& report,
             const std::string& /*pattern*/) {
  Verdict verdict;
  pugi::xml_document document;
  if (!document.load_buffer(report.data(), report.size())) {
    return verdict;
  }
  // v2's root is <Catch>, v3's <Catch2TestRun>; v2 has groups between it and the test cases.
  const pugi::xpath_node_set tests = document.select_nodes("//TestCase");
  for (const pugi::xpath_node& one : tests) {
    const pugi::xml_node test = one.node();
    if (!test.child("OverallResult").attribute("success").as_bool(true)) {
      verdict.failed.push_back({.kind = FailedTest::Kind::assertion,
                                .gate = "catch2",
                                .test_case = test.attribute("name").value(),
                                .first_difference = first_failure(test)});
    }
  }
  const pugi::xml_node totals = document.first_child().child("OverallResults");
  verdict.assertions = totals.attribute("successes").as_ullong() +
                       totals.attribute("failures").as_ullong() +
                       totals.attribute("expectedFailures").as_ullong();
  return verdict;
}

}  // namespace

extern const Reader catch2;
const Reader catch2{
    .stem = "catch2",
    .summary = "the file that `report` names, written by Catch2 (2 or 3) with `-r xml -o FILE`",
    .read = read,
};

}  // namespace kgate::mutate
