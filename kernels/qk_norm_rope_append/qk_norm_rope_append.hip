// SPDX-License-Identifier: MIT
// Norms, rotates and stores the heads of one token per workgroup; qk_norm_rope_append.md has the
// contract.
//
// Launch: append_plan()'s threads, and its workgroups along z, for each token. A group of lanes has
// a head: each reads 16 elements in order for the sum of squares and its unit (head_units.hpp) for
// the rotation, both before the sum. What a lane writes after the sum no other lane reads again, so
// that an output may be its input.
#include "kernels/device/append_heads.hpp"
#include "kernels/device/head_norm.hpp"
#include "kernels/device/head_units.hpp"
#include "kernels/device/hip.hpp"
#include "kernels/device/number_formats.hpp"
#include "kernels/device/report_error.hpp"
#include "kernels/device/rope.hpp"
#include "kernels/qk_norm_rope_append/qk_norm_rope_append_plan.hpp"

namespace kgate::device {

/// What a lane has read of a head: its first unit, and 16 elements in order for the sum.
template <class Activation>
struct HeadReading {
  HeadPart part;
  UnitBits<Activation> unit;
  UnitBits<Activation> squared;
};

/// The 16 elements of lane `lane`, as if they were a unit of a head that is not rotated.
KGATE_DEVICE HeadPart squared_part(HeadPart part, int lane, int size) {
  part.unit = head_unit(lane, size, 0, false);
  part.exists = part.unit.first < size;
  return part;
}

template <class Activation, bool kWide>
KGATE_DEVICE HeadReading<Activation> read_head(const QkNormRopeAppendArguments& arguments,
                                               const AppendPlan& plan, int64_t token, int head,
                                               int lane) {
  const RopeAppendArguments& append = arguments.append;
  HeadReading<Activation> reading = {};
  if (head < plan.all_heads) {
    reading.part = head_part(append, plan, head, lane);
    const int size = reading.part.is_v ? append.v_head_size : append.head_size;
    reading.unit = read_part<Activation, kWide>(append, token, reading.part);
    reading.squared =
        read_part<Activation, kWide>(append, token, squared_part(reading.part, lane, size));
  }
  return reading;
}

/// One unit of a head whose root mean square is known: normed, rotated, scaled and stored.
template <class Activation, bool kWide, bool kPlain>
KGATE_DEVICE void append_unit(const QkNormRopeAppendArguments& arguments, int64_t token,
                              const TokenPlace& place, const PairAngles& angles,
                              const HeadPart& part, float inverse, UnitBits<Activation> bits) {
  if (!part.exists) {
    return;
  }
  const RopeArguments& rope = arguments.append.rope;
  const bool changed = !part.is_v || arguments.v_norm != 0;
  if (!part.is_v) {
    const void* weights = part.is_q ? arguments.q_weight : arguments.k_weight;
    const UnitValues gains =
        arguments.weight_type == DataType::f32
            ? load_gains<F32, kWide>(weights, part.unit, arguments.weight_bias)
            : load_gains<Activation, kWide>(weights, part.unit, arguments.weight_bias);
    UnitValues values = norm_unit<Activation>(bits, inverse, gains, arguments.norm_profile);
    if (part.unit.rotated) {
      rotate_unit<Activation>(rope, angles, values);
    }
    bits = encode_unit<Activation>(values);
    if (!kPlain && part.is_q && rope.q_scales != nullptr) {
      bits = scale_q<Activation>(rope, place.q_scale, bits);
    }
  } else if (arguments.v_norm != 0) {
    bits = encode_unit<Activation>(scaled_unit(decode_unit<Activation>(bits), inverse));
  }
  write_part<Activation, kWide, kPlain>(arguments.append, token, place, part, changed, bits);
}

/// All heads of one token. With kWide every vector is whole and aligned; append_heads.hpp says what
/// kPlain is.
template <class Activation, bool kWide, bool kPlain>
KGATE_DEVICE void qk_norm_rope_append(const QkNormRopeAppendArguments& arguments,
                                      const AppendPlan& plan) {
  const RopeAppendArguments& append = arguments.append;
  const int64_t token = token_of_workgroup();
  if (token >= append.tokens) {
    return;
  }
  const int lanes = 1 << plan.heads.lane_bits;
  const int lane = thread_index() & (lanes - 1);
  const int first_head =
      (workgroup_index_z() * plan.heads.threads + thread_index()) >> plan.heads.lane_bits;
  HeadReading<Activation> reading =
      read_head<Activation, kWide>(arguments, plan, token, first_head, lane);
  TokenPlace place;
  PairAngles angles = {};
  TokenErrorCode error = place_angles<kPlain>(append, token, place);
  if (error == TokenErrorCode::none) {
    angles = angles_of_unit<Activation, kWide, kPlain>(append, plan, place.positions, lane);
    error = place_entry(append, place);
  }
  if (error != TokenErrorCode::none) {
    if (first_head == 0 && lane == 0) {
      report_error(append.error, token, error);
    }
    return;
  }
  int angles_of = lane;
  // As many rounds for every lane, heads or not: a lane that left could not take part in a sum.
  for (int round = 0; round < plan.all_heads; round += plan.heads.heads_at_once) {
    const int head = first_head + round;
    const int size = reading.part.is_v ? append.v_head_size : append.head_size;
    const float squares =
        sum_of_lanes(sum_squares<Activation>(reading.squared), plan.heads.lane_bits);
    const float inverse = inverse_rms(squares, size, arguments.eps);
    for (int index = lane; index < plan.units && head < plan.all_heads; index += lanes) {
      if (angles_of != index) {
        angles = angles_of_unit<Activation, kWide, kPlain>(append, plan, place.positions, index);
        angles_of = index;
      }
      if (index != lane) {
        reading.part = head_part(append, plan, head, index);
        reading.unit = read_part<Activation, kWide>(append, token, reading.part);
      }
      append_unit<Activation, kWide, kPlain>(arguments, token, place, angles, reading.part, inverse,
                                             reading.unit);
    }
    if (round + plan.heads.heads_at_once < plan.all_heads) {
      reading = read_head<Activation, kWide>(arguments, plan, token,
                                             head + plan.heads.heads_at_once, lane);
    }
  }
}

}  // namespace kgate::device

/// Entries of one activation type: qk_norm_rope_append_<activation>_<how vectors are read>.
#define KGATE_QK_NORM_ROPE_APPEND_ENTRIES(type, Activation)                                      \
  KGATE_ENTRY(kgate::device::kMaxHeadThreads)                                                    \
  qk_norm_rope_append_##type##_plain(kgate::device::QkNormRopeAppendLaunch launch) {             \
    kgate::device::qk_norm_rope_append<Activation, true, true>(launch.arguments, launch.plan);   \
  }                                                                                              \
  KGATE_ENTRY(kgate::device::kMaxHeadThreads)                                                    \
  qk_norm_rope_append_##type##_wide(kgate::device::QkNormRopeAppendLaunch launch) {              \
    kgate::device::qk_norm_rope_append<Activation, true, false>(launch.arguments, launch.plan);  \
  }                                                                                              \
  KGATE_ENTRY(kgate::device::kMaxHeadThreads)                                                    \
  qk_norm_rope_append_##type##_unaligned(kgate::device::QkNormRopeAppendLaunch launch) {         \
    kgate::device::qk_norm_rope_append<Activation, false, false>(launch.arguments, launch.plan); \
  }

KGATE_QK_NORM_ROPE_APPEND_ENTRIES(f32, kgate::device::F32)
KGATE_QK_NORM_ROPE_APPEND_ENTRIES(f16, kgate::device::F16)
KGATE_QK_NORM_ROPE_APPEND_ENTRIES(bf16, kgate::device::BF16)
