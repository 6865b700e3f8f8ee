// SPDX-License-Identifier: MIT
// Fused residual add and RMSNorm, one workgroup per row; add_rms_norm.md has the contract.
//
// Launch: row_plan.hpp's threads for a row of 16-byte vectors. Order of the sum: each thread adds
// the squares of its vectors in ascending order, then workgroup_sum's tree. How a row is read is no
// part of it.
#include "kernels/add_rms_norm/add_rms_norm_plan.hpp"
#include "kernels/device/cache_hints.hpp"
#include "kernels/device/hip.hpp"
#include "kernels/device/number_formats.hpp"
#include "kernels/device/vector_io.hpp"
#include "kernels/device/workgroup_sum.hpp"

namespace kgate::device {

template <class Activation>
constexpr int kWidth = kVectorBytes / static_cast<int>(sizeof(typename Activation::Bits));

template <class Activation>
using Values = Pack<Activation, kWidth<Activation>>;

/// What is squared and scaled, for one vector.
template <class Activation>
struct Terms {
  float value[kWidth<Activation>];
};

/// Address of element `column` of a row of a tensor.
template <class Bits, class Tensor>
KGATE_DEVICE Bits* element_of(Tensor* tensor, int64_t row, int64_t stride, int column) {
  return static_cast<Bits*>(tensor) + (row * stride + column);
}

KGATE_DEVICE int64_t row_of_workgroup() {
  return static_cast<int64_t>(workgroup_index_y()) * kRowsPerGridLine + workgroup_index();
}

template <class Activation>
KGATE_DEVICE Terms<Activation> decoded(const Values<Activation>& x) {
  Terms<Activation> terms;
  KGATE_UNROLL
  for (int i = 0; i < kWidth<Activation>; ++i) {
    terms.value[i] = Activation::decode(element(x, i));
  }
  return terms;
}

/// Turns `residual` into the sum as it is stored and returns what is squared and scaled.
template <class Activation>
KGATE_DEVICE Terms<Activation> add_residual(const Values<Activation>& x,
                                            Values<Activation>& residual,
                                            AddRmsNormProfile profile) {
  Terms<Activation> sums;
  KGATE_UNROLL
  for (int i = 0; i < kWidth<Activation>; ++i) {
    sums.value[i] = Activation::decode(element(x, i)) + Activation::decode(element(residual, i));
  }
  residual = encoded<Activation>(sums.value);
  return profile == AddRmsNormProfile::f32_sum ? sums : decoded<Activation>(residual);
}

template <class Activation>
KGATE_DEVICE float add_squares(const Terms<Activation>& terms, float squares) {
  KGATE_UNROLL
  for (int i = 0; i < kWidth<Activation>; ++i) {
    squares = fused_multiply_add(terms.value[i], terms.value[i], squares);
  }
  return squares;
}

/// The factors of one vector's elements. They are ready before the sum is, though a compiler would
/// rather compute them after it, where every row waits for them.
template <class Activation, class Weight>
KGATE_DEVICE Terms<Activation> gains_of(const Pack<Weight, kWidth<Activation>>& weight, float bias,
                                        AddRmsNormProfile profile) {
  Terms<Activation> gain;
  KGATE_UNROLL
  for (int i = 0; i < kWidth<Activation>; ++i) {
    gain.value[i] = Weight::decode(element(weight, i)) + bias;
  }
  if (profile == AddRmsNormProfile::graph) {
    KGATE_UNROLL
    for (int i = 0; i < kWidth<Activation>; ++i) {
      gain.value[i] = rounded_to<Activation>(gain.value[i]);
    }
  }
  KGATE_UNROLL
  for (int i = 0; i < kWidth<Activation>; ++i) {
    gain.value[i] = computed_here(gain.value[i]);
  }
  return gain;
}

/// One vector of the normalised row.
template <class Activation>
KGATE_DEVICE Values<Activation> normalized(const Terms<Activation>& terms, float inverse_rms,
                                           const Terms<Activation>& gain,
                                           AddRmsNormProfile profile) {
  Terms<Activation> scaled;
  KGATE_UNROLL
  for (int i = 0; i < kWidth<Activation>; ++i) {
    scaled.value[i] = terms.value[i] * inverse_rms;
  }
  if (profile == AddRmsNormProfile::graph) {
    KGATE_UNROLL
    for (int i = 0; i < kWidth<Activation>; ++i) {
      scaled.value[i] = rounded_to<Activation>(scaled.value[i]);
    }
  }
  KGATE_UNROLL
  for (int i = 0; i < kWidth<Activation>; ++i) {
    scaled.value[i] = scaled.value[i] * gain.value[i];
  }
  return encoded<Activation>(scaled.value);
}

/// 1 / sqrt(mean of squares + eps) of a row whose squares add up to `sum`.
KGATE_DEVICE float inverse_rms_of(float sum, float inverse_hidden, float eps) {
  return 1.0f / square_root(sum * inverse_hidden + eps);
}

/// A row kept in registers, where every thread has kHeld whole vectors, all rows lie alike and both
/// results are wanted. The code is as short as that allows: a launch over few rows waits for its
/// instructions longer than for its data.
template <class Activation, class Weight, AddRmsNormProfile kProfile, int kHeld>
KGATE_DEVICE void norm_packed(const AddRmsNormPackedLaunch& launch) {
  using Bits = typename Activation::Bits;
  constexpr int kElements = kWidth<Activation>;
  // One multiplication of 32 bits by 32 finds the row in every tensor: the loads wait for it.
  const uint64_t first = uint64_t{static_cast<uint32_t>(workgroup_index())} * launch.row_bytes +
                         static_cast<uint32_t>(thread_index() * kVectorBytes);
  const auto at = [&](const void* tensor, int step) {
    return reinterpret_cast<const Bits*>(static_cast<const char*>(tensor) + first) + step;
  };
  Values<Activation> x[kHeld];
  Values<Activation> residual[kHeld];
  Pack<Weight, kElements> weight[kHeld];
  KGATE_UNROLL
  for (int held = 0; held < kHeld; ++held) {
    const int step = held * launch.threads * kElements;
    x[held] = load_pack_evict_last<Activation, kElements>(at(launch.x, step));
    residual[held] = load_pack_evict_last<Activation, kElements>(at(launch.residual, step));
    weight[held] = load_pack<true, Weight, kElements>(
        static_cast<const typename Weight::Bits*>(launch.weight) +
            (thread_index() * kElements + step),
        kElements);
  }
  const auto store = [&](void* tensor, int held, const Values<Activation>& values) {
    const int step = held * launch.threads * kElements;
    store_pack<true>(const_cast<Bits*>(at(tensor, step)), values, kElements);
  };

  __shared__ GroupSums group_sums;
  const int groups = launch.threads / kGroupLanes;
  Terms<Activation> terms[kHeld];
  float squares = 0.0f;
  KGATE_UNROLL
  for (int held = 0; held < kHeld; ++held) {
    terms[held] = add_residual<Activation>(x[held], residual[held], kProfile);
    squares = add_squares<Activation>(terms[held], squares);
    if constexpr (kStoresPassBarriers) {
      store(launch.new_residual, held, residual[held]);
    }
  }
  share_group_sum(computed_here(group_sum(squares)), group_sums, groups);
  Terms<Activation> gain[kHeld];
  KGATE_UNROLL
  for (int held = 0; held < kHeld; ++held) {
    gain[held] = gains_of<Activation, Weight>(weight[held], launch.bias, kProfile);
  }
  const float inverse_rms =
      inverse_rms_of(sum_of_groups(group_sums), launch.inverse_hidden, launch.eps);
  KGATE_UNROLL
  for (int held = 0; held < kHeld; ++held) {
    if constexpr (!kStoresPassBarriers) {
      store(launch.new_residual, held, residual[held]);
    }
    store(launch.normed, held,
          normalized<Activation>(terms[held], inverse_rms, gain[held], kProfile));
  }
}

/// A row kept in registers between the sum and the scaling, kHeld vectors per thread, all loads
/// issued before the first is used. Needs 16-byte aligned rows of whole vectors.
template <class Activation, class Weight, int kHeld>
KGATE_DEVICE void norm_held(const AddRmsNormLaunch& launch) {
  using Bits = typename Activation::Bits;
  constexpr int kElements = kWidth<Activation>;
  const AddRmsNormArguments& arguments = launch.arguments;
  const int64_t row = row_of_workgroup();
  Values<Activation> x[kHeld] = {};
  Values<Activation> residual[kHeld] = {};
  Pack<Weight, kElements> weight[kHeld] = {};
  KGATE_UNROLL
  for (int held = 0; held < kHeld; ++held) {
    const int vector = thread_index() + held * launch.threads;
    if (vector < launch.vectors) {
      const int column = vector * kElements;
      x[held] = load_pack<true, Activation, kElements>(
          element_of<const Bits>(arguments.x, row, arguments.x_stride, column), kElements);
      residual[held] = load_pack<true, Activation, kElements>(
          element_of<const Bits>(arguments.residual, row, arguments.residual_stride, column),
          kElements);
      weight[held] = load_pack<true, Weight, kElements>(
          element_of<const typename Weight::Bits>(arguments.weight, 0, 0, column), kElements);
    }
  }

  // Where results go is found while the loads are on their way: after them every row waits for it.
  Bits* sum_to[kHeld];
  Bits* normed_to[kHeld];
  KGATE_UNROLL
  for (int held = 0; held < kHeld; ++held) {
    const int column = (thread_index() + held * launch.threads) * kElements;
    sum_to[held] = computed_here(
        element_of<Bits>(arguments.new_residual, row, arguments.new_residual_stride, column));
    normed_to[held] =
        computed_here(element_of<Bits>(arguments.normed, row, arguments.normed_stride, column));
  }
  const auto store_sum = [&](int held) {
    const int vector = thread_index() + held * launch.threads;
    if (vector < launch.vectors && launch.stores_sum != 0) {
      store_pack<true>(sum_to[held], residual[held], kElements);
    }
  };

  __shared__ GroupSums group_sums;
  const int groups = launch.threads / kGroupLanes;
  Terms<Activation> terms[kHeld];
  float squares = 0.0f;
  KGATE_UNROLL
  for (int held = 0; held < kHeld; ++held) {
    if (launch.has_residual != 0) {
      // The sum as stored takes the residual's registers.
      terms[held] = add_residual<Activation>(x[held], residual[held], arguments.profile);
    } else {
      terms[held] = decoded<Activation>(x[held]);
    }
    squares = add_squares<Activation>(terms[held], squares);
    if constexpr (kStoresPassBarriers) {
      store_sum(held);
    }
  }
  const float group_squares = begin_workgroup_sum(squares, group_sums, groups);
  Terms<Activation> gain[kHeld];
  KGATE_UNROLL
  for (int held = 0; held < kHeld; ++held) {
    gain[held] = gains_of<Activation, Weight>(weight[held], launch.bias, arguments.profile);
  }
  const float inverse_rms = inverse_rms_of(end_workgroup_sum(group_squares, group_sums, groups),
                                           launch.inverse_hidden, arguments.eps);

  KGATE_UNROLL
  for (int held = 0; held < kHeld; ++held) {
    if constexpr (!kStoresPassBarriers) {
      store_sum(held);
    }
    if (thread_index() + held * launch.threads < launch.vectors) {
      store_pack<true>(
          normed_to[held],
          normalized<Activation>(terms[held], inverse_rms, gain[held], arguments.profile),
          kElements);
    }
  }
}

/// A row of any length and alignment: the inputs are read twice, the second time before anything of
/// them is overwritten. In place is safe because a thread reads only elements that it writes
/// itself.
template <class Activation, class Weight, bool kWide>
KGATE_DEVICE void norm_streamed(const AddRmsNormLaunch& launch) {
  using Bits = typename Activation::Bits;
  constexpr int kElements = kWidth<Activation>;
  const AddRmsNormArguments& arguments = launch.arguments;
  const int64_t row = row_of_workgroup();
  const int hidden = arguments.hidden;
  const int threads = launch.threads;
  float squares = 0.0f;
  float inverse_rms = 0.0f;
  for (int pass = 0; pass < 2; ++pass) {
    const bool summing = pass == 0;
    for (int column = thread_index() * kElements; column < hidden; column += threads * kElements) {
      const int count = hidden - column;
      const auto x = load_pack<kWide, Activation, kElements>(
          element_of<const Bits>(arguments.x, row, arguments.x_stride, column), count);
      Terms<Activation> terms;
      if (launch.has_residual != 0) {
        auto residual = load_pack<kWide, Activation, kElements>(
            element_of<const Bits>(arguments.residual, row, arguments.residual_stride, column),
            count);
        terms = add_residual<Activation>(x, residual, arguments.profile);
        if (!summing && launch.stores_sum != 0) {
          store_pack<kWide>(
              element_of<Bits>(arguments.new_residual, row, arguments.new_residual_stride, column),
              residual, count);
        }
      } else {
        terms = decoded<Activation>(x);
      }
      if (summing) {
        squares = add_squares<Activation>(terms, squares);
      } else {
        const auto weight = load_pack<kWide, Weight, kElements>(
            element_of<const typename Weight::Bits>(arguments.weight, 0, 0, column), count);
        store_pack<kWide>(element_of<Bits>(arguments.normed, row, arguments.normed_stride, column),
                          normalized<Activation>(
                              terms, inverse_rms,
                              gains_of<Activation, Weight>(weight, launch.bias, arguments.profile),
                              arguments.profile),
                          count);
      }
    }
    if (summing) {
      __shared__ GroupSums group_sums;
      inverse_rms = inverse_rms_of(workgroup_sum(squares, group_sums, threads / kGroupLanes),
                                   launch.inverse_hidden, arguments.eps);
    }
  }
}

}  // namespace kgate::device

/// Entries of one type pair: add_rms_norm_<activation>_<weight>_<how a row is read>.
#define KGATE_ADD_RMS_NORM_ENTRIES(types, Activation, Weight)                \
  KGATE_ENTRY(kgate::device::kMaxRowThreads)                                 \
  add_rms_norm_##types##_held1(kgate::device::AddRmsNormLaunch launch) {     \
    kgate::device::norm_held<Activation, Weight, 1>(launch);                 \
  }                                                                          \
  KGATE_ENTRY(kgate::device::kMaxRowThreads)                                 \
  add_rms_norm_##types##_held2(kgate::device::AddRmsNormLaunch launch) {     \
    kgate::device::norm_held<Activation, Weight, 2>(launch);                 \
  }                                                                          \
  KGATE_ENTRY(kgate::device::kMaxRowThreads)                                 \
  add_rms_norm_##types##_held4(kgate::device::AddRmsNormLaunch launch) {     \
    kgate::device::norm_held<Activation, Weight, 4>(launch);                 \
  }                                                                          \
  KGATE_ENTRY(kgate::device::kMaxRowThreads)                                 \
  add_rms_norm_##types##_streamed(kgate::device::AddRmsNormLaunch launch) {  \
    kgate::device::norm_streamed<Activation, Weight, true>(launch);          \
  }                                                                          \
  KGATE_ENTRY(kgate::device::kMaxRowThreads)                                 \
  add_rms_norm_##types##_unaligned(kgate::device::AddRmsNormLaunch launch) { \
    kgate::device::norm_streamed<Activation, Weight, false>(launch);         \
  }

KGATE_ADD_RMS_NORM_ENTRIES(f32_f32, kgate::device::F32, kgate::device::F32)
KGATE_ADD_RMS_NORM_ENTRIES(f16_f16, kgate::device::F16, kgate::device::F16)
KGATE_ADD_RMS_NORM_ENTRIES(f16_f32, kgate::device::F16, kgate::device::F32)
KGATE_ADD_RMS_NORM_ENTRIES(bf16_bf16, kgate::device::BF16, kgate::device::BF16)
KGATE_ADD_RMS_NORM_ENTRIES(bf16_f32, kgate::device::BF16, kgate::device::F32)

/// The packed entries of one type pair and profile:
/// add_rms_norm_<activation>_<weight>_packed_<profile>_<how a row is read>.
#define KGATE_ADD_RMS_NORM_PACKED_ENTRIES(types, Activation, Weight, profile)                     \
  KGATE_ENTRY(kgate::device::kMaxRowThreads)                                                      \
  add_rms_norm_##types##_packed_##profile##_held1(kgate::device::AddRmsNormPackedLaunch launch) { \
    kgate::device::norm_packed<Activation, Weight, kgate::AddRmsNormProfile::profile, 1>(launch); \
  }                                                                                               \
  KGATE_ENTRY(kgate::device::kMaxRowThreads)                                                      \
  add_rms_norm_##types##_packed_##profile##_held2(kgate::device::AddRmsNormPackedLaunch launch) { \
    kgate::device::norm_packed<Activation, Weight, kgate::AddRmsNormProfile::profile, 2>(launch); \
  }

KGATE_ADD_RMS_NORM_PACKED_ENTRIES(f16_f16, kgate::device::F16, kgate::device::F16, f32_sum)
KGATE_ADD_RMS_NORM_PACKED_ENTRIES(f16_f16, kgate::device::F16, kgate::device::F16, stored_sum)
KGATE_ADD_RMS_NORM_PACKED_ENTRIES(f16_f16, kgate::device::F16, kgate::device::F16, graph)
KGATE_ADD_RMS_NORM_PACKED_ENTRIES(bf16_bf16, kgate::device::BF16, kgate::device::BF16, f32_sum)
KGATE_ADD_RMS_NORM_PACKED_ENTRIES(bf16_bf16, kgate::device::BF16, kgate::device::BF16, stored_sum)
KGATE_ADD_RMS_NORM_PACKED_ENTRIES(bf16_bf16, kgate::device::BF16, kgate::device::BF16, graph)
