// SPDX-License-Identifier: MIT
// Source and result modifiers, and the lane permutations of DPP.
#include "gates/emulator/lanes/modifiers.hpp"

#include "gates/emulator/lanes/arithmetic.hpp"
#include "gates/emulator/lanes/half.hpp"

namespace kgate::emulator::KGATE_EMULATOR_VARIANT {
namespace {

constexpr u32 kSignF32 = 0x80000000U;

/// The lane that DPP reads for `lane`, or -1 if it is outside the row.
int row_source(u32 control, int lane) {
  const int row = lane & ~15;
  const int in_row = lane & 15;
  const int amount = static_cast<int>(control & 15U);
  if (control < 0x100) {
    return (lane & ~3) | static_cast<int>((control >> (2U * static_cast<u32>(lane & 3))) & 3U);
  }
  switch (control >> 4U) {
    case 0x10:
      return in_row + amount < 16 ? lane + amount : -1;  // row_shl
    case 0x11:
      return in_row - amount >= 0 ? lane - amount : -1;  // row_shr
    case 0x12:
      return row | ((in_row - amount) & 15);  // row_ror
    case 0x14:
      return amount == 0 ? row | (15 - in_row) : (lane & ~7) | (7 - (lane & 7));
    case 0x15:
      return row | amount;  // row_share
    default:
      return row | (in_row ^ amount);  // row_xmask
  }
}

void set_sign(u32 mask_and, u32 mask_xor, u32* values) {
  for (unsigned lane = 0; lane < kHalf; ++lane) values[lane] = (values[lane] & mask_and) ^ mask_xor;
}

void take_high_half(u32* values) {
  for (unsigned lane = 0; lane < kHalf; ++lane) values[lane] >>= 16U;
}

void select_halves(bool low_from_high, bool high_from_high, u32* values) {
  for (unsigned lane = 0; lane < kHalf; ++lane) {
    const u32 low = low_from_high ? values[lane] >> 16U : values[lane] & 0xFFFFU;
    const u32 high = high_from_high ? values[lane] & 0xFFFF0000U : values[lane] << 16U;
    values[lane] = low | high;
  }
}

/// v_fma_mix: a source is f32, or the half of an f16 pair that op_sel names, widened.
void widen_mixed(const Instruction& instruction, unsigned k, const Mode& mode, u32* low) {
  const bool half = ((instruction.op_sel_hi >> k) & 1U) != 0;
  const bool from_high = ((instruction.op_sel >> k) & 1U) != 0;
  for (unsigned lane = 0; half && lane < kHalf; ++lane) {
    const f16 value{static_cast<u16>(from_high ? low[lane] >> 16U : low[lane])};
    low[lane] = bits(widen(mode.is_default() ? value : AnyMode(mode).input(value)));
  }
  const bool absolute = ((instruction.absolute >> k) & 1U) != 0;
  const bool negate = ((instruction.negate >> k) & 1U) != 0;
  set_sign(absolute ? ~kSignF32 : ~0U, negate ? kSignF32 : 0U, low);
}

template <class T>
T output_modified(T value, u32 modifier) {
  const T factor = modifier == 1 ? T{2} : (modifier == 2 ? T{4} : T{0.5});
  return value * factor;
}

template <class T>
T clamped(T value, bool dx10_clamp) {
  if (is_nan(value)) return dx10_clamp ? T{0} : value;
  // Not <: -0 becomes +0.
  if (!(value > T{0})) return T{0};
  return value < T{1} ? value : T{1};
}

/// omod counts only where IEEE is off and denormal results of the type are flushed.
template <class T>
T finish(T value, const Instruction& instruction, const Mode& mode, bool omod_counts) {
  if (omod_counts && instruction.output_modifier != 0) {
    value = AnyMode(mode).output(output_modified(value, instruction.output_modifier));
  }
  return instruction.clamp ? clamped(value, mode.dx10_clamp()) : value;
}

f16 finish_half(f16 value, const Instruction& instruction, const Mode& mode, bool omod_counts) {
  // Multiplying by 2, 4 or 1/2 and clamping are exact in f32, so one narrowing is one rounding.
  if (is_nan(value) && !instruction.clamp) return value;
  return narrow(finish(widen(value), instruction, mode, omod_counts));
}

}  // namespace

u32 permute_dpp(const Instruction& instruction, u32 exec, const u32* in, u32* out) {
  u32 enabled = 0;
  for (int lane = 0; lane < static_cast<int>(kHalf); ++lane) {
    const u32 bit = 1U << static_cast<u32>(lane);
    const bool eight = instruction.dpp == Dpp::eight;
    const int from =
        eight
            ? (lane & ~7) | static_cast<int>(
                                (instruction.dpp_control >> (3U * static_cast<u32>(lane & 7))) & 7U)
            : row_source(instruction.dpp_control, lane);
    const bool readable = from >= 0 && (instruction.dpp_fetch_inactive ||
                                        ((exec >> static_cast<u32>(from)) & 1U) != 0);
    out[lane] = readable ? in[from] : 0;
    const bool row_on = ((instruction.dpp_row_mask >> static_cast<u32>(lane / 16)) & 1U) != 0;
    const bool bank_on = ((instruction.dpp_bank_mask >> static_cast<u32>(lane / 4 % 4)) & 1U) != 0;
    // DPP8 has no bound control: a lane that is off reads as 0.
    const bool valid = readable || eight || instruction.dpp_bound_control;
    if (row_on && bank_on && valid) enabled |= bit;
  }
  return enabled;
}

void modify_source(const Instruction& instruction, unsigned k, const Mode& mode, u32* low,
                   u32* high) {
  const Semantics& semantics = instruction.row->semantics;
  const Type type = semantics.source.data()[k];
  if ((semantics.traits & kMixed) != 0) {
    widen_mixed(instruction, k, mode, low);
    return;
  }
  const bool selected = ((instruction.op_sel >> k) & 1U) != 0;
  const bool negate = ((instruction.negate >> k) & 1U) != 0;
  const bool absolute = ((instruction.absolute >> k) & 1U) != 0;
  if (instruction.encoding == Format::vop3p) {
    if (is_packed(type)) {
      select_halves(selected, ((instruction.op_sel_hi >> k) & 1U) != 0, low);
      if (type == Type::pk_f16) {
        set_sign(~0U, (negate ? 0x8000U : 0U) | (absolute ? kSignF32 : 0U), low);
      }
    } else if (type == Type::f32) {
      set_sign(~0U, negate ? kSignF32 : 0U, low);
    }
    return;
  }
  if (is_16_bit(type) && selected) take_high_half(low);
  const bool takes_signs = is_float(type) || (semantics.traits & kBitModifiers) != 0;
  if (!takes_signs || (!negate && !absolute)) return;
  const u32 sign = is_16_bit(type) ? 0x8000U : kSignF32;
  set_sign(absolute ? ~sign : ~0U, negate ? sign : 0U, dwords(type) == 2 ? high : low);
}

void modify_result(const Instruction& instruction, const Mode& mode, u32* low, u32* high) {
  if (!instruction.clamp && instruction.output_modifier == 0) return;
  const Type type = instruction.row->semantics.destination;
  const bool flushes32 = !mode.ieee() && !mode.keep_output_f32();
  const bool flushes64 = !mode.ieee() && !mode.keep_output_f16_f64();
  for (unsigned lane = 0; lane < kHalf; ++lane) {
    if (type == Type::f32) {
      low[lane] = bits(finish(to_f32(low[lane]), instruction, mode, flushes32));
    } else if (type == Type::f64) {
      const u64 value = (u64{high[lane]} << 32U) | low[lane];
      const u64 result = bits(finish(to_f64(value), instruction, mode, flushes64));
      low[lane] = static_cast<u32>(result);
      high[lane] = static_cast<u32>(result >> 32U);
    } else if (type == Type::f16) {
      low[lane] = finish_half(f16{static_cast<u16>(low[lane])}, instruction, mode, flushes64).bits;
    } else if (type == Type::pk_f16) {
      const u32 first =
          finish_half(f16{static_cast<u16>(low[lane])}, instruction, mode, false).bits;
      const u32 second =
          finish_half(f16{static_cast<u16>(low[lane] >> 16U)}, instruction, mode, false).bits;
      low[lane] = first | (second << 16U);
    }
  }
}

bool writes_half(const Instruction& instruction) {
  return is_16_bit(instruction.row->semantics.destination) &&
         instruction.destination.kind == OperandKind::vgpr;
}

void merge_half(const Instruction& instruction, const u32* old, u32* result) {
  const bool high = (instruction.op_sel & 8U) != 0;
  for (unsigned lane = 0; lane < kHalf; ++lane) {
    result[lane] = high ? (old[lane] & 0xFFFFU) | (result[lane] << 16U)
                        : (old[lane] & 0xFFFF0000U) | (result[lane] & 0xFFFFU);
  }
}

}  // namespace kgate::emulator::KGATE_EMULATOR_VARIANT
