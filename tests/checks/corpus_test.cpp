// SPDX-License-Identifier: MIT
// The corpus: every evasion is found, no look-alike is.
#include <filesystem>
#include <fstream>
#include <iostream>

#include "tests/catch.hpp"
#include "tests/checks/expectations.hpp"

namespace {

namespace fs = std::filesystem;
using namespace kgate::checks::tests;

const std::string kCorpus = std::string(KGATE_SOURCE_DIR) + "/tests/checks/corpus";
const std::string kRules = std::string(KGATE_SOURCE_DIR) + "/tests/checks/rules";

std::size_t lines_with(const std::string& folder, const std::string& text) {
  std::size_t count = 0;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    std::ifstream in(entry.path());
    for (std::string line; std::getline(in, line);) {
      count += line.find(text) != std::string::npos ? 1 : 0;
    }
  }
  return count;
}

}  // namespace

TEST_CASE("every evasion of the corpus is found and no look-alike is") {
  const auto expected = expected_in(kCorpus);
  const auto report = check_folder(kCorpus);
  const auto wrong = differences(expected, found_in(report));
  for (const auto& difference : wrong) {
    FAIL_CHECK(difference);
  }
  CHECK(report.files_partial == 0);
  CHECK(report.files_failed == 0);
  // What the corpus has to have, so that it cannot shrink unnoticed.
  const std::size_t look_alikes = lines_with(kCorpus, "// legitimate: ");
  CHECK(expected.size() >= 200);
  CHECK(look_alikes >= 90);
  std::cout << "corpus: " << expected.size() << " evasions and " << look_alikes << " look-alikes, "
            << wrong.size() << " classified wrongly\n";
}

TEST_CASE("each rule finds its bad twins and not its good ones") {
  std::size_t folders = 0;
  for (const auto& entry : fs::directory_iterator(kRules)) {
    const std::string folder = entry.path().string();
    DYNAMIC_SECTION(entry.path().filename().string()) {
      const auto expected = expected_in(folder);
      CHECK(!expected.empty());
      for (const auto& difference : differences(expected, found_in(check_folder(folder)))) {
        FAIL_CHECK(difference);
      }
    }
    ++folders;
  }
  CHECK(folders >= 10);
}
