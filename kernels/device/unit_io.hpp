// SPDX-License-Identifier: MIT
// Units of heads in their stored encoding: read, written, decoded and rounded.
#pragma once

#include "kernels/device/head_units.hpp"
#include "kernels/device/hip.hpp"
#include "kernels/device/kv_cache.hpp"
#include "kernels/device/rope.hpp"
#include "kernels/device/vector_io.hpp"
#include "kernels/head_tensor.hpp"

namespace kgate::device {

/// The two vectors of a unit.
template <class Activation>
struct UnitBits {
  Pack<Activation, kUnitVector> first;
  Pack<Activation, kUnitVector> second;
};

/// Where a head of a token begins.
template <class Activation>
KGATE_DEVICE typename Activation::Bits* head_of(const HeadTensor& tensor, int64_t token, int head) {
  return static_cast<typename Activation::Bits*>(tensor.data) +
         (token * tensor.token_stride + head * tensor.head_stride);
}

/// Reads a unit of a head; zeros past the end of the head.
template <class Activation, bool kWide>
KGATE_DEVICE UnitBits<Activation> load_unit(const typename Activation::Bits* head,
                                            const HeadUnit& unit) {
  return {load_pack<kWide, Activation, kUnitVector>(head + unit.first, unit.first_count),
          load_pack<kWide, Activation, kUnitVector>(head + unit.second, unit.second_count)};
}

/// Writes a unit of a head.
template <class Activation, bool kWide>
KGATE_DEVICE void store_unit(typename Activation::Bits* head, const HeadUnit& unit,
                             const UnitBits<Activation>& bits) {
  store_pack<kWide>(head + unit.first, bits.first, unit.first_count);
  store_pack<kWide>(head + unit.second, bits.second, unit.second_count);
}

/// Writes a unit of a head that begins at element `index` of a cache.
template <class Activation, bool kWide, bool kPlain = false>
KGATE_DEVICE void store_cached_unit(DataType type, void* cache, int64_t index, float scale,
                                    const HeadUnit& unit, const UnitBits<Activation>& bits) {
  store_cached<Activation, kWide, kPlain>(type, cache, index + unit.first, scale, bits.first,
                                          unit.first_count);
  store_cached<Activation, kWide, kPlain>(type, cache, index + unit.second, scale, bits.second,
                                          unit.second_count);
}

template <class Activation>
KGATE_DEVICE UnitValues decode_unit(const UnitBits<Activation>& bits) {
  UnitValues values;
  KGATE_UNROLL
  for (int i = 0; i < kUnitVector; ++i) {
    values.first[i] = Activation::decode(element(bits.first, i));
    values.second[i] = Activation::decode(element(bits.second, i));
  }
  return values;
}

/// Rounds the values to the activation type.
template <class Activation>
KGATE_DEVICE UnitBits<Activation> encode_unit(const UnitValues& values) {
  return {encoded<Activation>(values.first), encoded<Activation>(values.second)};
}

}  // namespace kgate::device
