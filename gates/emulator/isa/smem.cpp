// SPDX-License-Identifier: MIT
// SMEM: scalar loads from memory and from buffers, scalar cache control.
#include <cstring>

#include "gates/emulator/access.hpp"
#include "gates/emulator/lanes/scalar.hpp"

namespace kgate::emulator::KGATE_EMULATOR_VARIANT {
namespace {

u64 scalar_offset(const Wave& wave, const Instruction& instruction) {
  const Operand& offset = instruction.source[1];
  return static_cast<u64>(i64{instruction.offset}) +
         (offset.kind == OperandKind::sgpr ? wave.scalar[offset.index] : 0U);
}

template <unsigned Count>
void load(Wave& wave, const Instruction& instruction) {
  u64 address = read_scalar<u64>(wave, instruction, 0) + scalar_offset(wave, instruction);
  if (wave.group->options->alignment == AlignmentPolicy::unaligned) address &= ~u64{3};
  std::array<u32, Count> value;
  const std::byte* from = global_lane(wave, address, 4 * Count, Access::load, -1);
  std::memcpy(value.data(), from, sizeof(value));
  std::memcpy(wave.scalar.data() + instruction.destination.index, value.data(), sizeof(value));
}

/// Raw buffers only: base, stride and record count; dwords out of range read 0.
template <unsigned Count>
void buffer_load(Wave& wave, const Instruction& instruction) {
  const u32* resource = wave.scalar.data() + instruction.source[0].index;
  const u64 base = (u64{resource[1] & 0xFFFFU} << 32U) | resource[0];
  const u64 stride = (resource[1] >> 16U) & 0x3FFFU;
  const u64 size = stride == 0 ? resource[2] : u64{resource[2]} * stride;
  const u64 offset = scalar_offset(wave, instruction) & ~u64{3};
  std::array<u32, Count> value{};
  for (unsigned i = 0; i < Count; ++i) {
    const u64 at = offset + 4U * i;
    if (at + 4 > size) continue;
    std::memcpy(&value.data()[i], global_lane(wave, base + at, 4, Access::load, -1), 4);
  }
  std::memcpy(wave.scalar.data() + instruction.destination.index, value.data(), sizeof(value));
}

void nothing(Wave& /*wave*/, const Instruction& /*instruction*/) {}

constexpr Row kRows[] = {
    {Format::smem, 0x00, "s_load_b32", Accuracy::exact, special(&load<1>, Type::b32, {Type::b64})},
    {Format::smem, 0x01, "s_load_b64", Accuracy::exact, special(&load<2>, Type::b64, {Type::b64})},
    {Format::smem, 0x02, "s_load_b128", Accuracy::exact,
     special(&load<4>, Type::b128, {Type::b64})},
    {Format::smem, 0x03, "s_load_b256", Accuracy::exact,
     special(&load<8>, Type::b256, {Type::b64})},
    {Format::smem, 0x04, "s_load_b512", Accuracy::exact,
     special(&load<16>, Type::b512, {Type::b64})},
    {Format::smem, 0x08, "s_buffer_load_b32", Accuracy::exact,
     special(&buffer_load<1>, Type::b32, {Type::b128})},
    {Format::smem, 0x09, "s_buffer_load_b64", Accuracy::exact,
     special(&buffer_load<2>, Type::b64, {Type::b128})},
    {Format::smem, 0x0A, "s_buffer_load_b128", Accuracy::exact,
     special(&buffer_load<4>, Type::b128, {Type::b128})},
    {Format::smem, 0x0B, "s_buffer_load_b256", Accuracy::exact,
     special(&buffer_load<8>, Type::b256, {Type::b128})},
    {Format::smem, 0x0C, "s_buffer_load_b512", Accuracy::exact,
     special(&buffer_load<16>, Type::b512, {Type::b128})},
    {Format::smem, 0x20, "s_gl1_inv", Accuracy::exact,
     special(&nothing, Type::none, {}, kNoOperands)},
    {Format::smem, 0x21, "s_dcache_inv", Accuracy::exact,
     special(&nothing, Type::none, {}, kNoOperands)},
    {Format::smem, 0x22, "s_atc_probe", Accuracy::refused,
     special(nullptr, Type::none, {Type::b64})},
    {Format::smem, 0x23, "s_atc_probe_buffer", Accuracy::refused,
     special(nullptr, Type::none, {Type::b128})},
};

}  // namespace

extern const InstructionGroup smem;
const InstructionGroup smem{kRows};

}  // namespace kgate::emulator::KGATE_EMULATOR_VARIANT
