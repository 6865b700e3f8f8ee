// SPDX-License-Identifier: MIT
// Running the kgate program from a test.
#pragma once

#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "tests/catch.hpp"

namespace kgate::cli_tests {

struct Output {
  int code = -1;
  std::string text;  ///< standard output and standard error
};

inline Output run_kgate(const std::string& arguments) {
  const std::string command = std::string(KGATE_PROGRAM) + " " + arguments + " 2>&1";
  Output output;
  std::FILE* pipe = popen(command.c_str(), "r");
  REQUIRE(pipe != nullptr);
  std::array<char, 4096> buffer{};
  while (const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), pipe)) {
    output.text.append(buffer.data(), count);
  }
  const int status = pclose(pipe);
  output.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return output;
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
