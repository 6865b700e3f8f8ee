// SPDX-License-Identifier: MIT
// A shell command and what it printed.
#pragma once

#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <string>

#include "tests/catch.hpp"

namespace kgate::test {

struct ShellResult {
  int code = -1;
  std::string text;  ///< standard output and standard error
};

/// Runs `command`; a program that dies of a signal has the code -1.
inline ShellResult shell(const std::string& command) {
  ShellResult result;
  std::FILE* pipe = popen((command + " 2>&1").c_str(), "r");
  REQUIRE(pipe != nullptr);
  std::array<char, 4096> buffer{};
  while (const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), pipe)) {
    result.text.append(buffer.data(), count);
  }
  const int status = pclose(pipe);
  result.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return result;
}

}  // namespace kgate::test
