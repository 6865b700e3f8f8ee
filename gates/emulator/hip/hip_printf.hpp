// SPDX-License-Identifier: MIT
// Formats what device code prints: the words of a message become text.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace kgate::emulator {

/// A message of device printf: the format string with its end, padded to 8 bytes, then for each
/// conversion one word (integers, characters, pointers; a double's bits), or a string with its end,
/// padded to 8 bytes. Conversions are those of C without wide characters; %n takes its word and
/// prints nothing. Text stops where the words do.
[[nodiscard]] std::string format_message(std::span<const std::uint64_t> words);

}  // namespace kgate::emulator
