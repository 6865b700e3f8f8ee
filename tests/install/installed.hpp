// SPDX-License-Identifier: MIT
// The package installed into a temporary folder, and shell commands against it.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

#include "tests/catch.hpp"
#include "tests/shell.hpp"

namespace kgate::test {

/// A command that must succeed; returns what it printed.
inline std::string must(const std::string& command) {
  const ShellResult result = shell(command);
  INFO(command << "\n" << result.text);
  REQUIRE(result.code == 0);
  return result.text;
}

/// One installation for all tests of the program; goes with it.
class Installation {
 public:
  static const Installation& get() {
    static const Installation one;
    return one;
  }
  ~Installation() { std::filesystem::remove_all(folder_); }
  Installation(const Installation&) = delete;
  Installation& operator=(const Installation&) = delete;
  Installation(Installation&&) = delete;
  Installation& operator=(Installation&&) = delete;

  [[nodiscard]] std::string prefix() const { return (folder_ / "prefix").string(); }
  [[nodiscard]] std::string library_folder() const { return prefix() + "/" + KGATE_LIBDIR; }
  /// A new folder to build in, outside the source and build trees.
  [[nodiscard]] std::string build_folder(const std::string& name) const {
    std::filesystem::create_directories(folder_ / name);
    return (folder_ / name).string();
  }

 private:
  Installation() {
    std::string name = (std::filesystem::temp_directory_path() / "kgate_install_XXXXXX").string();
    REQUIRE(mkdtemp(name.data()) != nullptr);
    folder_ = name;
    must(std::string(KGATE_CMAKE) + " --install " + KGATE_BINARY_DIR + " --prefix " + prefix());
  }
  std::filesystem::path folder_;
};

/// Whether the command exists here; if not, says what is therefore not tested.
inline bool have(const std::string& command, const std::string& what) {
  const bool there = shell("command -v " + command).code == 0;
  if (!there) {
    WARN("skipped: " << what << " (there is no " << command << " here)");
  }
  return there;
}

}  // namespace kgate::test
