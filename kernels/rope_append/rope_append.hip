// SPDX-License-Identifier: MIT
// Rotates q and k and stores k and v in a cache, one token per workgroup; rope_append.md has the
// contract.
//
// Launch: append_plan()'s threads, and its workgroups along z, for each token. A thread keeps to
// one unit of the head and goes through the heads of q, k and v, so that the angles of a unit are
// found once. In place is safe because an element is read only by the thread that writes it.
#include "kernels/device/append_heads.hpp"
#include "kernels/device/head_units.hpp"
#include "kernels/device/hip.hpp"
#include "kernels/device/number_formats.hpp"
#include "kernels/device/report_error.hpp"
#include "kernels/device/rope.hpp"
#include "kernels/rope_append/rope_append_contract.hpp"
#include "kernels/rope_append/rope_append_plan.hpp"

namespace kgate::device {

/// One unit rotated, scaled and stored.
template <class Activation, bool kWide, bool kPlain>
KGATE_DEVICE void append_unit(const RopeAppendArguments& arguments, int64_t token,
                              const TokenPlace& place, const PairAngles& angles,
                              const HeadPart& part, UnitBits<Activation> bits) {
  if (!part.exists) {
    return;
  }
  const bool rotated = part.unit.rotated;
  const bool scaled = !kPlain && part.is_q && arguments.rope.q_scales != nullptr;
  if (rotated) {
    UnitValues values = decode_unit<Activation>(bits);
    rotate_unit<Activation>(arguments.rope, angles, values);
    bits = encode_unit<Activation>(values);
  }
  if (scaled) {
    bits = scale_q<Activation>(arguments.rope, place.q_scale, bits);
  }
  write_part<Activation, kWide, kPlain>(arguments, token, place, part, rotated || scaled, bits);
}

/// All heads of one token. With kWide every vector is whole and aligned; append_heads.hpp says what
/// kPlain is.
template <class Activation, bool kWide, bool kPlain>
KGATE_DEVICE void rope_append(const RopeAppendArguments& arguments, const AppendPlan& plan) {
  const int64_t token = token_of_workgroup();
  if (token >= arguments.tokens) {
    return;
  }
  const int lanes = 1 << plan.heads.lane_bits;
  const int first_head =
      (workgroup_index_z() * plan.heads.threads + thread_index()) >> plan.heads.lane_bits;
  int head = first_head;
  int index = thread_index() & (lanes - 1);
  if (head >= plan.all_heads || index >= plan.units) {
    return;
  }
  // The first vectors are on their way while position and angles are found one by the other, and
  // the angles while the cache's entry is found.
  HeadPart part = head_part(arguments, plan, head, index);
  UnitBits<Activation> bits = read_part<Activation, kWide>(arguments, token, part);
  TokenPlace place;
  PairAngles angles = {};
  TokenErrorCode error = place_angles<kPlain>(arguments, token, place);
  if (error == TokenErrorCode::none) {
    angles = angles_of_unit<Activation, kWide, kPlain>(arguments, plan, place.positions, index);
    error = place_entry(arguments, place);
  }
  if (error != TokenErrorCode::none) {
    if (first_head == 0 && index == 0) {
      report_error(arguments.error, token, error);
    }
    return;
  }
  while (true) {
    append_unit<Activation, kWide, kPlain>(arguments, token, place, angles, part, bits);
    head += plan.heads.heads_at_once;
    if (head >= plan.all_heads) {
      head = first_head;
      index += lanes;
      if (index >= plan.units) {
        return;
      }
      angles = angles_of_unit<Activation, kWide, kPlain>(arguments, plan, place.positions, index);
    }
    part = head_part(arguments, plan, head, index);
    bits = read_part<Activation, kWide>(arguments, token, part);
  }
}

/// A head by its number: of which tensor it is, and which of that tensor's heads.
struct NeoxHead {
  int index;
  bool is_q;
  bool is_v;
  bool exists;
};

template <bool kCached>
KGATE_DEVICE NeoxHead neox_head(const RopeAppendNeoxLaunch& launch, int number, int unit) {
  NeoxHead head;
  head.is_q = number < launch.q_heads;
  head.is_v = kCached && number >= launch.qk_heads;
  head.index = number - (head.is_q ? 0 : head.is_v ? launch.qk_heads : launch.q_heads);
  head.exists = number < launch.all_heads && unit < (head.is_v ? launch.v_units : launch.qk_units);
  return head;
}

/// The one of three values that is of the head's tensor. Values, so that lanes that differ choose
/// between registers and not between addresses in the argument.
template <class Value>
KGATE_DEVICE Value of_tensor(const NeoxHead& head, Value q, Value k, Value v) {
  return head.is_q ? q : head.is_v ? v : k;
}

/// Where a head of a token begins.
template <class Bits, class Tensor>
KGATE_DEVICE Bits* neox_row(Tensor* tensor, int32_t token, int32_t token_stride, int32_t head,
                            int32_t head_stride) {
  return static_cast<Bits*>(tensor) +
         (static_cast<int64_t>(token) * token_stride + static_cast<int64_t>(head) * head_stride);
}

template <class Bits>
KGATE_DEVICE const Bits* neox_source(const RopeAppendNeoxLaunch& launch, int32_t token,
                                     const NeoxHead& head) {
  return neox_row<const Bits>(of_tensor(head, launch.q.from, launch.k.from, launch.v.from), token,
                              of_tensor(head, launch.q.from_token_stride,
                                        launch.k.from_token_stride, launch.v.from_token_stride),
                              head.index,
                              of_tensor(head, launch.q.from_head_stride, launch.k.from_head_stride,
                                        launch.v.from_head_stride));
}

template <class Bits>
KGATE_DEVICE Bits* neox_destination(const RopeAppendNeoxLaunch& launch, int32_t token,
                                    const NeoxHead& head) {
  return neox_row<Bits>(
      of_tensor(head, launch.q.to, launch.k.to, launch.v.to), token,
      of_tensor(head, launch.q.to_token_stride, launch.k.to_token_stride, launch.v.to_token_stride),
      head.index,
      of_tensor(head, launch.q.to_head_stride, launch.k.to_head_stride, launch.v.to_head_stride));
}

/// A token's place in the cache.
struct CachePlace {
  uint32_t block;
  uint32_t offset;  ///< in the block
  bool stored;      ///< false: this token is not stored
};

/// The entry of a head of k or v in the cache.
template <class Bits>
KGATE_DEVICE Bits* neox_entry(const RopeAppendNeoxLaunch& launch, const CachePlace& place,
                              const NeoxHead& head) {
  const auto of_head = [&](auto k, auto v) { return head.is_v ? v : k; };
  return neox_row<Bits>(
             of_head(launch.k.cached, launch.v.cached), static_cast<int32_t>(place.offset),
             of_head(launch.k.cached_token_stride, launch.v.cached_token_stride), head.index,
             of_head(launch.k.cached_head_stride, launch.v.cached_head_stride)) +
         static_cast<int64_t>(place.block) *
             of_head(launch.k.cached_block_stride, launch.v.cached_block_stride);
}

/// Cosines and sines of eight pairs; the sines are `half` elements past the cosines.
template <class Table>
KGATE_DEVICE PairAngles neox_angles(const typename Table::Bits* cosines, int half) {
  const auto cosine = load_pack<true, Table, kUnitVector>(cosines, kUnitVector);
  const auto sine = load_pack<true, Table, kUnitVector>(cosines + half, kUnitVector);
  PairAngles angles;
  KGATE_UNROLL
  for (int i = 0; i < kUnitVector; ++i) {
    angles.cosine[i] = Table::decode(element(cosine, i));
    angles.sine[i] = Table::decode(element(sine, i));
  }
  return angles;
}

/// Where the two vectors of a unit begin.
struct NeoxUnit {
  int first;
  int second;
};

KGATE_DEVICE NeoxUnit neox_unit(const RopeAppendNeoxLaunch& launch, int index, bool rotated) {
  const int begin = rotated ? index * kUnitVector
                            : launch.rotary_dim + (index - launch.rotated_units) * kUnitElements;
  return {begin, begin + (rotated ? launch.rotary_dim / 2 : kUnitVector)};
}

template <class Activation>
KGATE_DEVICE void store_neox(typename Activation::Bits* row, const NeoxUnit& unit,
                             const UnitBits<Activation>& bits) {
  store_pack<true>(row + unit.first, bits.first, kUnitVector);
  store_pack<true>(row + unit.second, bits.second, kUnitVector);
}

/// What the common model asks for: NeoX pairs, angles from a table of type Table, profile kProfile,
/// whole units. Without kCached there is neither v nor a cache. The code is as short as the case
/// allows: a launch over few tokens waits for its instructions longer than for its data.
template <class Activation, class Table, RopeProfile kProfile, bool kCached, int kParts>
KGATE_DEVICE void rope_append_neox(const RopeAppendNeoxLaunch& launch) {
  using Bits = typename Activation::Bits;
  const int32_t token = static_cast<int32_t>(token_of_workgroup());
  const int index = thread_index() & ((1 << launch.lane_bits) - 1);
  const int group = (workgroup_index_z() * launch.threads + thread_index()) >> launch.lane_bits;
  if (token >= launch.tokens || group >= launch.groups) {
    return;
  }
  const int32_t position =
      load_position(launch.positions, launch.position_type, token, launch.position_limit);
  int64_t slot = -1;
  if (kCached && token < launch.slot_count) {
    slot = launch.slots[token];
  }
  const bool rotated = index < launch.rotated_units;
  const NeoxUnit turned = neox_unit(launch, index, rotated);
  const NeoxUnit in_order = {index * kUnitElements, index * kUnitElements + kUnitVector};
  NeoxHead head[kParts];
  UnitBits<Activation> bits[kParts];
  Bits* to[kParts];
  KGATE_UNROLL
  for (int part = 0; part < kParts; ++part) {
    head[part] = neox_head<kCached>(launch, group + part * launch.groups, index);
    if (head[part].exists) {
      const NeoxUnit& unit = head[part].is_v ? in_order : turned;
      const Bits* from = neox_source<Bits>(launch, token, head[part]);
      bits[part] = {load_pack<true, Activation, kUnitVector>(from + unit.first, kUnitVector),
                    load_pack<true, Activation, kUnitVector>(from + unit.second, kUnitVector)};
    }
    // While the loads are on their way: a compiler would rather do it after them.
    to[part] = computed_here(neox_destination<Bits>(launch, token, head[part]));
  }
  TokenErrorCode error =
      position < 0 ? TokenErrorCode::position_out_of_range : TokenErrorCode::none;
  PairAngles angles = {};
  CachePlace place = {};
  if (error == TokenErrorCode::none) {
    if (rotated) {
      angles =
          neox_angles<Table>(neox_row<const typename Table::Bits>(
                                 launch.table, position, launch.table_stride, index, kUnitVector),
                             launch.rotary_dim / 2);
    }
    if (kCached) {
      error = locate_slot(launch.cache, slot, position,
                          [&](uint32_t block, uint32_t offset) { place = {block, offset, true}; });
    }
  }
  if (error != TokenErrorCode::none) {
    if (group == 0 && index == 0) {
      report_error(launch.error, token, error);
    }
    return;
  }
  KGATE_UNROLL
  for (int part = 0; part < kParts; ++part) {
    if (!head[part].exists) {
      continue;
    }
    const NeoxUnit& unit = head[part].is_v ? in_order : turned;
    if (rotated && !head[part].is_v) {
      UnitValues values = decode_unit<Activation>(bits[part]);
      rotate_pairs<Activation>(kProfile, angles, values.first, values.second);
      bits[part] = encode_unit<Activation>(values);
    }
    if (!kCached || of_tensor(head[part], launch.q.to, launch.k.to, launch.v.to) != nullptr) {
      store_neox<Activation>(to[part], unit, bits[part]);
    }
    if (kCached && place.stored && !head[part].is_q) {
      store_neox<Activation>(neox_entry<Bits>(launch, place, head[part]), unit, bits[part]);
    }
  }
}

}  // namespace kgate::device

/// Entries of one activation type: rope_append_<activation>_<how vectors are read>.
#define KGATE_ROPE_APPEND_ENTRIES(type, Activation)                                      \
  KGATE_ENTRY(kgate::device::kMaxHeadThreads)                                            \
  rope_append_##type##_plain(kgate::device::RopeAppendLaunch launch) {                   \
    kgate::device::rope_append<Activation, true, true>(launch.arguments, launch.plan);   \
  }                                                                                      \
  KGATE_ENTRY(kgate::device::kMaxHeadThreads)                                            \
  rope_append_##type##_wide(kgate::device::RopeAppendLaunch launch) {                    \
    kgate::device::rope_append<Activation, true, false>(launch.arguments, launch.plan);  \
  }                                                                                      \
  KGATE_ENTRY(kgate::device::kMaxHeadThreads)                                            \
  rope_append_##type##_unaligned(kgate::device::RopeAppendLaunch launch) {               \
    kgate::device::rope_append<Activation, false, false>(launch.arguments, launch.plan); \
  }

KGATE_ROPE_APPEND_ENTRIES(f32, kgate::device::F32)
KGATE_ROPE_APPEND_ENTRIES(f16, kgate::device::F16)
KGATE_ROPE_APPEND_ENTRIES(bf16, kgate::device::BF16)

/// Entries of one activation type and profile: rope_append_<activation>_neox_<profile>_<what is
/// done>, and the same over many tokens.
#define KGATE_ROPE_APPEND_NEOX_ENTRIES(type, Activation, Table, profile)                  \
  KGATE_ROPE_APPEND_NEOX_ENTRY(type, Activation, Table, profile, rotate, false, 1,        \
                               kgate::device::kMaxHeadThreads)                            \
  KGATE_ROPE_APPEND_NEOX_ENTRY(type, Activation, Table, profile, rotate_many, false,      \
                               kgate::device::kNeoxParts, kgate::device::kMaxNeoxThreads) \
  KGATE_ROPE_APPEND_NEOX_ENTRY(type, Activation, Table, profile, append, true, 1,         \
                               kgate::device::kMaxHeadThreads)
#define KGATE_ROPE_APPEND_NEOX_ENTRY(type, Activation, Table, profile, what, cached, parts, most) \
  KGATE_ENTRY(most)                                                                               \
  rope_append_##type##_neox_##profile##_##what(kgate::device::RopeAppendNeoxLaunch launch) {      \
    kgate::device::rope_append_neox<Activation, Table, kgate::RopeProfile::profile, cached,       \
                                    parts>(launch);                                               \
  }

KGATE_ROPE_APPEND_NEOX_ENTRIES(f32, kgate::device::F32, kgate::device::F32, f32)
KGATE_ROPE_APPEND_NEOX_ENTRIES(f16, kgate::device::F16, kgate::device::F32, f32)
KGATE_ROPE_APPEND_NEOX_ENTRIES(f16, kgate::device::F16, kgate::device::F16, native)
KGATE_ROPE_APPEND_NEOX_ENTRIES(bf16, kgate::device::BF16, kgate::device::F32, f32)
KGATE_ROPE_APPEND_NEOX_ENTRIES(bf16, kgate::device::BF16, kgate::device::BF16, native)
