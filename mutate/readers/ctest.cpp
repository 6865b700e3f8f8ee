// SPDX-License-Identifier: MIT
// CTest: its closing lines, and its JUnit file where `report` names one.
#include <fmt/format.h>

#include <charconv>
#include <regex>
#include <string>

#include "mutate/junit_cases.hpp"
#include "mutate/reader.hpp"

namespace kgate::mutate {
namespace {

// "\t  3 - name (Failed)" below "The following tests FAILED:". The word tells how.
FailedTest::Kind kind_of(const std::string& word) {
  if (word == "Timeout") {
    return FailedTest::Kind::timeout;
  }
  // CTest's words for signals; anything it calls Failed is an exit code.
  const bool assertion = word == "Failed" || word == "Not Run";
  return assertion ? FailedTest::Kind::assertion : FailedTest::Kind::crash;
}

Verdict read(const Finished& finished, const std::string& report, const std::string& pattern) {
  Verdict verdict;
  const std::vector<JunitCase> cases = junit_cases(report);
  if (!pattern.empty()) {
    std::string text = finished.output;
    for (const JunitCase& one : cases) {
      text += one.output;
    }
    verdict.assertions = sum_of_matches(pattern, text);
  } else if (std::smatch match; std::regex_search(
                 finished.output, match, std::regex("([0-9]+) tests? failed out of ([0-9]+)"))) {
    // Without a pattern a test is one assertion.
    const std::string total = match[2].str();
    std::from_chars(total.data(), total.data() + total.size(), verdict.assertions);
  }
  const std::size_t list = finished.output.find("The following tests FAILED:");
  if (list == std::string::npos) {
    return verdict;
  }
  const std::string tail = finished.output.substr(list);
  const std::regex entry(R"(\n\s*[0-9]+ - (.+) \(([^()]+)\))");
  for (std::sregex_iterator at(tail.begin(), tail.end(), entry), end; at != end; ++at) {
    FailedTest failed{.kind = kind_of((*at)[2].str()),
                      .gate = "ctest",
                      .test_case = (*at)[1].str(),
                      .first_difference = (*at)[2].str()};
    for (const JunitCase& one : cases) {
      if (one.name == failed.test_case && !one.output.empty()) {
        failed.first_difference = telling_line(one.output);
      }
    }
    verdict.failed.push_back(std::move(failed));
  }
  return verdict;
}

}  // namespace

extern const Reader ctest;
const Reader ctest{
    .stem = "ctest",
    .summary = "CTest's closing lines; with `report`, the file of --output-junit for the details",
    .read = read,
};

}  // namespace kgate::mutate
