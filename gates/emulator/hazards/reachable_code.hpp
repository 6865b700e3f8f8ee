// SPDX-License-Identifier: MIT
// What a kernel may execute, as its branches tell before it runs.
#pragma once

#include <cstdint>

#include "gates/emulator/program.hpp"

namespace kgate::emulator {

/// True if the kernel that begins at the device address `entry` can order waves through global
/// memory: by an atomic that returns or a coherent load in code that its branches reach, or, where
/// it goes to a computed address as calls do, anywhere in the program.
[[nodiscard]] bool can_synchronise(const Program& program, std::uint64_t entry);

}  // namespace kgate::emulator
