// SPDX-License-Identifier: MIT
// The memory that holds a launch's arguments.
#pragma once

#include <cstdint>

#include "gates/emulator/dispatch.hpp"

namespace kgate::emulator {

/// Bytes of a launch's argument segment. Compiled code reads arguments in whole units of 16 bytes,
/// the last one too, which runtimes therefore allocate; nothing writes what follows the arguments.
[[nodiscard]] constexpr std::uint64_t padded_kernarg_size(const Launch& launch) {
  return (launch.kernarg.size() + 15) / 16 * 16;
}

}  // namespace kgate::emulator
