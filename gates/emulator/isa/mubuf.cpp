// SPDX-License-Identifier: MIT
// MUBUF: untyped buffer loads, stores and atomics through a resource of four SGPRs.
#include "gates/emulator/lanes/atomic_ops.hpp"
#include "gates/emulator/lanes/buffer_access.hpp"

namespace kgate::emulator::KGATE_EMULATOR_VARIANT {
namespace {

/// Out-of-range lanes are not a fault here: loads give 0, stores are dropped. A lane in range of
/// its resource is checked like every access.
template <class F>
void for_lanes(Wave& wave, const Instruction& instruction, unsigned size, Access access,
               const F& function) {
  const BufferResource resource = read_resource(wave, instruction);
  const u64 exec = wave.exec();
  for (unsigned lane = 0; lane < wave.lanes; ++lane) {
    if (((exec >> lane) & 1U) == 0) continue;
    const BufferPlace place = place_of(wave, instruction, resource, lane);
    std::byte* where = nullptr;
    if (!is_outside(resource, place, 0, size)) {
      where =
          global_lane(wave, address_of(resource, place, 0), size, access, static_cast<int>(lane));
    }
    function(lane, where);
  }
}

/// Dwords are checked one by one, so that a wide load may be partly in range.
template <class Kind>
void load(Wave& wave, const Instruction& instruction) {
  constexpr unsigned kUnit = Kind::kRegisters > 1 ? 4 : Kind::kBytes;
  const BufferResource resource = read_resource(wave, instruction);
  const u64 exec = wave.exec();
  std::array<std::array<std::byte, 16>, 64> data{};
  for (unsigned lane = 0; lane < wave.lanes; ++lane) {
    if (((exec >> lane) & 1U) == 0) continue;
    const BufferPlace place = place_of(wave, instruction, resource, lane);
    for (unsigned at = 0; at < Kind::kBytes; at += kUnit) {
      if (is_outside(resource, place, at, kUnit)) continue;
      const std::byte* from = global_lane(wave, address_of(resource, place, at), kUnit,
                                          Access::load, static_cast<int>(lane));
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
  const BufferResource resource = read_resource(wave, instruction);
  const u64 exec = wave.exec();
  for (unsigned lane = 0; lane < wave.lanes; ++lane) {
    if (((exec >> lane) & 1U) == 0) continue;
    const BufferPlace place = place_of(wave, instruction, resource, lane);
    for (unsigned at = 0; at < Bytes; at += kUnit) {
      if (is_outside(resource, place, at, kUnit)) continue;
      std::byte* into = global_lane(wave, address_of(resource, place, at), kUnit, Access::store,
                                    static_cast<int>(lane));
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
