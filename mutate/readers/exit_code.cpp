// SPDX-License-Identifier: MIT
// Any command: its exit code is the verdict, a pattern finds how much it asserted.
#include "mutate/reader.hpp"

namespace kgate::mutate {
namespace {

// What most runners print at the end: "12 passed", "34 assertions", "5 tests", "7 checks".
constexpr const char* kUsual = "([0-9]+) +(?:passed|assertions?|checks?|tests?|ok)";

Verdict read(const Finished& finished, const std::string& /*report*/, const std::string& pattern) {
  Verdict verdict;
  verdict.assertions = sum_of_matches(pattern.empty() ? kUsual : pattern, finished.output);
  return verdict;  // judge() adds the failure of a non-zero exit code
}

}  // namespace

extern const Reader exit_code;
const Reader exit_code{
    .stem = "exit_code",
    .summary = "any command: exit code 0 passes; `assertions` finds the number of checks",
    .read = read,
};

}  // namespace kgate::mutate
