// SPDX-License-Identifier: MIT
// Compares what kcheck finds with what comments expect.
#include "tests/checks/expectations.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

#include "checks/source_list.hpp"
#include "tests/catch.hpp"

namespace kgate::checks::tests {

namespace fs = std::filesystem;

Findings expected_in(const std::string& folder) {
  static const std::regex kExpect(R"(expect(?:\(([+-]\d+)\))?: ([a-z-]+(?:, [a-z-]+)*))");
  Findings expected;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) {
      continue;
    }
    const std::string file = fs::relative(entry.path(), folder).generic_string();
    std::ifstream in(entry.path());
    std::size_t number = 0;
    for (std::string line; std::getline(in, line);) {
      ++number;
      std::smatch match;
      if (!std::regex_search(line, match, kExpect)) {
        continue;
      }
      const long offset = match[1].matched ? std::stol(match[1].str()) : 0;
      std::stringstream rules(match[2].str());
      for (std::string rule; rules >> rule;) {
        if (rule.back() == ',') {
          rule.pop_back();
        }
        expected[{file, static_cast<std::size_t>(static_cast<long>(number) + offset)}].insert(rule);
      }
    }
  }
  return expected;
}

Findings found_in(const reports::FindingsReport& report) {
  Findings found;
  for (const auto& finding : report.findings) {
    found[{finding.span.file, finding.span.line}].insert(finding.rule);
  }
  return found;
}

std::vector<std::string> differences(const Findings& expected, const Findings& found) {
  std::vector<std::string> lines;
  const auto compare = [&](const Findings& from, const Findings& to, std::string_view what) {
    for (const auto& [place, rules] : from) {
      const auto there = to.find(place);
      for (const auto& rule : rules) {
        if (there == to.end() || !there->second.contains(rule)) {
          lines.push_back(fmt::format("{}:{}: {} {}", place.first, place.second, what, rule));
        }
      }
    }
  };
  compare(expected, found, "not found:");
  compare(found, expected, "not expected:");
  return lines;
}

reports::FindingsReport check_folder(const std::string& folder) {
  const auto read = read_config(folder + "/kcheck.toml", folder);
  INFO(read.error);
  REQUIRE(read.error.empty());
  const auto sources = list_sources(read.config, {});
  INFO(sources.error);
  REQUIRE(sources.error.empty());
  REQUIRE(!sources.commands.empty());
  RunOptions how;
  how.commands = sources.commands;
  how.jobs = 2;
  auto report = check(read.config, analyse(read.config, how), how);
  for (const auto& notice : report.notices) {
    UNSCOPED_INFO(notice.message << " " << (notice.span ? notice.span->file : ""));
  }
  CHECK(report.notices.empty());
  return report;
}

}  // namespace kgate::checks::tests
