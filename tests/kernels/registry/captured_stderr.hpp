// SPDX-License-Identifier: MIT
// What a piece of code writes to standard error.
#pragma once

#include <unistd.h>

#include <cstdio>
#include <stdexcept>
#include <string>

namespace kgate {

/// Runs `body` with standard error going to a file, and returns what came. It may run before any
/// test does, so it throws where a file or descriptor cannot be had.
template <class Body>
std::string captured_stderr(const Body& body) {
  std::FILE* const file = std::tmpfile();
  if (file == nullptr) {
    throw std::runtime_error("captured_stderr: no temporary file");
  }
  std::fflush(stderr);
  const int former = dup(STDERR_FILENO);
  if (former < 0 || dup2(fileno(file), STDERR_FILENO) < 0) {
    throw std::runtime_error("captured_stderr: standard error cannot be redirected");
  }
  body();
  std::fflush(stderr);
  dup2(former, STDERR_FILENO);
  close(former);
  std::string text(static_cast<std::size_t>(std::ftell(file)), '\0');
  std::rewind(file);
  text.resize(std::fread(text.data(), 1, text.size(), file));
  std::fclose(file);
  return text;
}

}  // namespace kgate
