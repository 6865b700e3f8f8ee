// SPDX-License-Identifier: MIT
// DS: loads, stores and atomics on LDS.
#include "gates/emulator/lanes/atomic_ops.hpp"
#include "gates/emulator/lanes/memory_ops.hpp"

namespace kgate::emulator::KGATE_EMULATOR_VARIANT {
namespace {

/// The sum of register and offset is 32 bits: LLVM folds the constant of `table[63 - i]` into the
/// offset of a negative register, and relies on the sum coming back to the start.
void addresses_at(Wave& wave, const Instruction& instruction, u64 offset, LaneAddresses& out) {
  const u32* low = wave.vgpr(instruction.source[0].index);
  for (unsigned lane = 0; lane < wave.lanes; ++lane) {
    out.lane.data()[lane] = low[lane] + static_cast<u32>(offset);
  }
}
u64 offset_of(const Instruction& instruction) { return static_cast<u64>(instruction.offset); }

template <class Kind>
void load(Wave& wave, const Instruction& instruction) {
  LaneAddresses addresses;
  addresses_at(wave, instruction, offset_of(instruction), addresses);
  load_lanes<Kind, LdsSpace>(wave, instruction, addresses);
}
template <unsigned Bytes, bool High>
void store(Wave& wave, const Instruction& instruction) {
  LaneAddresses addresses;
  addresses_at(wave, instruction, offset_of(instruction), addresses);
  store_lanes<Bytes, High, LdsSpace>(wave, instruction.source[1].index, addresses);
}

/// Two places per lane: each 8-bit offset counts elements, or 64 of them.
template <unsigned Registers, unsigned Stride>
u64 two_offsets(const Instruction& instruction, unsigned which) {
  const u64 field = (offset_of(instruction) >> (8U * which)) & 0xFFU;
  return field * Registers * 4U * Stride;
}
template <unsigned Registers, unsigned Stride>
void load_two(Wave& wave, const Instruction& instruction) {
  // Both places are read before the destination, which may hold the address, changes.
  std::array<LaneAddresses, 2> addresses;
  for (unsigned i = 0; i < 2; ++i) {
    addresses_at(wave, instruction, two_offsets<Registers, Stride>(instruction, i), addresses[i]);
  }
  for (unsigned i = 0; i < 2; ++i) {
    Instruction half = instruction;
    half.destination.index = static_cast<u16>(half.destination.index + i * Registers);
    load_lanes<LoadKind<i32, Registers>, LdsSpace>(wave, half, addresses[i]);
  }
}
template <unsigned Registers, unsigned Stride>
void store_two(Wave& wave, const Instruction& instruction) {
  LaneAddresses addresses;
  for (unsigned i = 0; i < 2; ++i) {
    addresses_at(wave, instruction, two_offsets<Registers, Stride>(instruction, i), addresses);
    store_lanes<4 * Registers, false, LdsSpace>(wave, instruction.source[1 + i].index, addresses);
  }
}
template <class T, unsigned Stride>
void exchange_two(Wave& wave, const Instruction& instruction) {
  constexpr unsigned kRegisters = sizeof(T) / 4;
  const u64 exec = wave.exec();
  std::array<LaneAddresses, 2> addresses;
  for (unsigned i = 0; i < 2; ++i) {
    addresses_at(wave, instruction, two_offsets<kRegisters, Stride>(instruction, i), addresses[i]);
  }
  for (unsigned lane = 0; lane < wave.lanes; ++lane) {
    if (((exec >> lane) & 1U) == 0) continue;
    std::array<T, 2> data{lane_data<T>(wave, instruction.source[1], lane),
                          lane_data<T>(wave, instruction.source[2], lane)};
    for (unsigned i = 0; i < 2; ++i) {
      std::byte* where = lds_lane(wave, addresses[i].lane.data()[lane], sizeof(T), Access::atomic,
                                  static_cast<int>(lane));
      const T old = exchange<T>(where, [&](T) { return data[i]; });
      Operand destination = instruction.destination;
      destination.index = static_cast<u16>(destination.index + i * kRegisters);
      set_lane(wave, destination, lane, old);
    }
  }
}

void load_by_lane(Wave& wave, const Instruction& instruction) {
  LaneAddresses addresses;
  for (unsigned lane = 0; lane < wave.lanes; ++lane) {
    addresses.lane[lane] = offset_of(instruction) + (wave.scalar[kM0] & 0xFFFFU) + u64{4} * lane;
  }
  load_lanes<LoadKind<i32, 1>, LdsSpace>(wave, instruction, addresses);
}
void store_by_lane(Wave& wave, const Instruction& instruction) {
  LaneAddresses addresses;
  for (unsigned lane = 0; lane < wave.lanes; ++lane) {
    addresses.lane[lane] = offset_of(instruction) + (wave.scalar[kM0] & 0xFFFFU) + u64{4} * lane;
  }
  store_lanes<4, false, LdsSpace>(wave, instruction.source[1].index, addresses);
}

template <class F, class T>
void atomic(Wave& wave, const Instruction& instruction) {
  LaneAddresses addresses;
  addresses_at(wave, instruction, offset_of(instruction), addresses);
  atomic_lanes<F, T, LdsSpace>(wave, instruction, addresses);
}

/// DATA0 is the new value, DATA1 the expected one.
template <class T>
struct CompareStore {
  T operator()(Wave& wave, const Instruction& instruction, unsigned lane, T old) const {
    const T next = lane_data<T>(wave, instruction.source[1], lane);
    const T expected = lane_data<T>(wave, instruction.source[2], lane);
    if constexpr (std::is_floating_point_v<T>) {
      const AnyMode mode(wave.mode);
      return mode.input(old) == mode.input(expected) ? next : old;
    } else {
      return old == expected ? next : old;
    }
  }
};
/// Clears the bits of DATA0, sets those of DATA1.
template <class T>
struct MaskedOr {
  T operator()(Wave& wave, const Instruction& instruction, unsigned lane, T old) const {
    return (old & ~lane_data<T>(wave, instruction.source[1], lane)) |
           lane_data<T>(wave, instruction.source[2], lane);
  }
};
struct Wrap {
  u32 operator()(Wave& wave, const Instruction& instruction, unsigned lane, u32 old) const {
    const u32 data = lane_data<u32>(wave, instruction.source[1], lane);
    return old >= data ? old - data : old + lane_data<u32>(wave, instruction.source[2], lane);
  }
};
/// Rounds to nearest even whatever MODE's rounding; denormals as MODE says, in and out.
struct LdsFloatAdd {
  f32 operator()(Wave& wave, const Instruction& instruction, unsigned lane, f32 old) const {
    const AnyMode mode(wave.mode);
    return mode.output(mode.input(old) +
                       mode.input(lane_data<f32>(wave, instruction.source[1], lane)));
  }
};
/// Each dword of memory is replaced if bit 31 of the data's dword is set, by the other 31 bits.
struct ConditionalExchange {
  u64 operator()(Wave& wave, const Instruction& instruction, unsigned lane, u64 old) const {
    const u64 data = lane_data<u64>(wave, instruction.source[1], lane);
    u64 result = old;
    for (u32 shift = 0; shift < 64; shift += 32) {
      if (((data >> (shift + 31)) & 1U) == 0) continue;
      result = (result & ~(0xFFFFFFFFULL << shift)) | (((data >> shift) & 0x7FFFFFFFU) << shift);
    }
    return result;
  }
};

constexpr Row load_row(u16 opcode, std::string_view mnemonic, Handler handler, Type destination,
                       u32 traits = 0) {
  return {Format::ds, opcode, mnemonic, Accuracy::exact,
          special(handler, destination, {Type::b32}, traits)};
}
constexpr Row store_row(u16 opcode, std::string_view mnemonic, Handler handler, Type data,
                        Type second = Type::none, u32 traits = 0) {
  return {Format::ds, opcode, mnemonic, Accuracy::exact,
          special(handler, Type::none, {Type::b32, data, second}, kStore | traits)};
}
template <class T, class F>
constexpr Row one(u16 opcode, std::string_view mnemonic, F /*function*/) {
  const bool returns = (opcode & 0x20U) != 0 || opcode == 0x79;
  return {Format::ds, opcode, mnemonic, Accuracy::exact,
          special(&atomic<WithData<F, T>, T>, returns ? kTypeOf<T> : Type::none,
                  {Type::b32, kTypeOf<T>}, kAtomic)};
}
/// For updates that look at their operands themselves; `Operands` of them.
template <class T, unsigned Operands, class F>
constexpr Row whole(u16 opcode, std::string_view mnemonic, F /*function*/) {
  const bool returns = (opcode & 0x20U) != 0 || opcode == 0x79;
  return {Format::ds, opcode, mnemonic, Accuracy::exact,
          special(&atomic<F, T>, returns ? kTypeOf<T> : Type::none,
                  {Type::b32, kTypeOf<T>, Operands == 2 ? kTypeOf<T> : Type::none}, kAtomic)};
}

void nothing(Wave& /*wave*/, const Instruction& /*instruction*/) {}

constexpr Row kRows[] = {
    load_row(0x36, "ds_load_b32", &load<LoadKind<i32, 1>>, Type::b32),
    load_row(0x37, "ds_load_2addr_b32", &load_two<1, 1>, Type::b64, kTwoAddresses),
    load_row(0x38, "ds_load_2addr_stride64_b32", &load_two<1, 64>, Type::b64, kTwoAddresses),
    load_row(0x39, "ds_load_i8", &load<LoadKind<i8, 1>>, Type::b32),
    load_row(0x3A, "ds_load_u8", &load<LoadKind<u8, 1>>, Type::b32),
    load_row(0x3B, "ds_load_i16", &load<LoadKind<i16, 1>>, Type::b32),
    load_row(0x3C, "ds_load_u16", &load<LoadKind<u16, 1>>, Type::b32),
    load_row(0x76, "ds_load_b64", &load<LoadKind<i32, 2>>, Type::b64),
    load_row(0x77, "ds_load_2addr_b64", &load_two<2, 1>, Type::b128, kTwoAddresses),
    load_row(0x78, "ds_load_2addr_stride64_b64", &load_two<2, 64>, Type::b128, kTwoAddresses),
    load_row(0xA2, "ds_load_u8_d16", &load<LoadKind<u8, 1, false, true>>, Type::b32, kLowHalf),
    load_row(0xA3, "ds_load_u8_d16_hi", &load<LoadKind<u8, 1, true, true>>, Type::b32, kHighHalf),
    load_row(0xA4, "ds_load_i8_d16", &load<LoadKind<i8, 1, false, true>>, Type::b32, kLowHalf),
    load_row(0xA5, "ds_load_i8_d16_hi", &load<LoadKind<i8, 1, true, true>>, Type::b32, kHighHalf),
    load_row(0xA6, "ds_load_u16_d16", &load<LoadKind<u16, 1, false, true>>, Type::b32, kLowHalf),
    load_row(0xA7, "ds_load_u16_d16_hi", &load<LoadKind<u16, 1, true, true>>, Type::b32, kHighHalf),
    load_row(0xFE, "ds_load_b96", &load<LoadKind<i32, 3>>, Type::b96),
    load_row(0xFF, "ds_load_b128", &load<LoadKind<i32, 4>>, Type::b128),
    store_row(0x0D, "ds_store_b32", &store<4, false>, Type::b32),
    store_row(0x0E, "ds_store_2addr_b32", &store_two<1, 1>, Type::b32, Type::b32, kTwoAddresses),
    store_row(0x0F, "ds_store_2addr_stride64_b32", &store_two<1, 64>, Type::b32, Type::b32,
              kTwoAddresses),
    store_row(0x1E, "ds_store_b8", &store<1, false>, Type::b32),
    store_row(0x1F, "ds_store_b16", &store<2, false>, Type::b32),
    store_row(0x4D, "ds_store_b64", &store<8, false>, Type::b64),
    store_row(0x4E, "ds_store_2addr_b64", &store_two<2, 1>, Type::b64, Type::b64, kTwoAddresses),
    store_row(0x4F, "ds_store_2addr_stride64_b64", &store_two<2, 64>, Type::b64, Type::b64,
              kTwoAddresses),
    store_row(0xA0, "ds_store_b8_d16_hi", &store<1, true>, Type::b32),
    store_row(0xA1, "ds_store_b16_d16_hi", &store<2, true>, Type::b32),
    store_row(0xDE, "ds_store_b96", &store<12, false>, Type::b96),
    store_row(0xDF, "ds_store_b128", &store<16, false>, Type::b128),
    {Format::ds, 0x14, "ds_nop", Accuracy::exact, special(&nothing, Type::none, {}, kNoOperands)},
    {Format::ds, 0xB0, "ds_store_addtid_b32", Accuracy::exact,
     special(&store_by_lane, Type::none, {Type::none, Type::b32}, kStore)},
    {Format::ds, 0xB1, "ds_load_addtid_b32", Accuracy::exact,
     special(&load_by_lane, Type::b32, {})},
#define KGATE_DS_ATOMICS(base, suffix, W, U, I)                              \
  one<U>(base + 0x00, "ds_add" suffix "_u" W, AtomicAdd{}),                  \
      one<U>(base + 0x01, "ds_sub" suffix "_u" W, AtomicSubtract{}),         \
      one<U>(base + 0x02, "ds_rsub" suffix "_u" W, AtomicReverseSubtract{}), \
      one<U>(base + 0x03, "ds_inc" suffix "_u" W, AtomicIncrement{}),        \
      one<U>(base + 0x04, "ds_dec" suffix "_u" W, AtomicDecrement{}),        \
      one<I>(base + 0x05, "ds_min" suffix "_i" W, AtomicMinimum{}),          \
      one<I>(base + 0x06, "ds_max" suffix "_i" W, AtomicMaximum{}),          \
      one<U>(base + 0x07, "ds_min" suffix "_u" W, AtomicMinimum{}),          \
      one<U>(base + 0x08, "ds_max" suffix "_u" W, AtomicMaximum{}),          \
      one<U>(base + 0x09, "ds_and" suffix "_b" W, AtomicAnd{}),              \
      one<U>(base + 0x0A, "ds_or" suffix "_b" W, AtomicOr{}),                \
      one<U>(base + 0x0B, "ds_xor" suffix "_b" W, AtomicXor{}),              \
      whole<U, 2>(base + 0x0C, "ds_mskor" suffix "_b" W, MaskedOr<U>{}),     \
      whole<U, 2>(base + 0x10, "ds_cmpstore" suffix "_b" W, CompareStore<U>{})
#define KGATE_DS_FLOAT_ATOMICS(base, suffix, W, F)                                \
  whole<F, 2>(base + 0x11, "ds_cmpstore" suffix "_f" W, CompareStore<F>{}),       \
      whole<F, 1>(base + 0x12, "ds_min" suffix "_f" W, FloatExtreme<false, F>{}), \
      whole<F, 1>(base + 0x13, "ds_max" suffix "_f" W, FloatExtreme<true, F>{})
    KGATE_DS_ATOMICS(0x00, "", "32", u32, i32),
    KGATE_DS_ATOMICS(0x20, "_rtn", "32", u32, i32),
    KGATE_DS_ATOMICS(0x40, "", "64", u64, i64),
    KGATE_DS_ATOMICS(0x60, "_rtn", "64", u64, i64),
    KGATE_DS_FLOAT_ATOMICS(0x00, "", "32", f32),
    KGATE_DS_FLOAT_ATOMICS(0x20, "_rtn", "32", f32),
    KGATE_DS_FLOAT_ATOMICS(0x40, "", "64", f64),
    KGATE_DS_FLOAT_ATOMICS(0x60, "_rtn", "64", f64),
    whole<f32, 1>(0x15, "ds_add_f32", LdsFloatAdd{}),
    one<u32>(0x2D, "ds_storexchg_rtn_b32", Replace{}),
    {Format::ds, 0x2E, "ds_storexchg_2addr_rtn_b32", Accuracy::exact,
     special(&exchange_two<u32, 1>, Type::b64, {Type::b32, Type::b32, Type::b32},
             kAtomic | kTwoAddresses)},
    {Format::ds, 0x2F, "ds_storexchg_2addr_stride64_rtn_b32", Accuracy::exact,
     special(&exchange_two<u32, 64>, Type::b64, {Type::b32, Type::b32, Type::b32},
             kAtomic | kTwoAddresses)},
    whole<u32, 2>(0x34, "ds_wrap_rtn_b32", Wrap{}),
    one<u64>(0x6D, "ds_storexchg_rtn_b64", Replace{}),
    {Format::ds, 0x6E, "ds_storexchg_2addr_rtn_b64", Accuracy::exact,
     special(&exchange_two<u64, 1>, Type::b128, {Type::b32, Type::b64, Type::b64},
             kAtomic | kTwoAddresses)},
    {Format::ds, 0x6F, "ds_storexchg_2addr_stride64_rtn_b64", Accuracy::exact,
     special(&exchange_two<u64, 64>, Type::b128, {Type::b32, Type::b64, Type::b64},
             kAtomic | kTwoAddresses)},
    whole<f32, 1>(0x79, "ds_add_rtn_f32", LdsFloatAdd{}),
    whole<u64, 1>(0x7E, "ds_condxchg32_rtn_b64", ConditionalExchange{}),
};

}  // namespace

extern const InstructionGroup ds;
const InstructionGroup ds{kRows};

}  // namespace kgate::emulator::KGATE_EMULATOR_VARIANT
