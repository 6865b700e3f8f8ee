// SPDX-License-Identifier: MIT
// The heads of one token of q, k and v: units read, and units written to outputs and cache.
#pragma once

#include "kernels/device/append_plan.hpp"
#include "kernels/device/head_units.hpp"
#include "kernels/device/hip.hpp"
#include "kernels/device/kv_cache.hpp"
#include "kernels/device/number_formats.hpp"
#include "kernels/device/rope.hpp"
#include "kernels/device/unit_io.hpp"
#include "kernels/rope_append/rope_append_contract.hpp"

namespace kgate::device {

// kPlain, here and in what is called: angles come from a table, by one row of positions; q has no
// scale; the cache, if any, is of the activation type. It takes nothing but code and registers
// away.

/// What the token's positions and slot say.
struct TokenPlace {
  TokenPositions positions;
  int64_t slot;  ///< negative: not stored
  CacheEntry entry;
  float q_scale;
};

/// Reads where the token is, as far as the angles need it. The slot is asked for at the same time.
template <bool kPlain>
KGATE_DEVICE TokenErrorCode place_angles(const RopeAppendArguments& arguments, int64_t token,
                                         TokenPlace& place) {
  place.slot = load_slot(arguments.cache, token);
  const TokenErrorCode error = load_positions<kPlain>(arguments.rope, token, place.positions);
  place.q_scale = 1.0f;
  if constexpr (!kPlain) {
    if (error == TokenErrorCode::none) {
      return load_q_scale(arguments.rope, place.positions, place.q_scale);
    }
  }
  return error;
}

/// Finds the token's entry of the cache.
KGATE_DEVICE TokenErrorCode place_entry(const RopeAppendArguments& arguments, TokenPlace& place) {
  return locate_entry(arguments.cache, place.slot, place.positions.axis[0], place.entry);
}

/// One unit of one head.
struct HeadPart {
  HeadUnit unit;
  int head;  ///< among the heads of its tensor
  bool is_q;
  bool is_v;
  bool exists;  ///< false: the unit is past the end of this head
};

/// Unit `index` of head `head`.
KGATE_DEVICE HeadPart head_part(const RopeAppendArguments& arguments, const AppendPlan& plan,
                                int head, int index) {
  HeadPart part;
  part.is_q = head < plan.q_heads;
  part.is_v = head >= plan.qk_heads;
  part.head = part.is_q ? head : head - (part.is_v ? plan.qk_heads : plan.q_heads);
  const int size = part.is_v ? arguments.v_head_size : arguments.head_size;
  const int rotary_dim = part.is_v ? 0 : arguments.rope.rotary_dim;
  part.unit = head_unit(index, size, rotary_dim, part.is_v ? 0 : plan.rotated_units,
                        arguments.rope.pairing == RopePairing::interleaved);
  part.exists = index < (part.is_v ? plan.v_units : plan.qk_units);
  return part;
}

/// The tensor that a head is read from, and the one it is written to.
KGATE_DEVICE const HeadTensor& source_of(const RopeAppendArguments& arguments,
                                         const HeadPart& part) {
  return part.is_q ? arguments.q : part.is_v ? arguments.v : arguments.k;
}

KGATE_DEVICE const HeadTensor& destination_of(const RopeAppendArguments& arguments,
                                              const HeadPart& part) {
  return part.is_q ? arguments.q_out : part.is_v ? arguments.v_out : arguments.k_out;
}

/// Reads a unit; zeros past the end of the head.
template <class Activation, bool kWide>
KGATE_DEVICE UnitBits<Activation> read_part(const RopeAppendArguments& arguments, int64_t token,
                                            const HeadPart& part) {
  if (!part.exists) {
    return {};
  }
  return load_unit<Activation, kWide>(
      head_of<Activation>(source_of(arguments, part), token, part.head), part.unit);
}

/// Writes a unit to its output and, of k and v, to the cache. With `changed` false the bits are
/// those that were read, and an output in place has them already.
template <class Activation, bool kWide, bool kPlain>
KGATE_DEVICE void write_part(const RopeAppendArguments& arguments, int64_t token,
                             const TokenPlace& place, const HeadPart& part, bool changed,
                             const UnitBits<Activation>& bits) {
  const HeadTensor& to = destination_of(arguments, part);
  if (to.data != nullptr && (changed || to.data != source_of(arguments, part).data)) {
    store_unit<Activation, kWide>(head_of<Activation>(to, token, part.head), part.unit, bits);
  }
  if (part.is_q || !place.entry.stored) {
    return;
  }
  const KvCacheArguments& cache = arguments.cache;
  void* entries = part.is_v ? cache.v : cache.k;
  const float scale = kPlain ? 1.0f : cache_scale(cache, part.is_v ? cache.v_scale : cache.k_scale);
  const int64_t index = part.is_v ? place.entry.v + part.head * cache.v_head_stride
                                  : place.entry.k + part.head * cache.k_head_stride;
  store_cached_unit<Activation, kWide, kPlain>(cache.type, entries, index, scale, part.unit, bits);
}

KGATE_DEVICE UnitValues scaled_unit(UnitValues values, float factor) {
  KGATE_UNROLL
  for (int i = 0; i < kUnitVector; ++i) {
    values.first[i] = values.first[i] * factor;
    values.second[i] = values.second[i] * factor;
  }
  return values;
}

/// Multiplies stored q by its scale, which the native profile rounds first.
template <class Activation>
KGATE_DEVICE UnitBits<Activation> scale_q(const RopeArguments& rope, float scale,
                                          const UnitBits<Activation>& bits) {
  const float factor = rope.profile == RopeProfile::native ? rounded_to<Activation>(scale) : scale;
  return encode_unit<Activation>(scaled_unit(decode_unit<Activation>(bits), factor));
}

/// The angles of the pairs of unit `index` of a q or k head; anything for a unit that is not
/// rotated.
template <class Activation, bool kWide, bool kPlain>
KGATE_DEVICE PairAngles angles_of_unit(const RopeAppendArguments& arguments, const AppendPlan& plan,
                                       const TokenPositions& positions, int index) {
  const HeadUnit unit =
      head_unit(index, arguments.head_size, arguments.rope.rotary_dim, plan.rotated_units,
                arguments.rope.pairing == RopePairing::interleaved);
  if (!unit.rotated) {
    return {};
  }
  return unit_angles<Activation, kWide, kPlain>(arguments.rope, positions, unit);
}

}  // namespace kgate::device
