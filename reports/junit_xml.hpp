// SPDX-License-Identifier: MIT
// JUnit XML, as CI services read it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kgate::reports {

/// A passed case has neither a failure nor a reason to be skipped.
struct JunitCase {
  std::string class_name;
  std::string name;
  double seconds = 0;
  std::string failure;  ///< first line: message; all of it: text
  std::string skipped;  ///< why it did not run
};

struct JunitSuite {
  std::string name;
  std::vector<JunitCase> cases;
};

/// The document, with counts per suite and in total.
[[nodiscard]] std::string junit(const std::vector<JunitSuite>& suites);

/// Text safe in XML attributes and content; characters XML 1.0 cannot carry become U+FFFD.
[[nodiscard]] std::string xml_escaped(std::string_view text);

}  // namespace kgate::reports
