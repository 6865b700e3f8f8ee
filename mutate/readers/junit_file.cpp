// SPDX-License-Identifier: MIT
// Any runner that writes a JUnit file.
#include "mutate/junit_cases.hpp"
#include "mutate/reader.hpp"

namespace kgate::mutate {
namespace {

Verdict read(const Finished& finished, const std::string& report, const std::string& pattern) {
  Verdict verdict;
  for (const JunitCase& one : junit_cases(report)) {
    verdict.assertions += one.assertions;
    if (one.failed) {
      verdict.failed.push_back({.kind = FailedTest::Kind::assertion,
                                .gate = one.suite,
                                .test_case = one.name,
                                .first_difference = one.message});
    }
  }
  if (!pattern.empty()) {
    verdict.assertions = sum_of_matches(pattern, finished.output);
  }
  return verdict;
}

}  // namespace

extern const Reader junit_file;
const Reader junit_file{
    .stem = "junit_file",
    .summary = "the JUnit XML file that `report` names; a case without a count is one assertion",
    .read = read,
};

}  // namespace kgate::mutate
