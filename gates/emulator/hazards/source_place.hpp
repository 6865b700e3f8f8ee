// SPDX-License-Identifier: MIT
// Where in the source an instruction comes from, for reports that name a second one.
#pragma once

#include <cstdint>
#include <string>

#include "gates/emulator/wave.hpp"

namespace kgate::emulator {

/// ", file:line" of an instruction of the wave's launch where its code object has a line table, or
/// "".
[[nodiscard]] inline std::string source_place(const Wave& wave, std::uint64_t address) {
  const KernelImage& kernel = *wave.group->launch->kernel;
  const std::string place = kernel.source_line ? kernel.source_line(address) : std::string();
  return place.empty() ? place : ", " + place;
}

}  // namespace kgate::emulator
