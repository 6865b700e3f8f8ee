// SPDX-License-Identifier: MIT
// Names of fault kinds, and the report.
#include "gates/emulator/fault.hpp"

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "gates/emulator/demangle.hpp"

namespace kgate::emulator {

std::string_view name(FaultKind kind) {
  switch (kind) {
    case FaultKind::unknown_instruction:
      return "unknown instruction";
    case FaultKind::refused_instruction:
      return "instruction not modelled";
    case FaultKind::unsupported_operand:
      return "unsupported operand";
    case FaultKind::unsupported_mode:
      return "unsupported mode";
    case FaultKind::out_of_bounds:
      return "out of bounds";
    case FaultKind::lds_out_of_bounds:
      return "LDS out of bounds";
    case FaultKind::use_after_free:
      return "use after free";
    case FaultKind::misaligned:
      return "misaligned access";
    case FaultKind::uninitialised_read:
      return "uninitialised read";
    case FaultKind::lds_uninitialised_read:
      return "uninitialised LDS read";
    case FaultKind::register_uninitialised:
      return "uninitialised register";
    case FaultKind::missing_wait:
      return "missing wait";
    case FaultKind::data_race:
      return "data race";
    case FaultKind::conflicting_lanes:
      return "conflicting lanes";
    case FaultKind::read_only_write:
      return "write to read-only memory";
    case FaultKind::barrier_not_reached:
      return "barrier not reached by all waves";
    case FaultKind::barrier_divergent:
      return "barrier in divergent code";
    case FaultKind::runaway:
      return "runaway wave";
    case FaultKind::trap:
      return "trap";
    case FaultKind::outside_code:
      return "program counter outside code";
    case FaultKind::bad_launch:
      return "bad launch";
  }
  return "fault";
}

std::string Fault::describe() const {
  std::string report = fmt::format("{}: {}", name(kind), detail);
  if (!kernel.empty()) {
    report += fmt::format("\n  kernel {} at +{:#x}", demangled(kernel), pc_offset);
    if (!symbol.empty()) report += fmt::format(" ({})", symbol);
  }
  if (!instruction.empty()) report += fmt::format("\n  instruction {}", instruction);
  if (!source.empty()) report += fmt::format("\n  source {}", source);
  if (!kernel.empty()) {
    report += fmt::format("\n  workgroup ({}, {}, {}), wave {}", workgroup[0], workgroup[1],
                          workgroup[2], wave);
    if (lane >= 0) report += fmt::format(", lane {}", lane);
  }
  if (!other.empty()) report += fmt::format("\n  other access: {}", other);
  if (has_address) report += fmt::format("\n  address {:#x}", address);
  if (!allocation.empty()) report += fmt::format("\n  nearest allocation: {}", allocation);
  return report;
}

}  // namespace kgate::emulator
