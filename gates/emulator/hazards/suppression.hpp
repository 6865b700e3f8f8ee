// SPDX-License-Identifier: MIT
// Findings that a user accepts: RULE[:KERNEL]=REASON.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gates/emulator/dispatch.hpp"

namespace kgate::emulator {

/// Takes "data-race:histogram*=the bins are approximate on purpose" apart. False, with what is
/// wrong in `error`, for a rule that does not exist or cannot be suppressed, or without a reason.
[[nodiscard]] bool parse_suppression(std::string_view text, Suppression& suppression,
                                     std::string& error);

/// The rule names that parse_suppression knows, comma separated.
[[nodiscard]] std::string suppressible_rules();

/// The fault kinds that the list accepts for a kernel, one bit each.
[[nodiscard]] std::uint64_t allowed_kinds(const std::vector<Suppression>& list,
                                          const std::string& kernel);

}  // namespace kgate::emulator
