// SPDX-License-Identifier: MIT
// The environment is read in one place, and every variable is in the table that documentation
// prints.
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>

#include "kernels/registry/flags.hpp"
#include "tests/catch.hpp"

namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace

TEST_CASE("the library and the kgate program read the environment in flags.cpp alone") {
  // Loaded by programs that know nothing of kgate: `kgate emulate` hands its options over there.
  const std::set<std::string> readers{"flags.cpp", "hip_program.cpp"};
  std::size_t seen = 0;
  for (const char* area : {"kernels", "oracle", "gates", "reports"}) {
    const fs::path folder = fs::path(KGATE_SOURCE_DIR) / area;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
      const std::string name = entry.path().filename().string();
      if (entry.is_regular_file() && readers.count(name) == 0) {
        ++seen;
        INFO(entry.path().string());
        CHECK(text_of(entry.path()).find("getenv(") == std::string::npos);
      }
    }
  }
  CHECK(seen > 200);
}

TEST_CASE("every variable that flags.cpp names is in its table, once") {
  std::set<std::string> listed;
  for (const kgate::Variable& one : kgate::variables()) {
    CHECK(listed.insert(std::string(one.name)).second);
    CHECK_FALSE(one.meaning.empty());
    CHECK_FALSE(one.fallback.empty());
  }
  const std::string source =
      text_of(fs::path(KGATE_SOURCE_DIR) / "kernels" / "registry" / "flags.cpp");
  std::size_t named = 0;
  for (std::size_t at = source.find("\"KGATE_"); at != std::string::npos;
       at = source.find("\"KGATE_", at + 1)) {
    const std::string name = source.substr(at + 1, source.find('"', at + 1) - at - 1);
    if (name != "KGATE_FUSED_") {
      ++named;
      INFO(name);
      CHECK(listed.count(name) == 1);
    }
  }
  CHECK(named >= listed.size() - 1);
}
