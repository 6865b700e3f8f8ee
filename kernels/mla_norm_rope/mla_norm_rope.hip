// SPDX-License-Identifier: MIT
// Normalises the latent and rotates the rest of MLA's kv row, and stores both in the cache;
// mla_norm_rope.md has the contract.
//
// Launch: mla_plan()'s workgroups along z for each token. Workgroup 0 has the latent: one vector a
// thread, the squares added in row_plan.hpp's order. The others have the heads that are rotated:
// all of q, then k's one head. In place is safe because an element is read only by the thread that
// writes it.
#include "kernels/device/head_units.hpp"
#include "kernels/device/hip.hpp"
#include "kernels/device/kv_cache.hpp"
#include "kernels/device/number_formats.hpp"
#include "kernels/device/report_error.hpp"
#include "kernels/device/rope.hpp"
#include "kernels/device/row_plan.hpp"
#include "kernels/device/unit_io.hpp"
#include "kernels/device/vector_io.hpp"
#include "kernels/device/workgroup_sum.hpp"
#include "kernels/mla_norm_rope/mla_norm_rope_contract.hpp"
#include "kernels/mla_norm_rope/mla_plan.hpp"

namespace kgate::device {

/// What the token's position and slot say.
struct MlaPlace {
  TokenPositions positions;
  CacheEntry entry;
};

/// False: the token's device data is wrong, and nothing of it may be written.
KGATE_DEVICE bool place_token(const MlaNormRopeArguments& arguments, int64_t token,
                              MlaPlace& place) {
  const int64_t slot = load_slot(arguments.cache, token);
  TokenErrorCode error = load_positions(arguments.rope, token, place.positions);
  if (error == TokenErrorCode::none) {
    error = locate_entry(arguments.cache, slot, place.positions.axis[0], place.entry);
  }
  if (error == TokenErrorCode::none) {
    return true;
  }
  if (workgroup_index_z() == 0 && thread_index() == 0) {
    report_error(arguments.error, token, error);
  }
  return false;
}

template <class Activation, int kCount>
KGATE_DEVICE float sum_of_squares(const Pack<Activation, kCount>& x) {
  float squares = 0.0f;
  KGATE_UNROLL
  for (int i = 0; i < kCount; ++i) {
    const float value = Activation::decode(element(x, i));
    squares = fused_multiply_add(value, value, squares);
  }
  return squares;
}

/// One vector of the normalised latent.
template <class Activation, class Weight, int kCount>
KGATE_DEVICE Pack<Activation, kCount> normalized(const Pack<Activation, kCount>& x,
                                                 float inverse_rms,
                                                 const Pack<Weight, kCount>& weight,
                                                 const MlaNormRopeArguments& arguments) {
  // w + 0.0f would turn a weight of -0 into +0 and flip the sign of a zero; w + -0.0f is w.
  const float bias = arguments.weight_bias == 0.0f ? -0.0f : arguments.weight_bias;
  float scaled[kCount];
  float gain[kCount];
  KGATE_UNROLL
  for (int i = 0; i < kCount; ++i) {
    scaled[i] = Activation::decode(element(x, i)) * inverse_rms;
    gain[i] = Weight::decode(element(weight, i)) + bias;
  }
  if (arguments.norm_profile == MlaNormProfile::graph) {
    KGATE_UNROLL
    for (int i = 0; i < kCount; ++i) {
      scaled[i] = rounded_to<Activation>(scaled[i]);
      gain[i] = rounded_to<Activation>(gain[i]);
    }
  }
  Pack<Activation, kCount> result = {};
  KGATE_UNROLL
  for (int i = 0; i < kCount; ++i) {
    fill_element(result, i, Activation::encode(scaled[i] * gain[i]));
  }
  return result;
}

/// 1 / sqrt(mean of squares + eps) of the latent whose squares the workgroup's threads have summed.
KGATE_DEVICE float inverse_rms_of(float squares, const MlaNormRopeArguments& arguments,
                                  const MlaPlan& plan) {
  __shared__ GroupSums group_sums;
  // A product, not sum / size: the quotient is ready before the slowest thread's loads are.
  const float inverse_size = computed_here(1.0f / static_cast<float>(arguments.kv_lora_rank));
  const float sum = workgroup_sum(squares, group_sums, plan.latent_groups);
  return 1.0f / square_root(sum * inverse_size + arguments.eps);
}

/// The latent of one token. With kWide every vector is whole and aligned.
template <class Activation, class Weight, bool kWide>
KGATE_DEVICE void norm_latent(const MlaNormRopeArguments& arguments, const MlaPlan& plan,
                              int64_t token) {
  using Bits = typename Activation::Bits;
  constexpr int kElements = kVectorBytes / static_cast<int>(sizeof(Bits));
  const int column = thread_index() * kElements;
  const int count = arguments.kv_lora_rank - column;
  Pack<Activation, kElements> x = {};
  Pack<Weight, kElements> weight = {};
  if (count > 0) {
    x = load_pack<kWide, Activation, kElements>(
        static_cast<const Bits*>(arguments.kv) + (token * arguments.kv_stride + column), count);
    weight = load_pack<kWide, Weight, kElements>(
        static_cast<const typename Weight::Bits*>(arguments.weight) + column, count);
  }
  MlaPlace place;
  if (!place_token(arguments, token, place)) {
    return;
  }
  const float inverse_rms = inverse_rms_of(sum_of_squares(x), arguments, plan);
  if (count <= 0) {
    return;
  }
  const auto result = normalized(x, inverse_rms, weight, arguments);
  if (arguments.latent != nullptr) {
    store_pack<kWide>(
        static_cast<Bits*>(arguments.latent) + (token * arguments.latent_stride + column), result,
        count);
  }
  if (place.entry.stored) {
    const KvCacheArguments& cache = arguments.cache;
    store_cached<Activation, kWide>(cache.type, cache.k, place.entry.k + column,
                                    cache_scale(cache, cache.k_scale), result, count);
  }
}

/// Where a head is read and written.
template <class Activation>
struct HeadAddresses {
  const typename Activation::Bits* from;
  typename Activation::Bits* to;  ///< null: only the cache gets it
};

/// Head `head` of a token, q's heads first: where it is read and where it is written.
template <class Activation>
KGATE_DEVICE HeadAddresses<Activation> addresses_of(const MlaNormRopeArguments& arguments,
                                                    const MlaPlan& plan, int64_t token, int head) {
  using Bits = typename Activation::Bits;
  HeadAddresses<Activation> addresses = {};
  if (head < plan.q_heads) {
    addresses.from = head_of<Activation>(arguments.q_pe, token, head);
    addresses.to = head_of<Activation>(arguments.q_pe_out, token, head);
  } else {
    addresses.from = static_cast<const Bits*>(arguments.kv) +
                     (token * arguments.kv_stride + arguments.kv_lora_rank);
    if (arguments.pe != nullptr) {
      addresses.to = static_cast<Bits*>(arguments.pe) + token * arguments.pe_stride;
    }
  }
  return addresses;
}

/// Heads of one token. With kWide every vector is whole and aligned.
template <class Activation, bool kWide>
KGATE_DEVICE void rotate_heads(const MlaNormRopeArguments& arguments, const MlaPlan& plan,
                               int64_t token) {
  const int lanes = 1 << plan.heads.lane_bits;
  const int index = thread_index() & (lanes - 1);
  const int heads = plan.q_heads + 1;
  int head =
      ((workgroup_index_z() - 1) * plan.heads.threads + thread_index()) >> plan.heads.lane_bits;
  if (thread_index() >= plan.heads.threads || head >= heads || index >= plan.units) {
    return;
  }
  const HeadUnit unit =
      head_unit(index, arguments.pe_size, arguments.rope.rotary_dim, plan.rotated_units,
                arguments.rope.pairing == RopePairing::interleaved);
  // The first vectors are on their way while position, slot and angles are found one by the other.
  HeadAddresses<Activation> addresses = addresses_of<Activation>(arguments, plan, token, head);
  UnitBits<Activation> bits = load_unit<Activation, kWide>(addresses.from, unit);
  MlaPlace place;
  if (!place_token(arguments, token, place)) {
    return;
  }
  PairAngles angles = {};
  if (unit.rotated) {
    angles = unit_angles<Activation, kWide>(arguments.rope, place.positions, unit);
  }
  while (head < heads) {
    const int next_head = head + plan.heads.heads_at_once;
    HeadAddresses<Activation> next_addresses = addresses;
    UnitBits<Activation> next_bits = bits;
    if (next_head < heads) {
      next_addresses = addresses_of<Activation>(arguments, plan, token, next_head);
      next_bits = load_unit<Activation, kWide>(next_addresses.from, unit);
    }
    if (unit.rotated) {
      UnitValues values = decode_unit<Activation>(bits);
      rotate_unit<Activation>(arguments.rope, angles, values);
      bits = encode_unit<Activation>(values);
    }
    if (addresses.to != nullptr) {
      store_unit<Activation, kWide>(addresses.to, unit, bits);
    }
    if (head == heads - 1 && place.entry.stored) {
      const KvCacheArguments& cache = arguments.cache;
      store_cached_unit<Activation, kWide>(cache.type, cache.k,
                                           place.entry.k + arguments.kv_lora_rank,
                                           cache_scale(cache, cache.k_scale), unit, bits);
    }
    head = next_head;
    addresses = next_addresses;
    bits = next_bits;
  }
}

template <class Activation, class Weight, bool kWide>
KGATE_DEVICE void mla_norm_rope(const MlaNormRopeArguments& arguments, const MlaPlan& plan) {
  const int64_t token = token_of_workgroup();
  if (token >= arguments.tokens) {
    return;
  }
  if (workgroup_index_z() == 0) {
    norm_latent<Activation, Weight, kWide>(arguments, plan, token);
  } else {
    rotate_heads<Activation, kWide>(arguments, plan, token);
  }
}

}  // namespace kgate::device

/// Entries of one type pair: mla_norm_rope_<activation>_<weight>_<how vectors are read>.
#define KGATE_MLA_NORM_ROPE_ENTRIES(types, Activation, Weight)                              \
  KGATE_ENTRY(kgate::device::kMaxMlaThreads)                                                \
  mla_norm_rope_##types##_wide(kgate::device::MlaNormRopeLaunch launch) {                   \
    kgate::device::mla_norm_rope<Activation, Weight, true>(launch.arguments, launch.plan);  \
  }                                                                                         \
  KGATE_ENTRY(kgate::device::kMaxMlaThreads)                                                \
  mla_norm_rope_##types##_unaligned(kgate::device::MlaNormRopeLaunch launch) {              \
    kgate::device::mla_norm_rope<Activation, Weight, false>(launch.arguments, launch.plan); \
  }

KGATE_MLA_NORM_ROPE_ENTRIES(f32_f32, kgate::device::F32, kgate::device::F32)
KGATE_MLA_NORM_ROPE_ENTRIES(f16_f16, kgate::device::F16, kgate::device::F16)
KGATE_MLA_NORM_ROPE_ENTRIES(f16_f32, kgate::device::F16, kgate::device::F32)
KGATE_MLA_NORM_ROPE_ENTRIES(bf16_bf16, kgate::device::BF16, kgate::device::BF16)
KGATE_MLA_NORM_ROPE_ENTRIES(bf16_f32, kgate::device::BF16, kgate::device::F32)
