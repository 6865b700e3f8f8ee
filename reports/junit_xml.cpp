// SPDX-License-Identifier: MIT
// JUnit XML.
#include "reports/junit_xml.hpp"

#include <fmt/format.h>

#include <iterator>

namespace kgate::reports {
namespace {

struct Counts {
  std::size_t cases = 0;
  std::size_t failures = 0;
  std::size_t skipped = 0;
  double seconds = 0;
};

Counts count(const JunitSuite& suite) {
  Counts counts;
  for (const JunitCase& one : suite.cases) {
    ++counts.cases;
    counts.failures += one.failure.empty() ? 0 : 1;
    counts.skipped += one.skipped.empty() ? 0 : 1;
    counts.seconds += one.seconds;
  }
  return counts;
}

std::string attributes(const Counts& counts) {
  return fmt::format(R"(tests="{}" failures="{}" errors="0" skipped="{}" time="{:.3f}")",
                     counts.cases, counts.failures, counts.skipped, counts.seconds);
}

void write_case(std::string& out, const JunitCase& one) {
  auto to = std::back_inserter(out);
  fmt::format_to(to, R"(    <testcase classname="{}" name="{}" time="{:.3f}")",
                 xml_escaped(one.class_name), xml_escaped(one.name), one.seconds);
  if (!one.failure.empty()) {
    fmt::format_to(to, ">\n      <failure message=\"{}\">{}</failure>\n    </testcase>\n",
                   xml_escaped(one.failure.substr(0, one.failure.find('\n'))),
                   xml_escaped(one.failure));
  } else if (!one.skipped.empty()) {
    fmt::format_to(to, ">\n      <skipped message=\"{}\"/>\n    </testcase>\n",
                   xml_escaped(one.skipped));
  } else {
    out += "/>\n";
  }
}

}  // namespace

std::string xml_escaped(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\n':
        out += "&#10;";
        break;
      default:
        // XML 1.0 has no way to write the other control characters, not even escaped.
        if (static_cast<unsigned char>(c) < 0x20 && c != '\t') {
          out += "\xEF\xBF\xBD";
        } else {
          out += c;
        }
    }
  }
  return out;
}

std::string junit(const std::vector<JunitSuite>& suites) {
  Counts total;
  for (const JunitSuite& suite : suites) {
    const Counts counts = count(suite);
    total.cases += counts.cases;
    total.failures += counts.failures;
    total.skipped += counts.skipped;
    total.seconds += counts.seconds;
  }
  std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  out += fmt::format("<testsuites {}>\n", attributes(total));
  for (const JunitSuite& suite : suites) {
    out += fmt::format("  <testsuite name=\"{}\" {}>\n", xml_escaped(suite.name),
                       attributes(count(suite)));
    for (const JunitCase& one : suite.cases) {
      write_case(out, one);
    }
    out += "  </testsuite>\n";
  }
  return out + "</testsuites>\n";
}

}  // namespace kgate::reports
