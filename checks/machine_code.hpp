// SPDX-License-Identifier: MIT
// The instructions of an AMDGPU code object, as LLVM's disassembler spells them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace kgate::checks {

struct Instruction {
  std::uint64_t offset = 0;  ///< in the code section
  std::string mnemonic;      ///< with its encoding suffix removed: `v_exp_f32`
  std::string text;
};

struct KernelCode {
  std::string name;  ///< of the function symbol
  std::vector<Instruction> instructions;
};

struct MachineCode {
  std::string target;  ///< `gfx1151`
  std::vector<KernelCode> kernels;
  std::string error;  ///< empty, or why the file cannot be read
};

/// Disassembles every function of the ELF file at `path`.
MachineCode disassemble(const std::string& path);

}  // namespace kgate::checks
