// SPDX-License-Identifier: MIT
// Elements of rows, one at a time, as the unfused kernels read and write them.
#pragma once

#include "kernels/device/hip.hpp"
#include "kernels/device/number_formats.hpp"
#include "kernels/unfused/row_steps.hpp"

namespace kgate::device {

/// Element `index` of a tensor.
template <class Format>
KGATE_DEVICE float read_value(const void* tensor, int64_t index) {
  return Format::decode(static_cast<const typename Format::Bits*>(tensor)[index]);
}

template <class Format>
KGATE_DEVICE void write_value(void* tensor, int64_t index, float value) {
  static_cast<typename Format::Bits*>(tensor)[index] = Format::encode(value);
}

/// Calls element(row, column) for every element this thread has of `rows` rows; the launch is
/// element_grid()'s.
template <class Element>
KGATE_DEVICE void for_each_element(int64_t rows, int32_t columns, const Element& element) {
  const int column = workgroup_index() * unfused::kElementThreads + thread_index();
  if (column >= columns) {
    return;
  }
  for (int64_t row = workgroup_index_y(); row < rows; row += unfused::kElementRowsPerGrid) {
    element(row, column);
  }
}

}  // namespace kgate::device
