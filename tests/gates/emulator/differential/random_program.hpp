// SPDX-License-Identifier: MIT
// Random straight-line programs in LLVM IR, with one body for a gfx kernel and for a host function.
#pragma once

#include <cstdint>
#include <string>

namespace kgate::emulator_tests {

inline constexpr unsigned kProgramInputs = 8;    ///< dwords of each item
inline constexpr unsigned kProgramUniforms = 8;  ///< dwords that all items share

/// What a program computes is defined to the bit for every input: integer and IEEE operations,
/// NaNs made one, no undefined results. It leaves out f16 fused multiply-add, f16 division and
/// conversions of f64 to f16, which LLVM lowers through wider types on one side, and what LLVM 19
/// compiles wrongly for the GPU: 64-bit `or` with a constant, and unsigned division of what is
/// known to be sign-extended.
struct RandomProgram {
  std::string body;  ///< with {1} and {4} where pointers have an address space on the GPU
  std::string declarations;
  unsigned outputs = 0;  ///< 8 bytes each; an output of 4 bytes or less is in the low ones

  /// `define amdgpu_kernel void @program(ptr inputs, ptr uniforms, ptr outputs)`, an item a lane.
  [[nodiscard]] std::string gpu_module() const;
  /// `define void @program(ptr inputs, ptr uniforms, ptr outputs, i32 item)` for a host CPU.
  [[nodiscard]] std::string host_module(const std::string& cpu, const std::string& features) const;
};

/// About `operations` operations, drawn by the seed.
[[nodiscard]] RandomProgram draw_program(std::uint64_t seed, unsigned operations);

}  // namespace kgate::emulator_tests
