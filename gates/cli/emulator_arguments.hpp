// SPDX-License-Identifier: MIT
// The emulator's options on the command lines of `kgate run` and `kgate emulate`.
#pragma once

#include <cxxopts.hpp>
#include <string>

#include "gates/harness/emulator_options.hpp"
#include "kernels/status.hpp"

namespace kgate::gates {

/// Adds waves, groups, poison and checks, each behind `prefix`, and hazards and suppress.
void add_emulator_options(cxxopts::Options& options, const std::string& prefix);

/// Takes them from a parsed command line. `invalid_argument` naming the option, its value and what
/// it must be.
Status parse_emulator_options(const cxxopts::ParseResult& parsed, const std::string& prefix,
                              EmulatorOptions& options);

}  // namespace kgate::gates
