// SPDX-License-Identifier: MIT
// The test cases of a JUnit XML file.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace kgate::mutate {

struct JunitCase {
  std::string suite;
  std::string name;
  std::uint64_t assertions = 1;  ///< 0 where the case was skipped
  bool failed = false;
  std::string message;  ///< of the failure or error, first line
  std::string output;   ///< what the case printed
};

/// All cases in file order; none for a text that is no XML.
std::vector<JunitCase> junit_cases(const std::string& xml);

}  // namespace kgate::mutate
