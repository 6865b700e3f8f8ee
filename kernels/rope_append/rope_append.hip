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
