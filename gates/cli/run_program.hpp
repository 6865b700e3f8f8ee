// SPDX-License-Identifier: MIT
// The kgate program as a function, for programs that gate kernels of their own.
#pragma once

#include <span>

#include "gates/cli/command.hpp"

namespace kgate::gates {

/// What the kgate program does with these arguments: `run`, `bench`, `devices` and the others of
/// `--help`, over this project's families and all that were added (gates/unit.hpp). `more` are
/// commands beside the library's own. Never throws.
/// @return an exit code of gates/exit_code.hpp.
int run_program(int argc, char** argv, std::span<const Command* const> more = {});

}  // namespace kgate::gates
