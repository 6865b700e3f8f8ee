// SPDX-License-Identifier: MIT
// MUBUF: untyped buffer loads, stores and atomics through a resource of four SGPRs.
#include <fmt/format.h>

#include "gates/emulator/lanes/atomic_ops.hpp"
#include "gates/emulator/lanes/memory_ops.hpp"
#include "gates/emulator/lanes/scalar.hpp"

namespace kgate::emulator::KGATE_EMULATOR_VARIANT {
namespace {

/// The fields of a buffer resource that raw and structured buffers use.
struct Resource {
  u64 base = 0;
  u32 stride = 0;
  u32 records = 0;
  bool add_lane = false;
  u32 check = 0;  ///< OOB_SELECT
};

Resource read_resource(Wave& wave, const Instruction& instruction) {
  const u32* words = wave.scalar.data() + instruction.mask_source.index;
  if (words[1] >> 30U != 0) {
    raise(wave, FaultKind::unsupported_operand, "swizzled buffer resources are not modelled");
  }
  Resource resource;
  resource.base = (u64{words[1] & 0xFFFFU} << 32U) | words[0];
  resource.stride = (words[1] >> 16U) & 0x3FFFU;
  resource.records = words[2];
  resource.add_lane = ((words[3] >> 23U) & 1U) != 0;
  resource.check = (words[3] >> 28U) & 3U;
  return resource;
}

/// One lane's place in a buffer.
struct Place {
  u64 address = 0;
  u64 offset = 0;  ///< without the index
  u64 index = 0;
};
Place place_of(Wave& wave, const Instruction& instruction, const Resource& resource,
               unsigned lane) {
  const bool has_offset = (instruction.op_sel & 1U) != 0;
  const bool has_index = (instruction.op_sel & 2U) != 0;
  const unsigned first = instruction.source[0].index;
  Place place;
  if (has_index) place.index = wave.vgpr(first)[lane];
  if (resource.add_lane) place.index += lane;
  place.offset = static_cast<u64>(instruction.offset);
  if (has_offset) place.offset += wave.vgpr(first + (has_index ? 1U : 0U))[lane];
  const u64 scalar = read_scalar<u32>(wave, instruction, 2);
  place.address = resource.base + scalar + place.offset + resource.stride * place.index;
  return place;
}

/// True if `size` bytes at `offset` from the place are outside what OOB_SELECT allows.
bool outside(const Resource& resource, const Place& place, u64 size) {
  switch (resource.check) {
    case 0:
      return place.index >= resource.records ||
             (resource.stride != 0 && place.offset + size > resource.stride);
    case 1:
      return place.index >= resource.records;
    case 2:
      return resource.records == 0;
    default:
      return place.offset + resource.stride * place.index + size > resource.records;
  }
}

/// Out-of-range lanes are not a fault here: loads give 0, stores are dropped. A lane in range of
/// its resource is checked like every access.
template <class F>
void for_lanes(Wave& wave, const Instruction& instruction, unsigned size, Access access,
               const F& function) {
  const Resource resource = read_resource(wave, instruction);
  const u64 exec = wave.exec();
  for (unsigned lane = 0; lane < wave.lanes; ++lane) {
    if (((exec >> lane) & 1U) == 0) continue;
    const Place place = place_of(wave, instruction, resource, lane);
    std::byte* where = nullptr;
    if (!outside(resource, place, size)) {
      where = global_lane(wave, place.address, size, access, static_cast<int>(lane));
    }
    function(lane, where);
  }
}

/// Dwords are checked one by one, so that a wide load may be partly in range.
template <class Kind>
void load(Wave& wave, const Instruction& instruction) {
  constexpr unsigned kUnit = Kind::kRegisters > 1 ? 4 : Kind::kBytes;
  const Resource resource = read_resource(wave, instruction);
  const u64 exec = wave.exec();
  std::array<std::array<std::byte, 16>, 64> data{};
  for (unsigned lane = 0; lane < wave.lanes; ++lane) {
    if (((exec >> lane) & 1U) == 0) continue;
    Place place = place_of(wave, instruction, resource, lane);
    for (unsigned at = 0; at < Kind::kBytes; at += kUnit, place.offset += kUnit) {
      if (outside(resource, place, kUnit)) continue;
      const std::byte* from =
          global_lane(wave, place.address + at, kUnit, Access::load, static_cast<int>(lane));
      std::memcpy(data[lane].data() + at, from, kUnit);
    }
  }
  for (unsigned lane = 0; lane < wave.lanes; ++lane) {
    if (((exec >> lane) & 1U) == 0) continue;
    load_one<Kind>(wave, instruction.destination.index, lane, data[lane].data());
  }
}
template <unsigned Bytes, bool High>
void store(Wave& wave, const Instruction& instruction) {
  constexpr unsigned kUnit = Bytes > 4 ? 4 : Bytes;
  const Resource resource = read_resource(wave, instruction);
  const u64 exec = wave.exec();
  for (unsigned lane = 0; lane < wave.lanes; ++lane) {
    if (((exec >> lane) & 1U) == 0) continue;
    Place place = place_of(wave, instruction, resource, lane);
    for (unsigned at = 0; at < Bytes; at += kUnit, place.offset += kUnit) {
      if (outside(resource, place, kUnit)) continue;
      std::byte* into =
          global_lane(wave, place.address + at, kUnit, Access::store, static_cast<int>(lane));
      store_one<kUnit, High>(wave, instruction.source[1].index + at / 4, lane, into);
    }
  }
}
template <class F, class T>
void atomic(Wave& wave, const Instruction& instruction) {
  for_lanes(wave, instruction, sizeof(T), Access::atomic, [&](unsigned lane, std::byte* where) {
    T old{};
    if (where != nullptr) {
      old = exchange<T>(where, [&](T value) { return F{}(wave, instruction, lane, value); });
    }
    set_lane(wave, instruction.destination, lane, old);
  });
}

template <class Kind>
constexpr Row load_row(u16 opcode, std::string_view mnemonic, Type destination) {
  return {Format::mubuf, opcode, mnemonic, Accuracy::exact, special(&load<Kind>, destination, {})};
}
template <unsigned Bytes, bool High = false>
constexpr Row store_row(u16 opcode, std::string_view mnemonic, Type data) {
  return {Format::mubuf, opcode, mnemonic, Accuracy::exact,
          special(&store<Bytes, High>, Type::none, {Type::none, data}, kStore)};
}
template <class T, class F>
constexpr Row one(u16 opcode, std::string_view mnemonic, F /*function*/) {
  return {Format::mubuf, opcode, mnemonic, Accuracy::exact,
          special(&atomic<WithData<F, T>, T>, kTypeOf<T>, {Type::none, kTypeOf<T>}, kAtomic)};
}
template <class T, class F>
constexpr Row whole(u16 opcode, std::string_view mnemonic, Type data, F /*function*/) {
  return {Format::mubuf, opcode, mnemonic, Accuracy::exact,
          special(&atomic<F, T>, kTypeOf<T>, {Type::none, data}, kAtomic)};
}
constexpr Row refused(u16 opcode, std::string_view mnemonic, Type destination, Type data) {
  return {Format::mubuf, opcode, mnemonic, Accuracy::refused,
          special(nullptr, destination, {Type::none, data})};
}
void nothing(Wave& /*wave*/, const Instruction& /*instruction*/) {}

constexpr Row kRows[] = {
    refused(0x00, "buffer_load_format_x", Type::b32, Type::none),
    refused(0x01, "buffer_load_format_xy", Type::b64, Type::none),
    refused(0x02, "buffer_load_format_xyz", Type::b96, Type::none),
    refused(0x03, "buffer_load_format_xyzw", Type::b128, Type::none),
    refused(0x04, "buffer_store_format_x", Type::none, Type::b32),
    refused(0x05, "buffer_store_format_xy", Type::none, Type::b64),
    refused(0x06, "buffer_store_format_xyz", Type::none, Type::b96),
    refused(0x07, "buffer_store_format_xyzw", Type::none, Type::b128),
    refused(0x08, "buffer_load_d16_format_x", Type::b32, Type::none),
    refused(0x09, "buffer_load_d16_format_xy", Type::b32, Type::none),
    refused(0x0A, "buffer_load_d16_format_xyz", Type::b64, Type::none),
    refused(0x0B, "buffer_load_d16_format_xyzw", Type::b64, Type::none),
    refused(0x0C, "buffer_store_d16_format_x", Type::none, Type::b32),
    refused(0x0D, "buffer_store_d16_format_xy", Type::none, Type::b32),
    refused(0x0E, "buffer_store_d16_format_xyz", Type::none, Type::b64),
    refused(0x0F, "buffer_store_d16_format_xyzw", Type::none, Type::b64),
    load_row<LoadKind<u8, 1>>(0x10, "buffer_load_u8", Type::b32),
    load_row<LoadKind<i8, 1>>(0x11, "buffer_load_i8", Type::b32),
    load_row<LoadKind<u16, 1>>(0x12, "buffer_load_u16", Type::b32),
    load_row<LoadKind<i16, 1>>(0x13, "buffer_load_i16", Type::b32),
    load_row<LoadKind<i32, 1>>(0x14, "buffer_load_b32", Type::b32),
    load_row<LoadKind<i32, 2>>(0x15, "buffer_load_b64", Type::b64),
    load_row<LoadKind<i32, 3>>(0x16, "buffer_load_b96", Type::b96),
    load_row<LoadKind<i32, 4>>(0x17, "buffer_load_b128", Type::b128),
    store_row<1>(0x18, "buffer_store_b8", Type::b32),
    store_row<2>(0x19, "buffer_store_b16", Type::b32),
    store_row<4>(0x1A, "buffer_store_b32", Type::b32),
    store_row<8>(0x1B, "buffer_store_b64", Type::b64),
    store_row<12>(0x1C, "buffer_store_b96", Type::b96),
    store_row<16>(0x1D, "buffer_store_b128", Type::b128),
    load_row<LoadKind<u8, 1, false, true>>(0x1E, "buffer_load_d16_u8", Type::b32),
    load_row<LoadKind<i8, 1, false, true>>(0x1F, "buffer_load_d16_i8", Type::b32),
    load_row<LoadKind<u16, 1, false, true>>(0x20, "buffer_load_d16_b16", Type::b32),
    load_row<LoadKind<u8, 1, true, true>>(0x21, "buffer_load_d16_hi_u8", Type::b32),
    load_row<LoadKind<i8, 1, true, true>>(0x22, "buffer_load_d16_hi_i8", Type::b32),
    load_row<LoadKind<u16, 1, true, true>>(0x23, "buffer_load_d16_hi_b16", Type::b32),
    store_row<1, true>(0x24, "buffer_store_d16_hi_b8", Type::b32),
    store_row<2, true>(0x25, "buffer_store_d16_hi_b16", Type::b32),
    refused(0x26, "buffer_load_d16_hi_format_x", Type::b32, Type::none),
    refused(0x27, "buffer_store_d16_hi_format_x", Type::none, Type::b32),
    {Format::mubuf, 0x2B, "buffer_gl0_inv", Accuracy::exact,
     special(&nothing, Type::none, {}, kNoOperands)},
    {Format::mubuf, 0x2C, "buffer_gl1_inv", Accuracy::exact,
     special(&nothing, Type::none, {}, kNoOperands)},
    refused(0x2D, "buffer_load_lds_u8", Type::none, Type::none),
    refused(0x2E, "buffer_load_lds_i8", Type::none, Type::none),
    refused(0x2F, "buffer_load_lds_u16", Type::none, Type::none),
    refused(0x30, "buffer_load_lds_i16", Type::none, Type::none),
    refused(0x31, "buffer_load_lds_b32", Type::none, Type::none),
    refused(0x32, "buffer_load_lds_format_x", Type::none, Type::none),
    one<u32>(0x33, "buffer_atomic_swap_b32", Replace{}),
    whole<u32>(0x34, "buffer_atomic_cmpswap_b32", Type::b64, CompareSwap<u32>{}),
    one<u32>(0x35, "buffer_atomic_add_u32", AtomicAdd{}),
    one<u32>(0x36, "buffer_atomic_sub_u32", AtomicSubtract{}),
    one<u32>(0x37, "buffer_atomic_csub_u32", AtomicClampedSubtract{}),
    one<i32>(0x38, "buffer_atomic_min_i32", AtomicMinimum{}),
    one<u32>(0x39, "buffer_atomic_min_u32", AtomicMinimum{}),
    one<i32>(0x3A, "buffer_atomic_max_i32", AtomicMaximum{}),
    one<u32>(0x3B, "buffer_atomic_max_u32", AtomicMaximum{}),
    one<u32>(0x3C, "buffer_atomic_and_b32", AtomicAnd{}),
    one<u32>(0x3D, "buffer_atomic_or_b32", AtomicOr{}),
    one<u32>(0x3E, "buffer_atomic_xor_b32", AtomicXor{}),
    one<u32>(0x3F, "buffer_atomic_inc_u32", AtomicIncrement{}),
    one<u32>(0x40, "buffer_atomic_dec_u32", AtomicDecrement{}),
    one<u64>(0x41, "buffer_atomic_swap_b64", Replace{}),
    whole<u64>(0x42, "buffer_atomic_cmpswap_b64", Type::b128, CompareSwap<u64>{}),
    one<u64>(0x43, "buffer_atomic_add_u64", AtomicAdd{}),
    one<u64>(0x44, "buffer_atomic_sub_u64", AtomicSubtract{}),
    one<i64>(0x45, "buffer_atomic_min_i64", AtomicMinimum{}),
    one<u64>(0x46, "buffer_atomic_min_u64", AtomicMinimum{}),
    one<i64>(0x47, "buffer_atomic_max_i64", AtomicMaximum{}),
    one<u64>(0x48, "buffer_atomic_max_u64", AtomicMaximum{}),
    one<u64>(0x49, "buffer_atomic_and_b64", AtomicAnd{}),
    one<u64>(0x4A, "buffer_atomic_or_b64", AtomicOr{}),
    one<u64>(0x4B, "buffer_atomic_xor_b64", AtomicXor{}),
    one<u64>(0x4C, "buffer_atomic_inc_u64", AtomicIncrement{}),
    one<u64>(0x4D, "buffer_atomic_dec_u64", AtomicDecrement{}),
    whole<f32>(0x50, "buffer_atomic_cmpswap_f32", Type::b64, CompareSwap<f32>{}),
    whole<f32>(0x51, "buffer_atomic_min_f32", Type::b32, FloatExtreme<false, f32>{}),
    whole<f32>(0x52, "buffer_atomic_max_f32", Type::b32, FloatExtreme<true, f32>{}),
    one<f32>(0x56, "buffer_atomic_add_f32", GlobalFloatAdd{}),
};

}  // namespace

extern const InstructionGroup mubuf;
const InstructionGroup mubuf{kRows};

}  // namespace kgate::emulator::KGATE_EMULATOR_VARIANT
