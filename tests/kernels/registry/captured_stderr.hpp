// SPDX-License-Identifier: MIT
// What a piece of code writes to standard error.
#pragma once

#include <unistd.h>

#include <cstdio>
#include <string>

#include "tests/catch.hpp"

namespace kgate {

/// Runs `body` with standard error going to a file, and returns what came.
template <class Body>
std::string captured_stderr(const Body& body) {
  std::FILE* const file = std::tmpfile();
  REQUIRE(file != nullptr);
  std::fflush(stderr);
  const int former = dup(STDERR_FILENO);
  REQUIRE(dup2(fileno(file), STDERR_FILENO) >= 0);
  body();
  std::fflush(stderr);
  REQUIRE(dup2(former, STDERR_FILENO) >= 0);
  close(former);
  std::string text(static_cast<std::size_t>(std::ftell(file)), '\0');
  std::rewind(file);
  text.resize(std::fread(text.data(), 1, text.size(), file));
  std::fclose(file);
  return text;
}

}  // namespace kgate
