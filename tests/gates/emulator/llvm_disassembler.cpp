// SPDX-License-Identifier: MIT
// LLVM's disassembler behind its C interface.
#include "tests/gates/emulator/llvm_disassembler.hpp"

#include <llvm-c/Target.h>

#include "tests/catch.hpp"

namespace kgate::emulator_tests {

LlvmDisassembler::LlvmDisassembler(const char* cpu, unsigned lanes) {
  LLVMInitializeAMDGPUTargetInfo();
  LLVMInitializeAMDGPUTargetMC();
  LLVMInitializeAMDGPUDisassembler();
  context_ = LLVMCreateDisasmCPUFeatures("amdgcn-amd-amdhsa", cpu,
                                         lanes == 64 ? "+wavefrontsize64" : "+wavefrontsize32",
                                         nullptr, 0, nullptr, nullptr);
  REQUIRE(context_ != nullptr);
}

LlvmDisassembler::~LlvmDisassembler() { LLVMDisasmDispose(context_); }

std::size_t LlvmDisassembler::decode(std::array<std::uint32_t, 4> words, std::string& text) {
  std::array<char, 512> buffer{};
  const std::size_t length =
      LLVMDisasmInstruction(context_, reinterpret_cast<std::uint8_t*>(words.data()), sizeof(words),
                            0, buffer.data(), buffer.size());
  text = buffer.data();
  text.erase(0, text.find_first_not_of(" \t"));
  const std::size_t comment = text.find(" ; ");  // warnings about trap temporaries
  if (comment != std::string::npos) text.resize(comment);
  // LLVM decodes some words into an instruction with operands that do not exist, and says so.
  return text.find("/*Invalid") == std::string::npos ? length : 0;
}

}  // namespace kgate::emulator_tests
