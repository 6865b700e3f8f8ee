// SPDX-License-Identifier: MIT
// VOP3 sums of absolute differences, byte averages, cube maps, and the 2/pi digits of sine.
#include <array>
#include <cmath>

#include "gates/emulator/lanes/float_ops.hpp"
#include "gates/emulator/lanes/integer_ops.hpp"
#include "gates/emulator/lanes/lanes.hpp"
#include "gates/emulator/wave.hpp"

namespace kgate::emulator::KGATE_EMULATOR_VARIANT {
namespace {

template <class D, class... S, class F>
constexpr Row row(u16 opcode, std::string_view mnemonic, F function, u32 traits = 0) {
  return {Format::vop3, opcode, mnemonic, Accuracy::exact, lanes<D, S...>(function, traits)};
}

constexpr u32 byte(u32 word, u32 i) { return (word >> (8U * i)) & 0xFFU; }
constexpr u32 distance(u32 a, u32 b) { return a > b ? a - b : b - a; }

/// Masked: bytes whose reference (b) is 0 do not count.
template <bool Masked>
u32 byte_distance(u32 a, u32 b, u32 sum) {
  for (u32 i = 0; i < 4; ++i) {
    if (!Masked || byte(b, i) != 0) sum += distance(byte(a, i), byte(b, i));
  }
  return sum;
}
/// Four sums over a window that slides by a byte, 16 bits each.
template <bool Masked>
u64 sliding_distance(u64 a, u32 b, u64 sums) {
  u64 result = 0;
  for (u32 i = 0; i < 4; ++i) {
    const u32 sum = byte_distance<Masked>(static_cast<u32>(a >> (8U * i)), b,
                                          static_cast<u32>(sums >> (16U * i)) & 0xFFFFU);
    result |= u64{sum & 0xFFFFU} << (16U * i);
  }
  return result;
}
void wide_sliding_distance(Wave& wave, const Instruction& instruction) {
  const u64 exec = wave.exec();
  const auto word = [&](unsigned k, unsigned i, unsigned lane) {
    const Operand& operand = instruction.source[k];
    if (operand.kind == OperandKind::vgpr) return wave.vgpr(operand.index + i)[lane];
    if (operand.kind == OperandKind::sgpr) return wave.scalar[operand.index + i];
    return i < 2 ? static_cast<u32>(instruction.constant[k] >> (32U * i)) : 0U;
  };
  for (unsigned lane = 0; lane < wave.lanes; ++lane) {
    if (((exec >> lane) & 1U) == 0) continue;
    const u64 a = (u64{word(0, 1, lane)} << 32U) | word(0, 0, lane);
    std::array<u32, 4> sums{};
    for (unsigned i = 0; i < 4; ++i) {
      sums[i] =
          byte_distance<true>(static_cast<u32>(a >> (8U * i)), word(1, 0, lane), word(2, i, lane));
    }
    for (unsigned i = 0; i < 4; ++i) {
      wave.vgpr(instruction.destination.index + i)[lane] = sums[i];
    }
  }
}

u32 byte_average(u32 a, u32 b, u32 round) {
  u32 result = 0;
  for (u32 i = 0; i < 4; ++i) {
    result |= ((byte(a, i) + byte(b, i) + (byte(round, i) & 1U)) >> 1U) << (8U * i);
  }
  return result;
}

/// Which axis of a direction is the longest: z wins ties, then y.
enum class Axis : u8 { x, y, z };
Axis major_axis(f32 x, f32 y, f32 z) {
  const f32 ax = std::fabs(x);
  const f32 ay = std::fabs(y);
  const f32 az = std::fabs(z);
  if (az >= ax && az >= ay) return Axis::z;
  return ay >= ax ? Axis::y : Axis::x;
}
f32 cube_face(f32 x, f32 y, f32 z) {
  switch (major_axis(x, y, z)) {
    case Axis::z:
      return z < 0 ? 5.0F : 4.0F;
    case Axis::y:
      return y < 0 ? 3.0F : 2.0F;
    case Axis::x:
      break;
  }
  return x < 0 ? 1.0F : 0.0F;
}
f32 cube_s(f32 x, f32 y, f32 z) {
  switch (major_axis(x, y, z)) {
    case Axis::z:
      return z < 0 ? -x : x;
    case Axis::y:
      return x;
    case Axis::x:
      break;
  }
  return x < 0 ? z : -z;
}
f32 cube_t(f32 x, f32 y, f32 z) { return major_axis(x, y, z) == Axis::y ? (y < 0 ? -z : z) : -y; }
f32 cube_major(f32 x, f32 y, f32 z) {
  const Axis axis = major_axis(x, y, z);
  return 2.0F * (axis == Axis::z ? z : (axis == Axis::y ? y : x));
}
f32 lit_product(f32 a, f32 b, f32 c) {
  constexpr f32 kMost = std::numeric_limits<f32>::max();
  const bool dark = is_nan(b) || b <= -kMost || is_nan(c) || c <= 0.0F;
  return dark ? -kMost : (a == 0 || b == 0 ? 0.0F : a * b);
}

/// 1201 bits of 2/pi below the binary point, most significant first.
constexpr std::array<u64, 20> kTwoOverPi{
    0xA2F9836E4E441529, 0xFC2757D1F534DDC0, 0xDB6295993C439041, 0xFE5163ABDEBBC561,
    0xB7246E3A424DD2E0, 0x06492EEA09D1921C, 0xFE1DEB1CB129A73E, 0xE88235F52EBB4484,
    0xE99C7026B45F7E41, 0x3991D639835339F4, 0x9C845F8BBDF9283B, 0x1FF897FFDE05980F,
    0xEF2F118B5A0A6D1F, 0x6D367ECF27CB09B7, 0x4F463F669E5FEA2D, 0x7527BAC7EBE5F17B,
    0x3D0739F78A5292EA, 0x6BFB5FB11F8D5D08, 0x56033046FC7B0000, 0};

f64 two_over_pi_segment(f64 value, u32 segment) {
  const auto exponent = static_cast<u32>((bits(value) >> 52U) & 0x7FFU);
  u32 shift = 53U * (segment & 31U);
  if (exponent > 1077) shift += exponent - 1077;
  if (shift >= 1201) return 0.0;
  const u32 word = shift / 64;
  const u32 bit = shift % 64;
  u64 window = kTwoOverPi[word] << bit;
  if (bit != 0) window |= kTwoOverPi[word + 1] >> (64 - bit);
  const int scale = -53 - static_cast<int>(shift) + (exponent >= 1968 ? 128 : 0);
  return std::ldexp(static_cast<f64>(window >> 11U), scale);
}

constexpr Row kRows[] = {
    row<f32, f32, f32, f32>(0x20C, "v_cubeid_f32",
                            [](f32 x, f32 y, f32 z) { return cube_face(x, y, z); }),
    row<f32, f32, f32, f32>(0x20D, "v_cubesc_f32",
                            [](f32 x, f32 y, f32 z) { return cube_s(x, y, z); }),
    row<f32, f32, f32, f32>(0x20E, "v_cubetc_f32",
                            [](f32 x, f32 y, f32 z) { return cube_t(x, y, z); }),
    row<f32, f32, f32, f32>(0x20F, "v_cubema_f32",
                            [](f32 x, f32 y, f32 z) { return cube_major(x, y, z); }),
    row<u32, u32, u32, u32>(0x215, "v_lerp_u8",
                            [](u32 a, u32 b, u32 c) { return byte_average(a, b, c); }),
    row<f32, f32, f32, f32>(0x218, "v_mullit_f32",
                            [](f32 a, f32 b, f32 c) { return lit_product(a, b, c); }),
    row<u32, u32, u32, u32>(0x222, "v_sad_u8",
                            [](u32 a, u32 b, u32 c) { return byte_distance<false>(a, b, c); }),
    row<u32, u32, u32, u32>(
        0x223, "v_sad_hi_u8",
        [](u32 a, u32 b, u32 c) { return (byte_distance<false>(a, b, 0) << 16U) + c; }),
    row<u32, u32, u32, u32>(0x224, "v_sad_u16",
                            [](u32 a, u32 b, u32 c) {
                              return distance(a & 0xFFFFU, b & 0xFFFFU) +
                                     distance(a >> 16U, b >> 16U) + c;
                            }),
    row<u32, u32, u32, u32>(0x225, "v_sad_u32",
                            [](u32 a, u32 b, u32 c) { return distance(a, b) + c; }),
    row<u32, u32, u32, u32>(0x239, "v_msad_u8",
                            [](u32 a, u32 b, u32 c) { return byte_distance<true>(a, b, c); }),
    row<u64, u64, u32, u64>(
        0x23A, "v_qsad_pk_u16_u8",
        [](u64 a, u32 b, u64 c) { return sliding_distance<false>(a, b, c); }, kNoDpp),
    row<u64, u64, u32, u64>(
        0x23B, "v_mqsad_pk_u16_u8",
        [](u64 a, u32 b, u64 c) { return sliding_distance<true>(a, b, c); }, kNoDpp),
    {Format::vop3, 0x23D, "v_mqsad_u32_u8", Accuracy::exact,
     special(&wide_sliding_distance, Type::b128, {Type::b64, Type::b32, Type::b128}, kNoDpp)},
    row<f64, f64, u32>(
        0x32F, "v_trig_preop_f64", [](f64 a, u32 b) { return two_over_pi_segment(a, b); }, kNoDpp),
};

}  // namespace

extern const InstructionGroup vop3_bytes;
const InstructionGroup vop3_bytes{kRows};

}  // namespace kgate::emulator::KGATE_EMULATOR_VARIANT
