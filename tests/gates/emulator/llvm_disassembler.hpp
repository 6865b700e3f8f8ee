// SPDX-License-Identifier: MIT
// LLVM's disassembler for one gfx target, as tests ask it: words in, text and length out.
#pragma once

#include <llvm-c/Disassembler.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace kgate::emulator_tests {

class LlvmDisassembler {
 public:
  /// `cpu` such as "gfx1151"; `lanes` is 32 or 64. Fails the test if LLVM has no such target.
  LlvmDisassembler(const char* cpu, unsigned lanes);
  LlvmDisassembler(const LlvmDisassembler&) = delete;
  LlvmDisassembler& operator=(const LlvmDisassembler&) = delete;
  LlvmDisassembler(LlvmDisassembler&&) = delete;
  LlvmDisassembler& operator=(LlvmDisassembler&&) = delete;
  ~LlvmDisassembler();

  /// Length in bytes, 0 if LLVM refuses. Text without indentation and without comments.
  std::size_t decode(std::array<std::uint32_t, 4> words, std::string& text);

 private:
  LLVMDisasmContextRef context_;
};

}  // namespace kgate::emulator_tests
