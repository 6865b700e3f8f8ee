// SPDX-License-Identifier: MIT
// `kgate run --adversary N`.
#pragma once

#include <cxxopts.hpp>

#include "gates/harness/runner.hpp"

namespace kgate::gates {

/// How many adversaries the command line asks for; 0: none, the gates run. `invalid_argument` for
/// 0, for options that only gates use, and for devices that are not emulated.
Status adversary_count(const cxxopts::ParseResult& parsed, const RunRequest& request,
                       unsigned& count);

/// Runs and prints. Not ok: the request itself is wrong.
Status run_against_adversaries(const RunRequest& request, unsigned count, int& exit_code);

}  // namespace kgate::gates
