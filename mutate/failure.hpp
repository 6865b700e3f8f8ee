// SPDX-License-Identifier: MIT
// How a kmutate command ends early: an exit code with a message.
#pragma once

#include <stdexcept>
#include <string>

#include "gates/exit_code.hpp"

namespace kgate::mutate {

/// Ends a command. The message says what is wrong, where, and what would be right.
class Failure : public std::runtime_error {
 public:
  Failure(ExitCode code, const std::string& message) : std::runtime_error(message), code_(code) {}
  [[nodiscard]] ExitCode code() const { return code_; }

 private:
  ExitCode code_;
};

}  // namespace kgate::mutate
