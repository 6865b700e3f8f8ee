// SPDX-License-Identifier: MIT
// WMMA: a wave multiplies two 16x16 matrices and adds a third. A documented model.
//
// Which lane and register hold which element is documented; the order and width of hardware's
// roundings is not. The model: D starts as C, widened to f32 (exact), and takes the products for
// k = 0, 1, ... 15 in this order by a fused multiply-add that rounds to f32, to nearest even with
// denormals kept, whatever MODE says; f16 and bf16 results are rounded once more, at the end. The
// integer forms are exact but for the accumulator's width: a sum of all 16 products and C is formed
// without overflow, then wraps or, with clamp, saturates at 32 bits.
#include <array>
#include <string>

#include "gates/emulator/lanes/brain_float.hpp"
#include "gates/emulator/lanes/integer_ops.hpp"
#include "gates/emulator/lanes/scalar.hpp"

namespace kgate::emulator::KGATE_EMULATOR_VARIANT {
namespace {

constexpr unsigned kSide = 16;  ///< rows, columns and depth
template <class T>
using Matrix = std::array<std::array<T, kSide>, kSide>;

enum class Element : u8 { f16, bf16, u8, u4 };

constexpr unsigned bits_of(Element element) {
  return element == Element::u4 ? 4 : (element == Element::u8 ? 8 : 16);
}

/// A and B lie in lanes 0 to 15, and must be repeated in each further group of 16.
void require_repetition(Wave& wave, const Operand& operand, const char* matrix) {
  for (unsigned i = 0; i < operand.count; ++i) {
    const u32* lanes = wave.vgpr(operand.index + i);
    for (unsigned lane = kSide; lane < wave.lanes; ++lane) {
      if (lanes[lane] == lanes[lane % kSide]) continue;
      raise(wave, FaultKind::unsupported_operand,
            std::string("matrix ") + matrix + " of WMMA is not the same in every 16 lanes",
            static_cast<int>(lane));
    }
  }
}
void require_all_lanes(Wave& wave) {
  if (wave.exec() != wave.all_lanes()) {
    raise(wave, FaultKind::unsupported_operand, "WMMA with lanes switched off");
  }
}

/// Row `line` of A, or column `line` of B: lane `line` holds its 16 elements, lowest bits first.
template <Element E>
u32 element_bits(Wave& wave, const Operand& operand, unsigned line, unsigned k) {
  constexpr unsigned kBits = bits_of(E);
  const u32 word = wave.vgpr(operand.index + k * kBits / 32U)[line];
  return (word >> (k * kBits % 32U)) & ((1U << kBits) - 1U);
}

/// Element of C and D: register `i` of lane l is row i * lanes/16 + l/16, column l % 16.
struct Place {
  unsigned row;
  unsigned column;
};
Place place_of(const Wave& wave, unsigned i, unsigned lane) {
  return {i * (wave.lanes / kSide) + lane / kSide, lane % kSide};
}
/// C's dword at register i of a lane; a constant is the same everywhere.
u32 addend(Wave& wave, const Instruction& instruction, unsigned i, unsigned lane) {
  const Operand& operand = instruction.source[2];
  if (operand.kind == OperandKind::constant) return static_cast<u32>(instruction.constant[2]);
  return wave.vgpr(operand.index + i)[lane];
}
unsigned tile_registers(const Wave& wave) { return kSide * kSide / wave.lanes; }

/// neg_lo and neg_hi flip the sign of even and odd k of A and B.
template <Element E>
Matrix<f32> float_lines(Wave& wave, const Instruction& instruction, unsigned k) {
  Matrix<f32> lines;
  const u32 flip_even = ((instruction.negate >> k) & 1U) != 0 ? 0x8000U : 0U;
  const u32 flip_odd = ((instruction.absolute >> k) & 1U) != 0 ? 0x8000U : 0U;
  for (unsigned line = 0; line < kSide; ++line) {
    for (unsigned i = 0; i < kSide; ++i) {
      const u32 value = element_bits<E>(wave, instruction.source[k], line, i) ^
                        (i % 2 == 0 ? flip_even : flip_odd);
      lines[line][i] = E == Element::f16 ? widen(f16{static_cast<u16>(value)}) : widen_brain(value);
    }
  }
  return lines;
}

/// On C, neg_hi is the absolute value and neg_lo the sign after it.
f32 signed_addend(const Instruction& instruction, f32 value) {
  u32 word = bits(value);
  if ((instruction.absolute & 4U) != 0) word &= 0x7FFFFFFFU;
  if ((instruction.negate & 4U) != 0) word ^= 0x80000000U;
  return to_f32(word);
}

/// Wide: C and D are f32. Else they are of the factors' type, in the register half op_sel names.
template <Element E, bool Wide>
void multiply_floats(Wave& wave, const Instruction& instruction) {
  require_all_lanes(wave);
  require_repetition(wave, instruction.source[0], "A");
  require_repetition(wave, instruction.source[1], "B");
  const Matrix<f32> a = float_lines<E>(wave, instruction, 0);
  const Matrix<f32> b = float_lines<E>(wave, instruction, 1);
  const bool high = (instruction.op_sel & 4U) != 0;
  const unsigned registers = tile_registers(wave);
  std::array<std::array<u32, 64>, 8> result{};
  for (unsigned i = 0; i < registers; ++i) {
    for (unsigned lane = 0; lane < wave.lanes; ++lane) {
      const Place place = place_of(wave, i, lane);
      u32 word = addend(wave, instruction, i, lane);
      if (!Wide && high) word >>= 16U;
      const f32 start =
          Wide ? to_f32(word)
               : (E == Element::f16 ? widen(f16{static_cast<u16>(word)}) : widen_brain(word));
      f32 sum = signed_addend(instruction, start);
      for (unsigned k = 0; k < kSide; ++k) {
        sum = fused(a[place.row][k], b[place.column][k], sum);
      }
      const u32 half = E == Element::f16 ? u32{narrow(sum).bits} : narrow_brain(sum);
      const u32 old = wave.vgpr(instruction.destination.index + i)[lane];
      const u32 merged = high ? (old & 0xFFFFU) | (half << 16U) : (old & 0xFFFF0000U) | half;
      result[i][lane] = Wide ? bits(sum) : merged;
    }
  }
  for (unsigned i = 0; i < registers; ++i) {
    u32* into = wave.vgpr(instruction.destination.index + i);
    for (unsigned lane = 0; lane < wave.lanes; ++lane) into[lane] = result[i][lane];
  }
}

/// The neg bits of A and B say that their elements are signed.
template <Element E>
void multiply_integers(Wave& wave, const Instruction& instruction) {
  require_all_lanes(wave);
  require_repetition(wave, instruction.source[0], "A");
  require_repetition(wave, instruction.source[1], "B");
  const auto element = [&](unsigned k, unsigned line, unsigned i) {
    constexpr unsigned kUnused = 32U - bits_of(E);
    const u32 value = element_bits<E>(wave, instruction.source[k], line, i);
    const bool is_signed = ((instruction.negate >> k) & 1U) != 0;
    return is_signed ? i64{static_cast<i32>(value << kUnused) >> kUnused} : i64{value};
  };
  const unsigned registers = tile_registers(wave);
  std::array<std::array<u32, 64>, 8> result{};
  for (unsigned i = 0; i < registers; ++i) {
    for (unsigned lane = 0; lane < wave.lanes; ++lane) {
      const Place place = place_of(wave, i, lane);
      i64 sum = static_cast<i32>(addend(wave, instruction, i, lane));
      for (unsigned k = 0; k < kSide; ++k) {
        sum += element(0, place.row, k) * element(1, place.column, k);
      }
      result[i][lane] =
          instruction.clamp ? static_cast<u32>(clamp_to<i32>(sum)) : static_cast<u32>(sum);
    }
  }
  for (unsigned i = 0; i < registers; ++i) {
    u32* into = wave.vgpr(instruction.destination.index + i);
    for (unsigned lane = 0; lane < wave.lanes; ++lane) into[lane] = result[i][lane];
  }
}

/// `result` is the element of C and D, whose registers depend on the wave size.
constexpr Row row(u16 opcode, std::string_view mnemonic, Handler handler, Type factor, Type result,
                  u32 traits = 0) {
  return {Format::vop3p, opcode, mnemonic, Accuracy::model,
          special(handler, result, {factor, factor, result}, kMatrix | kNoDpp | traits)};
}

constexpr Row kRows[] = {
    row(0x40, "v_wmma_f32_16x16x16_f16", &multiply_floats<Element::f16, true>, Type::b256,
        Type::f32),
    row(0x41, "v_wmma_f32_16x16x16_bf16", &multiply_floats<Element::bf16, true>, Type::b256,
        Type::f32),
    row(0x42, "v_wmma_f16_16x16x16_f16", &multiply_floats<Element::f16, false>, Type::b256,
        Type::f16),
    row(0x43, "v_wmma_bf16_16x16x16_bf16", &multiply_floats<Element::bf16, false>, Type::b256,
        Type::b16),
    row(0x44, "v_wmma_i32_16x16x16_iu8", &multiply_integers<Element::u8>, Type::b128, Type::i32,
        kIntegerSigns),
    row(0x45, "v_wmma_i32_16x16x16_iu4", &multiply_integers<Element::u4>, Type::b64, Type::i32,
        kIntegerSigns),
};

}  // namespace

extern const InstructionGroup wmma;
const InstructionGroup wmma{kRows};

}  // namespace kgate::emulator::KGATE_EMULATOR_VARIANT
