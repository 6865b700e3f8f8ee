// SPDX-License-Identifier: MIT
// One decoding in progress: the words, the instruction being built, and operand resolution.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <span>

#include "gates/emulator/decoder.hpp"
#include "gates/emulator/instruction.hpp"

namespace kgate::emulator {

class DecodeStep {
 public:
  DecodeStep(const Decoder& decoder, std::span<const std::uint32_t> words,
             std::deque<std::array<Instruction, 2>>& pairs);

  /// The instruction at the front of the words.
  Instruction run();

 private:
  // Encoding families, in the files decode_scalar.cpp, decode_vector.cpp and decode_memory.cpp.
  void scalar();
  void sop1();
  void sop2();
  void sopc();
  void sopk();
  void sopp();
  void smem();
  void vop1();
  void vop2();
  void vopc();
  void vop3();
  void vop3p();
  void matrix();
  void vopd();
  void ds();
  void flat();
  void mubuf();
  void mtbuf();
  void buffer_operands(std::uint32_t high);
  /// Image, export, interpolation and LDS parameter loads: a name and a length, never executed.
  void graphics(Format format, unsigned opcode, unsigned length);

  /// Finds the row; false, with the problem set, if there is none or it cannot run.
  bool select(Format format, unsigned opcode, Format encoding);
  void vop3_fields(const Row& row, bool has_mask_destination);
  void finish_vector();
  void vector_sources(std::array<unsigned, 3> fields, unsigned count);
  void vopd_half(Instruction& half, unsigned opcode, bool y, std::array<unsigned, 2> fields,
                 unsigned destination);

  void fail(const char* problem);
  /// Fields an instruction does not use are 0; anything else is another instruction or a mistake.
  void unused(bool zero);
  void check_modifiers(unsigned encoded_sources);
  void check_packed_modifiers();
  void check_dpp(std::uint32_t control);
  [[nodiscard]] std::uint32_t word(unsigned i);
  std::uint32_t take_literal();

  /// An operand field of VALU and SALU instructions: registers, constants, literal, DPP.
  void source(unsigned k, unsigned field, Type type);
  void constant(unsigned k, unsigned field, Type type);
  void literal_source(unsigned k, Type type);
  void dpp(unsigned field);
  Operand vgpr(unsigned index, unsigned count);
  Operand sgpr(unsigned field, unsigned count, bool destination = false);
  /// The mask operand of an SGPR field: one register in wave32, a pair in wave64.
  Operand mask(unsigned field, bool destination);
  [[nodiscard]] unsigned mask_dwords() const { return decoder_->lanes_ / 32; }
  [[nodiscard]] bool is_scalar_encoding() const;

  const Decoder* decoder_;
  std::span<const std::uint32_t> words_;
  std::deque<std::array<Instruction, 2>>* pairs_;
  Instruction out_;
  bool dpp_allowed_ = false;
};

}  // namespace kgate::emulator
