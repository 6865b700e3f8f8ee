// SPDX-License-Identifier: MIT
// What VOP3, VOP3P and DPP do to sources and results, for 32 lanes at a time.
#pragma once

#include "gates/emulator/instruction.hpp"
#include "gates/emulator/lanes/variant.hpp"
#include "gates/emulator/mode.hpp"

namespace kgate::emulator::KGATE_EMULATOR_VARIANT {

/// Gathers source 0 as the DPP control says (`out` does not overlap `in`). Returns the lanes whose
/// result may be written: row and bank masks, and lanes without a source unless bound_ctrl.
u32 permute_dpp(const Instruction& instruction, u32 exec, const u32* in, u32* out);

/// Applies op_sel, half selection, abs and neg to source k in place.
void modify_source(const Instruction& instruction, unsigned k, const Mode& mode, u32* low,
                   u32* high);

/// Applies omod and floating-point clamp to a result in place.
void modify_result(const Instruction& instruction, const Mode& mode, u32* low, u32* high);

/// True if the instruction writes 16 bits and keeps the other half of its register.
[[nodiscard]] bool writes_half(const Instruction& instruction);

/// Places the 16-bit results into the half op_sel names, beside the old other half.
void merge_half(const Instruction& instruction, const u32* old, u32* result);

}  // namespace kgate::emulator::KGATE_EMULATOR_VARIANT
