// SPDX-License-Identifier: MIT
// DS instructions that exchange lanes without memory, append and consume, and those refused by
// name.
#include <array>

#include "gates/emulator/access.hpp"
#include "gates/emulator/lanes/memory_ops.hpp"

namespace kgate::emulator::KGATE_EMULATOR_VARIANT {
namespace {

void write_active(Wave& wave, const Instruction& instruction, const std::array<u32, 64>& value) {
  const u64 exec = wave.exec();
  u32* into = wave.vgpr(instruction.destination.index);
  for (unsigned lane = 0; lane < wave.lanes; ++lane) {
    if (((exec >> lane) & 1U) != 0) into[lane] = value[lane];
  }
}
/// The lane an address names, inside the same half of the wave.
unsigned named_lane(Wave& wave, const Instruction& instruction, unsigned lane) {
  const u32 address =
      wave.vgpr(instruction.source[0].index)[lane] + static_cast<u32>(instruction.offset);
  return (lane & 32U) | ((address >> 2U) & 31U);
}

void permute(Wave& wave, const Instruction& instruction) {
  const u64 exec = wave.exec();
  const u32* data = wave.vgpr(instruction.source[1].index);
  std::array<u32, 64> value{};
  // Ascending: where lanes collide the highest wins.
  for (unsigned lane = 0; lane < wave.lanes; ++lane) {
    if (((exec >> lane) & 1U) != 0) value[named_lane(wave, instruction, lane)] = data[lane];
  }
  write_active(wave, instruction, value);
}
void backward_permute(Wave& wave, const Instruction& instruction) {
  const u64 exec = wave.exec();
  const u32* data = wave.vgpr(instruction.source[1].index);
  std::array<u32, 64> value{};
  for (unsigned lane = 0; lane < wave.lanes; ++lane) {
    const unsigned from = named_lane(wave, instruction, lane);
    value[lane] = ((exec >> from) & 1U) != 0 ? data[from] : 0U;
  }
  write_active(wave, instruction, value);
}

u32 reversed_5_bits(u32 value) {
  u32 result = 0;
  for (u32 i = 0; i < 5; ++i) result |= ((value >> i) & 1U) << (4 - i);
  return result;
}
/// The lane of 32 that lane `lane` reads under a swizzle offset.
u32 swizzled_lane(u32 offset, u32 lane) {
  const u32 mask = offset & 31U;
  if (offset >= 0xE000) {  // fast Fourier transform
    const auto kept = static_cast<u32>(__builtin_popcount(mask));
    return ((reversed_5_bits(lane) >> kept) | (lane & mask)) & 31U;
  }
  if (offset >= 0xC000) {  // rotate
    const u32 amount = (offset >> 5U) & 31U;
    const u32 moved = (offset & 0x400U) != 0 ? lane - amount : lane + amount;
    return (lane & mask) | (moved & ~mask & 31U);
  }
  if ((offset & 0x8000U) != 0) return (lane & ~3U) | ((offset >> (2U * (lane & 3U))) & 3U);
  return (((lane & mask) | ((offset >> 5U) & 31U)) ^ ((offset >> 10U) & 31U)) & 31U;
}
void swizzle(Wave& wave, const Instruction& instruction) {
  const u64 exec = wave.exec();
  const u32* data = wave.vgpr(instruction.source[0].index);
  std::array<u32, 64> value{};
  for (unsigned lane = 0; lane < wave.lanes; ++lane) {
    const unsigned from =
        (lane & 32U) | swizzled_lane(static_cast<u32>(instruction.offset), lane & 31U);
    value[lane] = ((exec >> from) & 1U) != 0 ? data[from] : 0U;
  }
  write_active(wave, instruction, value);
}

/// Adds or subtracts the number of active lanes once and gives every lane the old value.
template <bool Append>
void count_active(Wave& wave, const Instruction& instruction) {
  const u64 exec = wave.exec();
  const auto count = static_cast<u32>(__builtin_popcountll(exec));
  const u64 address = static_cast<u64>(instruction.offset) + (wave.scalar[kM0] & 0xFFFFU);
  std::byte* where = lds_lane(wave, address, 4, Access::atomic, -1);
  const u32 old =
      exchange<u32>(where, [&](u32 value) { return Append ? value + count : value - count; });
  std::array<u32, 64> value{};
  value.fill(old);
  write_active(wave, instruction, value);
}

constexpr Row refused(u16 opcode, std::string_view mnemonic, Type destination = Type::none,
                      std::array<Type, 3> source = {}) {
  return {Format::ds, opcode, mnemonic, Accuracy::refused, special(nullptr, destination, source)};
}

constexpr Row kRows[] = {
    refused(0x18, "ds_gws_sema_release_all"),
    refused(0x19, "ds_gws_init", Type::none, {Type::b32}),
    refused(0x1A, "ds_gws_sema_v"),
    refused(0x1B, "ds_gws_sema_br", Type::none, {Type::b32}),
    refused(0x1C, "ds_gws_sema_p"),
    refused(0x1D, "ds_gws_barrier", Type::none, {Type::b32}),
    {Format::ds, 0x35, "ds_swizzle_b32", Accuracy::exact,
     special(&swizzle, Type::b32, {Type::b32})},
    {Format::ds, 0x3D, "ds_consume", Accuracy::exact, special(&count_active<false>, Type::b32, {})},
    {Format::ds, 0x3E, "ds_append", Accuracy::exact, special(&count_active<true>, Type::b32, {})},
    refused(0x3F, "ds_ordered_count", Type::b32, {Type::b32}),
    refused(0x7A, "ds_add_gs_reg_rtn", Type::b64, {Type::none, Type::b32}),
    refused(0x7B, "ds_sub_gs_reg_rtn", Type::b64, {Type::none, Type::b32}),
    refused(0xAD, "ds_bvh_stack_rtn_b32", Type::b32, {Type::b32, Type::b32, Type::b128}),
    {Format::ds, 0xB2, "ds_permute_b32", Accuracy::exact,
     special(&permute, Type::b32, {Type::b32, Type::b32})},
    {Format::ds, 0xB3, "ds_bpermute_b32", Accuracy::exact,
     special(&backward_permute, Type::b32, {Type::b32, Type::b32})},
};

}  // namespace

extern const InstructionGroup ds_lane;
const InstructionGroup ds_lane{kRows};

}  // namespace kgate::emulator::KGATE_EMULATOR_VARIANT
