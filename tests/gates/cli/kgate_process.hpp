// SPDX-License-Identifier: MIT
// Running the kgate program from a test.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

#include "tests/catch.hpp"
#include "tests/shell.hpp"

namespace kgate::cli_tests {

using Output = test::ShellResult;

inline Output run_kgate(const std::string& arguments) {
  return test::shell(std::string(KGATE_PROGRAM) + " " + arguments);
}

inline bool contains(const Output& output, const std::string& text) {
  return output.text.find(text) != std::string::npos;
}

/// A folder that goes with its owner.
class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "kgate_cli_XXXXXX").string();
    REQUIRE(mkdtemp(name.data()) != nullptr);
    path_ = name;
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  Folder(Folder&&) = delete;
  Folder& operator=(Folder&&) = delete;
  [[nodiscard]] std::string file(const std::string& name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

/// Small enough for many runs in one test.
inline const std::string kOneCase = "add_rms_norm:hidden=31,rows=3,x=f32,w=f32,*";

}  // namespace kgate::cli_tests
