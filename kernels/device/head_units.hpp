// SPDX-License-Identifier: MIT
// Which elements of a head one thread has; head_plan.hpp says what a unit is.
#pragma once

#include "kernels/device/head_plan.hpp"
#include "kernels/device/hip.hpp"

namespace kgate::device {

/// The elements of one unit: two runs, and for a rotated unit the pairs they are.
struct HeadUnit {
  int first;  ///< element at which the first vector begins
  int second;
  int first_count;  ///< 8 except at the end of a part
  int second_count;
  int pair;  ///< first pair of a rotated unit
  int pair_count;
  bool rotated;
};

KGATE_DEVICE int at_most(int value, int limit) { return value < limit ? value : limit; }

/// Unit `index` of a head. It may be past the head: its counts are then negative or 0.
KGATE_DEVICE HeadUnit head_unit(int index, int size, int rotary_dim, int rotated_units,
                                bool interleaved) {
  const int half = rotary_dim / 2;
  HeadUnit unit;
  unit.rotated = index < rotated_units;
  unit.pair = index * kUnitVector;
  unit.pair_count = at_most(half - unit.pair, kUnitVector);
  if (unit.rotated && !interleaved) {
    unit.first = unit.pair;
    unit.second = half + unit.pair;
    unit.first_count = unit.pair_count;
    unit.second_count = unit.pair_count;
    return unit;
  }
  const int end = unit.rotated ? rotary_dim : size;
  unit.first = unit.rotated ? 2 * unit.pair : rotary_dim + (index - rotated_units) * kUnitElements;
  unit.second = unit.first + kUnitVector;
  unit.first_count = at_most(end - unit.first, kUnitVector);
  unit.second_count = at_most(end - unit.second, kUnitVector);
  return unit;
}

KGATE_DEVICE HeadUnit head_unit(int index, int size, int rotary_dim, bool interleaved) {
  return head_unit(index, size, rotary_dim, rotated_units(rotary_dim), interleaved);
}

KGATE_DEVICE int64_t token_of_workgroup() {
  return static_cast<int64_t>(workgroup_index_y()) * kTokensPerGridLine + workgroup_index();
}

}  // namespace kgate::device
