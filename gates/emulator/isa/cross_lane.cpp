// SPDX-License-Identifier: MIT
// Instructions that move values between lanes or between lanes and SGPRs.
#include <array>
#include <utility>

#include "gates/emulator/lanes/modifiers.hpp"
#include "gates/emulator/lanes/scalar.hpp"

namespace kgate::emulator::KGATE_EMULATOR_VARIANT {
namespace {

/// Source k of one lane.
u32 lane_value(Wave& wave, const Instruction& instruction, unsigned k, unsigned lane) {
  const Operand& operand = instruction.source[k];
  return operand.kind == OperandKind::vgpr ? wave.vgpr(operand.index)[lane]
                                           : read_scalar<u32>(wave, instruction, k);
}

void read_first_lane(Wave& wave, const Instruction& instruction) {
  const u64 exec = wave.exec();
  const auto lane = exec == 0 ? 0U : static_cast<unsigned>(__builtin_ctzll(exec));
  write_scalar(wave, instruction, lane_value(wave, instruction, 0, lane));
}
void read_lane(Wave& wave, const Instruction& instruction) {
  const u32 lane = read_scalar<u32>(wave, instruction, 1) & (wave.lanes - 1);
  write_scalar(wave, instruction, lane_value(wave, instruction, 0, lane));
}
void write_lane(Wave& wave, const Instruction& instruction) {
  const u32 lane = read_scalar<u32>(wave, instruction, 1) & (wave.lanes - 1);
  wave.vgpr(instruction.destination.index)[lane] = read_scalar<u32>(wave, instruction, 0);
}

/// Moves `values`, source 0 of every lane, as DPP says; returns the lanes that may be written.
u64 apply_dpp(Wave& wave, const Instruction& instruction, std::array<u32, 64>& values) {
  u64 written = wave.exec();
  if (instruction.dpp == Dpp::none) return written;
  const std::array<u32, 64> before = values;
  for (unsigned first = 0; first < wave.lanes; first += kHalf) {
    const auto exec = static_cast<u32>(wave.exec() >> first);
    const u32 enabled =
        permute_dpp(instruction, exec, before.data() + first, values.data() + first);
    written &= ~(u64{~enabled} << first);
  }
  return written;
}

template <bool High>
void count_below(Wave& wave, const Instruction& instruction) {
  std::array<u32, 64> masks{};
  std::array<u32, 64> result{};
  for (unsigned lane = 0; lane < wave.lanes; ++lane) {
    masks[lane] = lane_value(wave, instruction, 0, lane);
  }
  const u64 written = apply_dpp(wave, instruction, masks);
  for (unsigned lane = 0; lane < wave.lanes; ++lane) {
    const u32 position = High ? (lane < 32 ? 0U : lane - 32U) : (lane < 32 ? lane : 32U);
    const u32 below = position >= 32 ? ~0U : (1U << position) - 1U;
    result[lane] = lane_value(wave, instruction, 1, lane) +
                   static_cast<u32>(__builtin_popcount(masks[lane] & below));
  }
  u32* into = wave.vgpr(instruction.destination.index);
  for (unsigned lane = 0; lane < wave.lanes; ++lane) {
    if (((written >> lane) & 1U) != 0) into[lane] = result[lane];
  }
}

/// v_permlane16 (Exchange false) and v_permlanex16: lane i takes from the lane of its row, or of
/// the other row of the pair, that nibble i of {S2, S1} names.
template <bool Exchange>
void permute_rows(Wave& wave, const Instruction& instruction) {
  const u64 exec = wave.exec();
  const bool fetch_inactive = (instruction.op_sel & 1U) != 0;
  const bool bound_control = (instruction.op_sel & 2U) != 0;
  const u64 selectors =
      (u64{read_scalar<u32>(wave, instruction, 2)} << 32U) | read_scalar<u32>(wave, instruction, 1);
  std::array<u32, 64> result{};
  u64 written = 0;
  for (unsigned lane = 0; lane < wave.lanes; ++lane) {
    const auto in_row = static_cast<unsigned>(selectors >> (4U * (lane & 15U))) & 15U;
    const unsigned row = (lane & ~15U) ^ (Exchange ? 16U : 0U);
    const unsigned from = row | in_row;
    const bool readable = fetch_inactive || ((exec >> from) & 1U) != 0;
    if (readable) result[lane] = lane_value(wave, instruction, 0, from);
    if (readable || bound_control) written |= u64{1} << lane;
  }
  u32* into = wave.vgpr(instruction.destination.index);
  for (unsigned lane = 0; lane < wave.lanes; ++lane) {
    if (((exec & written) >> lane & 1U) != 0) into[lane] = result[lane];
  }
}

void swap_halves(Wave& wave, const Instruction& instruction) {
  if (wave.lanes == 32) return;  // as documented: no effect
  const u64 exec = wave.exec();
  std::array<u32, 64> source{};
  for (unsigned lane = 0; lane < 64; ++lane) source[lane] = lane_value(wave, instruction, 0, lane);
  u32* into = wave.vgpr(instruction.destination.index);
  for (unsigned lane = 0; lane < 64; ++lane) {
    if (((exec >> lane) & 1U) != 0) into[lane] = source[lane ^ 32U];
  }
}

void swap(Wave& wave, const Instruction& instruction) {
  const u64 exec = wave.exec();
  u32* first = wave.vgpr(instruction.destination.index);
  u32* second = wave.vgpr(instruction.source[0].index);
  for (unsigned lane = 0; lane < wave.lanes; ++lane) {
    if (((exec >> lane) & 1U) != 0) std::swap(first[lane], second[lane]);
  }
}

/// A VGPR number moved by M0, or the fault.
u32* relative_vgpr(Wave& wave, unsigned index, u32 offset) {
  if (index + offset >= kVectorRegisters) {
    raise(wave, FaultKind::unsupported_operand, "M0 selects a VGPR beyond v255");
  }
  return wave.vgpr(index + offset);
}
/// Offsets of source and destination: v_movrels has the first, v_movreld the second.
template <class F>
void move_relative(Wave& wave, const Instruction& instruction) {
  const std::pair<u32, u32> offsets = F{}(wave.scalar[kM0]);
  const bool vector = instruction.source[0].kind == OperandKind::vgpr;
  const u32* from =
      vector ? relative_vgpr(wave, instruction.source[0].index, offsets.first) : nullptr;
  u32* into = relative_vgpr(wave, instruction.destination.index, offsets.second);
  std::array<u32, 64> values{};
  for (unsigned lane = 0; lane < wave.lanes; ++lane) {
    values[lane] = vector ? from[lane] : read_scalar<u32>(wave, instruction, 0);
  }
  const u64 written = apply_dpp(wave, instruction, values);
  for (unsigned lane = 0; lane < wave.lanes; ++lane) {
    if (((written >> lane) & 1U) != 0) into[lane] = values[lane];
  }
}
void swap_relative(Wave& wave, const Instruction& instruction) {
  const u32 m0 = wave.scalar[kM0];
  const u64 exec = wave.exec();
  u32* first = relative_vgpr(wave, instruction.destination.index, (m0 >> 16U) & 0x3FFU);
  u32* second = relative_vgpr(wave, instruction.source[0].index, m0 & 0x3FFU);
  for (unsigned lane = 0; lane < wave.lanes; ++lane) {
    if (((exec >> lane) & 1U) != 0) std::swap(first[lane], second[lane]);
  }
}

template <class F>
constexpr Semantics relative(F /*function*/, u32 traits = 0) {
  return special(&move_relative<F>, Type::b32, {Type::b32}, traits);
}
constexpr u32 kPermute = kNoDpp | kScalarSources | kRegisterSource;

constexpr Row kRows[] = {
    {Format::vop1, 0x02, "v_readfirstlane_b32", Accuracy::exact,
     special(&read_first_lane, Type::b32, {Type::b32},
             kScalarResult | kNoDpp | kNoVop3 | kRegisterSource)},
    {Format::vop1, 0x42, "v_movreld_b32", Accuracy::exact,
     relative([](u32 m0) { return std::pair<u32, u32>{0, m0}; })},
    {Format::vop1, 0x43, "v_movrels_b32", Accuracy::exact,
     relative([](u32 m0) { return std::pair<u32, u32>{m0, 0}; }, kRegisterSource)},
    {Format::vop1, 0x44, "v_movrelsd_b32", Accuracy::exact,
     relative([](u32 m0) { return std::pair<u32, u32>{m0, m0}; }, kRegisterSource)},
    {Format::vop1, 0x48, "v_movrelsd_2_b32", Accuracy::exact,
     relative([](u32 m0) { return std::pair<u32, u32>{m0 & 0x3FFU, (m0 >> 16U) & 0x3FFU}; },
              kRegisterSource)},
    {Format::vop1, 0x65, "v_swap_b32", Accuracy::exact,
     special(&swap, Type::b32, {Type::b32}, kNoDpp | kNoVop3 | kRegisterSource)},
    {Format::vop1, 0x67, "v_permlane64_b32", Accuracy::exact,
     special(&swap_halves, Type::b32, {Type::b32}, kNoDpp | kNoVop3 | kRegisterSource)},
    {Format::vop1, 0x68, "v_swaprel_b32", Accuracy::exact,
     special(&swap_relative, Type::b32, {Type::b32}, kNoDpp | kNoVop3 | kRegisterSource)},
    {Format::vop3, 0x25B, "v_permlane16_b32", Accuracy::exact,
     special(&permute_rows<false>, Type::b32, {Type::b32, Type::b32, Type::b32}, kPermute)},
    {Format::vop3, 0x25C, "v_permlanex16_b32", Accuracy::exact,
     special(&permute_rows<true>, Type::b32, {Type::b32, Type::b32, Type::b32}, kPermute)},
    {Format::vop3, 0x31F, "v_mbcnt_lo_u32_b32", Accuracy::exact,
     special(&count_below<false>, Type::b32, {Type::b32, Type::b32})},
    {Format::vop3, 0x320, "v_mbcnt_hi_u32_b32", Accuracy::exact,
     special(&count_below<true>, Type::b32, {Type::b32, Type::b32})},
    {Format::vop3, 0x360, "v_readlane_b32", Accuracy::exact,
     special(&read_lane, Type::b32, {Type::b32, Type::b32},
             kScalarResult | kScalarSources | kNoDpp | kRegisterSource)},
    {Format::vop3, 0x361, "v_writelane_b32", Accuracy::exact,
     special(&write_lane, Type::b32, {Type::b32, Type::b32}, kScalarSources | kNoDpp)},
};

}  // namespace

extern const InstructionGroup cross_lane;
const InstructionGroup cross_lane{kRows};

}  // namespace kgate::emulator::KGATE_EMULATOR_VARIANT
