// SPDX-License-Identifier: MIT
// Whether tensors with nested strides share memory, for argument checks; host code only.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

namespace kgate {

/// Bytes of a tensor: runs of `run` bytes at every combination of up to three strides.
struct StridedBytes {
  struct Dimension {
    std::int64_t count = 1;
    std::int64_t stride = 0;  ///< bytes
  };
  std::string_view name;
  std::uintptr_t address = 0;
  std::int64_t run = 0;  ///< 0: the tensor is absent
  std::array<Dimension, 3> dimensions;

  /// Dimensions of one element removed, the largest stride first.
  [[nodiscard]] StridedBytes sorted() const {
    StridedBytes result = *this;
    for (Dimension& dimension : result.dimensions) {
      if (dimension.count == 1) {
        dimension.stride = 0;
      }
    }
    std::ranges::sort(result.dimensions,
                      [](const Dimension& a, const Dimension& b) { return a.stride > b.stride; });
    return result;
  }

  /// Bytes from the first to one past the last, counting dimensions `from` to 2.
  [[nodiscard]] std::int64_t extent(std::size_t from = 0) const {
    std::int64_t bytes = run;
    for (std::size_t i = from; i < dimensions.size(); ++i) {
      bytes += (dimensions[i].count - 1) * dimensions[i].stride;
    }
    return bytes;
  }
};

/// Whether no two of the tensor's runs share a byte, as far as strides nested in one another can
/// tell: each must be at least the extent of all smaller ones.
inline bool runs_are_apart(const StridedBytes& tensor) {
  const StridedBytes sorted = tensor.sorted();
  for (std::size_t i = 0; i < sorted.dimensions.size(); ++i) {
    if (sorted.dimensions[i].count > 1 && sorted.dimensions[i].stride < sorted.extent(i + 1)) {
      return false;
    }
  }
  return true;
}

namespace strided_overlap {

/// Sorted tensors of which the dimensions before `a_from` and `b_from` are settled; b begins
/// `distance` bytes after a.
inline bool meet(const StridedBytes& a, std::size_t a_from, const StridedBytes& b,
                 std::size_t b_from, std::int64_t distance) {
  if (distance >= a.extent(a_from) || -distance >= b.extent(b_from)) {
    return false;
  }
  const auto outer = [](const StridedBytes& tensor, std::size_t from) {
    return from < tensor.dimensions.size() ? tensor.dimensions[from] : StridedBytes::Dimension{};
  };
  StridedBytes::Dimension of_a = outer(a, a_from);
  StridedBytes::Dimension of_b = outer(b, b_from);
  const std::int64_t stride = std::max(of_a.stride, of_b.stride);
  if (stride == 0) {
    return true;
  }
  of_a = of_a.stride == stride ? of_a : StridedBytes::Dimension{};
  of_b = of_b.stride == stride ? of_b : StridedBytes::Dimension{};
  const std::size_t a_next = a_from + (of_a.stride == stride ? 1 : 0);
  const std::size_t b_next = b_from + (of_b.stride == stride ? 1 : 0);
  if (a.extent(a_next) > stride || b.extent(b_next) > stride) {
    return true;
  }
  // Within one period of the stride both fit, so that only neighbouring periods can meet.
  const std::int64_t period = distance / stride - (distance % stride < 0 ? 1 : 0);
  for (const std::int64_t shift : {period, period + 1}) {
    if (shift < of_a.count && -shift < of_b.count &&
        meet(a, a_next, b, b_next, distance - shift * stride)) {
      return true;
    }
  }
  return false;
}

}  // namespace strided_overlap

/// Whether the tensors share a byte. Exact where they have the same strides, so that parts of one
/// packed allocation are told apart; where strides differ it is true as soon as ranges cross.
inline bool overlap(const StridedBytes& one, const StridedBytes& other) {
  if (one.run == 0 || other.run == 0) {
    return false;
  }
  return strided_overlap::meet(one.sorted(), 0, other.sorted(), 0,
                               static_cast<std::int64_t>(other.address - one.address));
}

/// The same elements at the same places: the one overlap an in-place launch may have.
inline bool exactly_in_place(const StridedBytes& output, const StridedBytes& input) {
  const auto same = [](const StridedBytes::Dimension& a, const StridedBytes::Dimension& b) {
    return a.count == b.count && (a.count == 1 || a.stride == b.stride);
  };
  return output.address == input.address && output.run == input.run &&
         std::equal(output.dimensions.begin(), output.dimensions.end(), input.dimensions.begin(),
                    same);
}

}  // namespace kgate
