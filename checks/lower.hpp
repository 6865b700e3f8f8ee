// SPDX-License-Identifier: MIT
// From a compile command to the program model: the only way rules get to see source.
#pragma once

#include "checks/compile_commands.hpp"
#include "checks/unit_model.hpp"

namespace kgate::checks {

/// Parses one pass of `command` and takes the model from it. `has_tree` is false where clang made
/// no tree; `errors` then says why. Declarations in system headers are recorded, their bodies are
/// not.
Unit lower(const CompileCommand& command, Pass pass);

}  // namespace kgate::checks
