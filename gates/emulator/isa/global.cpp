// SPDX-License-Identifier: MIT
// GLOBAL, FLAT and SCRATCH: vector loads, stores and atomics.
#include "gates/emulator/lanes/atomic_ops.hpp"
#include "gates/emulator/lanes/memory_ops.hpp"

namespace kgate::emulator::KGATE_EMULATOR_VARIANT {
namespace {

/// How an encoding forms its addresses.
struct Global {
  using Space = GlobalSpace;
  static constexpr Format kFormat = Format::global;
  static void addresses(Wave& wave, const Instruction& instruction, LaneAddresses& out) {
    const auto offset = static_cast<u64>(i64{instruction.offset});
    const Operand& base = instruction.mask_source;
    if (base.kind != OperandKind::none) {
      const u64 scalar = base.kind == OperandKind::constant
                             ? 0
                             : (u64{wave.scalar[base.index + 1U]} << 32U) | wave.scalar[base.index];
      const u32* low = wave.vgpr(instruction.source[0].index);
      for (unsigned lane = 0; lane < wave.lanes; ++lane) {
        out.lane.data()[lane] = scalar + low[lane] + offset;
      }
      return;
    }
    const u32* low = wave.vgpr(instruction.source[0].index);
    const u32* high = wave.vgpr(instruction.source[0].index + 1U);
    for (unsigned lane = 0; lane < wave.lanes; ++lane) {
      out.lane.data()[lane] = ((u64{high[lane]} << 32U) | low[lane]) + offset;
    }
  }
};
struct Flat {
  using Space = FlatSpace;
  static constexpr Format kFormat = Format::flat;
  /// The aperture is that of the register; the offset stays inside it, 32 bits wide.
  static void addresses(Wave& wave, const Instruction& instruction, LaneAddresses& out) {
    const u32* low = wave.vgpr(instruction.source[0].index);
    const u32* high = wave.vgpr(instruction.source[0].index + 1U);
    const auto offset = static_cast<u64>(i64{instruction.offset});
    for (unsigned lane = 0; lane < wave.lanes; ++lane) {
      const u64 base = (u64{high[lane]} << 32U) | low[lane];
      out.lane.data()[lane] = base + offset;
    }
  }
};
struct Scratch {
  using Space = ScratchSpace;
  static constexpr Format kFormat = Format::scratch;
  static void addresses(Wave& wave, const Instruction& instruction, LaneAddresses& out) {
    const Operand& base = instruction.mask_source;
    const u64 scalar = base.kind == OperandKind::sgpr ? wave.scalar[base.index] : 0U;
    const bool vector = instruction.source[0].kind == OperandKind::vgpr;
    const u32* low = vector ? wave.vgpr(instruction.source[0].index) : nullptr;
    const auto offset = static_cast<u64>(i64{instruction.offset});
    for (unsigned lane = 0; lane < wave.lanes; ++lane) {
      out.lane.data()[lane] = scalar + (vector ? low[lane] : 0U) + offset;
    }
  }
};

/// FLAT without a lane in an aperture is GLOBAL, and as fast.
bool all_global(const Wave& wave, const LaneAddresses& addresses) {
  const u64 exec = wave.exec();
  u64 tags = 0;
  for (unsigned lane = 0; lane < wave.lanes; ++lane) {
    const u64 tag = addresses.lane.data()[lane] >> 48U;
    tags |= ((exec >> lane) & 1U) != 0 && (tag == 1 || tag == 2) ? 1U : 0U;
  }
  return tags == 0;
}

template <class Kind, class Encoding>
void load(Wave& wave, const Instruction& instruction) {
  LaneAddresses addresses;
  Encoding::addresses(wave, instruction, addresses);
  if constexpr (Encoding::kFormat == Format::flat) {
    if (all_global(wave, addresses))
      return load_lanes<Kind, GlobalSpace>(wave, instruction, addresses);
  }
  load_lanes<Kind, typename Encoding::Space>(wave, instruction, addresses);
}
template <unsigned Bytes, bool High, class Encoding>
void store(Wave& wave, const Instruction& instruction) {
  LaneAddresses addresses;
  Encoding::addresses(wave, instruction, addresses);
  const unsigned data = instruction.source[1].index;
  if constexpr (Encoding::kFormat == Format::flat) {
    if (all_global(wave, addresses))
      return store_lanes<Bytes, High, GlobalSpace>(wave, data, addresses);
  }
  store_lanes<Bytes, High, typename Encoding::Space>(wave, data, addresses);
}
template <class F, class T, class Encoding>
void atomic(Wave& wave, const Instruction& instruction) {
  LaneAddresses addresses;
  Encoding::addresses(wave, instruction, addresses);
  if constexpr (Encoding::kFormat == Format::flat && sizeof(T) == 8) {
    const u64 exec = wave.exec();
    for (unsigned lane = 0; lane < wave.lanes; ++lane) {
      if (((exec >> lane) & 1U) != 0 && addresses.lane.data()[lane] >> 48U == 2) {
        raise(wave, FaultKind::out_of_bounds, "a 64-bit flat atomic on scratch",
              static_cast<int>(lane), addresses.lane.data()[lane]);
      }
    }
  }
  atomic_lanes<F, T, typename Encoding::Space>(wave, instruction, addresses);
}

/// Lanes access one after the other from the scalar address on.
void lane_addresses(Wave& wave, const Instruction& instruction, LaneAddresses& out) {
  const Operand& base = instruction.mask_source;
  const u64 scalar = base.kind == OperandKind::sgpr
                         ? (u64{wave.scalar[base.index + 1U]} << 32U) | wave.scalar[base.index]
                         : 0;
  for (unsigned lane = 0; lane < wave.lanes; ++lane) {
    out.lane.data()[lane] = scalar + static_cast<u64>(i64{instruction.offset}) + u64{4} * lane;
  }
}
void load_by_lane(Wave& wave, const Instruction& instruction) {
  LaneAddresses addresses;
  lane_addresses(wave, instruction, addresses);
  load_lanes<LoadKind<i32, 1>, GlobalSpace>(wave, instruction, addresses);
}
void store_by_lane(Wave& wave, const Instruction& instruction) {
  LaneAddresses addresses;
  lane_addresses(wave, instruction, addresses);
  store_lanes<4, false, GlobalSpace>(wave, instruction.source[1].index, addresses);
}

template <class Encoding, class Kind>
constexpr Row load_row(u16 opcode, std::string_view mnemonic, Type destination, u32 traits = 0) {
  const Type address = Encoding::kFormat == Format::scratch ? Type::b32 : Type::b64;
  return {Encoding::kFormat, opcode, mnemonic, Accuracy::exact,
          special(&load<Kind, Encoding>, destination, {address}, traits)};
}
template <class Encoding, unsigned Bytes, bool High = false>
constexpr Row store_row(u16 opcode, std::string_view mnemonic, Type data) {
  const Type address = Encoding::kFormat == Format::scratch ? Type::b32 : Type::b64;
  return {Encoding::kFormat, opcode, mnemonic, Accuracy::exact,
          special(&store<Bytes, High, Encoding>, Type::none, {address, data}, kStore)};
}
template <class Encoding, class T, class F>
constexpr Row atomic_row(u16 opcode, std::string_view mnemonic, F /*function*/) {
  return {
      Encoding::kFormat, opcode, mnemonic, Accuracy::exact,
      special(&atomic<WithData<F, T>, T, Encoding>, kTypeOf<T>, {Type::b64, kTypeOf<T>}, kAtomic)};
}
template <class Encoding, class T, class F>
constexpr Row lane_atomic_row(u16 opcode, std::string_view mnemonic, Type data, F /*function*/) {
  return {Encoding::kFormat, opcode, mnemonic, Accuracy::exact,
          special(&atomic<F, T, Encoding>, kTypeOf<T>, {Type::b64, data}, kAtomic)};
}

constexpr Row kRows[] = {
#define KGATE_MEMORY_ROWS(E, prefix)                                                               \
  load_row<E, LoadKind<u8, 1>>(0x10, prefix "_load_u8", Type::b32),                                \
      load_row<E, LoadKind<i8, 1>>(0x11, prefix "_load_i8", Type::b32),                            \
      load_row<E, LoadKind<u16, 1>>(0x12, prefix "_load_u16", Type::b32),                          \
      load_row<E, LoadKind<i16, 1>>(0x13, prefix "_load_i16", Type::b32),                          \
      load_row<E, LoadKind<i32, 1>>(0x14, prefix "_load_b32", Type::b32),                          \
      load_row<E, LoadKind<i32, 2>>(0x15, prefix "_load_b64", Type::b64),                          \
      load_row<E, LoadKind<i32, 3>>(0x16, prefix "_load_b96", Type::b96),                          \
      load_row<E, LoadKind<i32, 4>>(0x17, prefix "_load_b128", Type::b128),                        \
      store_row<E, 1>(0x18, prefix "_store_b8", Type::b32),                                        \
      store_row<E, 2>(0x19, prefix "_store_b16", Type::b32),                                       \
      store_row<E, 4>(0x1A, prefix "_store_b32", Type::b32),                                       \
      store_row<E, 8>(0x1B, prefix "_store_b64", Type::b64),                                       \
      store_row<E, 12>(0x1C, prefix "_store_b96", Type::b96),                                      \
      store_row<E, 16>(0x1D, prefix "_store_b128", Type::b128),                                    \
      load_row<E, LoadKind<u8, 1, false, true>>(0x1E, prefix "_load_d16_u8", Type::b32, kLowHalf), \
      load_row<E, LoadKind<i8, 1, false, true>>(0x1F, prefix "_load_d16_i8", Type::b32, kLowHalf), \
      load_row<E, LoadKind<u16, 1, false, true>>(0x20, prefix "_load_d16_b16", Type::b32,          \
                                                 kLowHalf),                                        \
      load_row<E, LoadKind<u8, 1, true, true>>(0x21, prefix "_load_d16_hi_u8", Type::b32,          \
                                               kHighHalf),                                         \
      load_row<E, LoadKind<i8, 1, true, true>>(0x22, prefix "_load_d16_hi_i8", Type::b32,          \
                                               kHighHalf),                                         \
      load_row<E, LoadKind<u16, 1, true, true>>(0x23, prefix "_load_d16_hi_b16", Type::b32,        \
                                                kHighHalf),                                        \
      store_row<E, 1, true>(0x24, prefix "_store_d16_hi_b8", Type::b32),                           \
      store_row<E, 2, true>(0x25, prefix "_store_d16_hi_b16", Type::b32)
#define KGATE_ATOMIC_ROWS(E, prefix)                                                               \
  atomic_row<E, u32>(0x33, prefix "_atomic_swap_b32", Replace{}),                                  \
      lane_atomic_row<E, u32>(0x34, prefix "_atomic_cmpswap_b32", Type::b64, CompareSwap<u32>{}),  \
      atomic_row<E, u32>(0x35, prefix "_atomic_add_u32", AtomicAdd{}),                             \
      atomic_row<E, u32>(0x36, prefix "_atomic_sub_u32", AtomicSubtract{}),                        \
      atomic_row<E, i32>(0x38, prefix "_atomic_min_i32", AtomicMinimum{}),                         \
      atomic_row<E, u32>(0x39, prefix "_atomic_min_u32", AtomicMinimum{}),                         \
      atomic_row<E, i32>(0x3A, prefix "_atomic_max_i32", AtomicMaximum{}),                         \
      atomic_row<E, u32>(0x3B, prefix "_atomic_max_u32", AtomicMaximum{}),                         \
      atomic_row<E, u32>(0x3C, prefix "_atomic_and_b32", AtomicAnd{}),                             \
      atomic_row<E, u32>(0x3D, prefix "_atomic_or_b32", AtomicOr{}),                               \
      atomic_row<E, u32>(0x3E, prefix "_atomic_xor_b32", AtomicXor{}),                             \
      atomic_row<E, u32>(0x3F, prefix "_atomic_inc_u32", AtomicIncrement{}),                       \
      atomic_row<E, u32>(0x40, prefix "_atomic_dec_u32", AtomicDecrement{}),                       \
      atomic_row<E, u64>(0x41, prefix "_atomic_swap_b64", Replace{}),                              \
      lane_atomic_row<E, u64>(0x42, prefix "_atomic_cmpswap_b64", Type::b128, CompareSwap<u64>{}), \
      atomic_row<E, u64>(0x43, prefix "_atomic_add_u64", AtomicAdd{}),                             \
      atomic_row<E, u64>(0x44, prefix "_atomic_sub_u64", AtomicSubtract{}),                        \
      atomic_row<E, i64>(0x45, prefix "_atomic_min_i64", AtomicMinimum{}),                         \
      atomic_row<E, u64>(0x46, prefix "_atomic_min_u64", AtomicMinimum{}),                         \
      atomic_row<E, i64>(0x47, prefix "_atomic_max_i64", AtomicMaximum{}),                         \
      atomic_row<E, u64>(0x48, prefix "_atomic_max_u64", AtomicMaximum{}),                         \
      atomic_row<E, u64>(0x49, prefix "_atomic_and_b64", AtomicAnd{}),                             \
      atomic_row<E, u64>(0x4A, prefix "_atomic_or_b64", AtomicOr{}),                               \
      atomic_row<E, u64>(0x4B, prefix "_atomic_xor_b64", AtomicXor{}),                             \
      atomic_row<E, u64>(0x4C, prefix "_atomic_inc_u64", AtomicIncrement{}),                       \
      atomic_row<E, u64>(0x4D, prefix "_atomic_dec_u64", AtomicDecrement{}),                       \
      lane_atomic_row<E, f32>(0x50, prefix "_atomic_cmpswap_f32", Type::b64, CompareSwap<f32>{}),  \
      lane_atomic_row<E, f32>(0x51, prefix "_atomic_min_f32", Type::b32,                           \
                              FloatExtreme<false, f32>{}),                                         \
      lane_atomic_row<E, f32>(0x52, prefix "_atomic_max_f32", Type::b32,                           \
                              FloatExtreme<true, f32>{}),                                          \
      atomic_row<E, f32>(0x56, prefix "_atomic_add_f32", GlobalFloatAdd{})

    KGATE_MEMORY_ROWS(Global, "global"),
    KGATE_ATOMIC_ROWS(Global, "global"),
    atomic_row<Global, u32>(0x37, "global_atomic_csub_u32", AtomicClampedSubtract{}),
    {Format::global, 0x28, "global_load_addtid_b32", Accuracy::exact,
     special(&load_by_lane, Type::b32, {}, kNoOperands)},
    {Format::global, 0x29, "global_store_addtid_b32", Accuracy::exact,
     special(&store_by_lane, Type::none, {Type::none, Type::b32}, kStore | kNoOperands)},
    KGATE_MEMORY_ROWS(Flat, "flat"),
    KGATE_ATOMIC_ROWS(Flat, "flat"),
    KGATE_MEMORY_ROWS(Scratch, "scratch"),
};

}  // namespace

extern const InstructionGroup global;
const InstructionGroup global{kRows};

}  // namespace kgate::emulator::KGATE_EMULATOR_VARIANT
