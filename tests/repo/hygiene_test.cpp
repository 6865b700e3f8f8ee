// SPDX-License-Identifier: MIT
// Facts about the tree that a reader relies on: licence lines, unique names, sizes, links.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "tests/catch.hpp"

namespace {

namespace fs = std::filesystem;

const fs::path kRoot = KGATE_SOURCE_DIR;

bool is_code(const fs::path& path) {
  static const std::set<std::string> extensions{".cpp", ".hpp", ".h", ".hip", ".cmake"};
  return extensions.count(path.extension().string()) != 0 || path.filename() == "CMakeLists.txt";
}

/// Folders whose files are inputs of tests: they look like other people's code.
bool is_test_input(const fs::path& relative) {
  const std::string text = relative.generic_string();
  static const std::regex inputs("^tests/(checks/(corpus|rules)|mutate/(trees|operators))/");
  return std::regex_search(text, inputs);
}

std::vector<fs::path> files() {
  std::vector<fs::path> found;
  for (const char* area :
       {"kernels", "oracle", "mutate", "gates", "checks", "tests", "reports", "docs"}) {
    if (!fs::exists(kRoot / area)) {
      continue;
    }
    for (const auto& entry : fs::recursive_directory_iterator(kRoot / area)) {
      const fs::path relative = fs::relative(entry.path(), kRoot);
      if (entry.is_regular_file() && !is_test_input(relative)) {
        found.push_back(relative);
      }
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

std::string text_of(const fs::path& relative) {
  std::ifstream file(kRoot / relative, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace

TEST_CASE("every source file starts with its licence identifier") {
  std::size_t seen = 0;
  for (const fs::path& path : files()) {
    if (is_code(path)) {
      ++seen;
      INFO(path.string());
      CHECK(text_of(path).substr(0, 60).find("SPDX-License-Identifier: MIT") != std::string::npos);
    }
  }
  CHECK(seen > 50);
}

TEST_CASE("a base name is used once, so that a diagnostic needs no path") {
  std::map<std::string, std::string> first;
  for (const fs::path& path : files()) {
    const std::string name = path.filename().string();
    if (!is_code(path) || name == "CMakeLists.txt") {
      continue;
    }
    const auto [at, inserted] = first.emplace(name, path.string());
    INFO(path.string() << " and " << at->second);
    CHECK(inserted);
  }
}

TEST_CASE("no source file but a table exceeds 500 lines") {
  for (const fs::path& path : files()) {
    // Tables of the instruction set are data: one row an instruction.
    const bool table = path.generic_string().find("/isa/") != std::string::npos;
    if (is_code(path) && !table) {
      const std::string text = text_of(path);
      INFO(path.string());
      CHECK(std::count(text.begin(), text.end(), '\n') <= 500);
    }
  }
}

TEST_CASE("every relative link of the documentation leads to a file") {
  static const std::regex link(R"(\]\(([^)#: ]+)(#[^)]*)?\))");
  std::vector<fs::path> pages;
  for (const fs::path& path : files()) {
    if (path.extension() == ".md") {
      pages.push_back(path);
    }
  }
  pages.emplace_back("README.md");
  std::size_t links = 0;
  for (const fs::path& page : pages) {
    const std::string text = text_of(page);
    for (auto match = std::sregex_iterator(text.begin(), text.end(), link);
         match != std::sregex_iterator(); ++match) {
      ++links;
      INFO(page.string() << " links to " << (*match)[1].str());
      CHECK(fs::exists(kRoot / page.parent_path() / (*match)[1].str()));
    }
  }
  CHECK(links > 0);
}
