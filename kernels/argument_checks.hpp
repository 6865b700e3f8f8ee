// SPDX-License-Identifier: MIT
// What the argument checks of all kernel families share: sizes, pointers, overlap of strided
// tensors.
#pragma once

#include <fmt/format.h>  // core.h alone leaves vformat_to to the library, where clang mangles it otherwise

#include <cstdint>
#include <limits>
#include <string_view>
#include <utility>

#include "kernels/data_type.hpp"
#include "kernels/status.hpp"

namespace kgate {

/// The bytes of a tensor of `rows` rows of `row_bytes`, the first at `address`, one every
/// `stride_bytes`.
struct TensorBytes {
  std::string_view name;
  std::uintptr_t address = 0;
  std::int64_t rows = 0;
  std::int64_t stride_bytes = 0;
  std::int64_t row_bytes = 0;
};

template <class... Values>
Status invalid_argument(fmt::format_string<Values...> format, Values&&... values) {
  return Status::error(StatusCode::invalid_argument, format, std::forward<Values>(values)...);
}

/// A pointer must be set and aligned to its element.
inline Status check_pointer(std::string_view name, const void* pointer, DataType type) {
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  if (pointer == nullptr) {
    return invalid_argument("{} is null; it must point to {} elements", name, kgate::name(type));
  }
  if (address % size_of(type) != 0) {
    return invalid_argument("{} is at {:#x}; it must be aligned to its {} elements, {} bytes", name,
                            address, kgate::name(type), size_of(type));
  }
  return {};
}

/// A row stride, in elements, must hold a row, and the whole tensor must fit 63-bit byte offsets.
inline Status check_stride(std::string_view name, std::int64_t stride, std::int64_t row_elements,
                           std::int64_t rows, DataType type) {
  if (stride < row_elements) {
    return invalid_argument("{} is {}; it must be at least the row length, {}", name, stride,
                            row_elements);
  }
  const std::int64_t most =
      std::numeric_limits<std::int64_t>::max() / static_cast<std::int64_t>(size_of(type));
  if (rows > 1 && stride > (most - row_elements) / (rows - 1)) {
    return invalid_argument("{} is {}; {} rows of it exceed a 63-bit byte offset", name, stride,
                            rows);
  }
  return {};
}

/// Whether the tensors share a byte. Exact for equal strides, so that tensors interleaved in one
/// allocation (columns 0..H and H..2H of a matrix) are told apart; for different strides it is true
/// as soon as the address ranges cross.
inline bool overlap(const TensorBytes& one, const TensorBytes& other) {
  TensorBytes low = one;
  TensorBytes high = other;
  if (high.address < low.address) {
    std::swap(low, high);
  }
  if (low.rows == 0 || high.rows == 0) {
    return false;
  }
  const std::uint64_t distance = high.address - low.address;
  const auto low_extent =
      static_cast<std::uint64_t>((low.rows - 1) * low.stride_bytes + low.row_bytes);
  if (distance >= low_extent) {
    return false;
  }
  const std::int64_t stride = low.rows > 1 ? low.stride_bytes : high.stride_bytes;
  const bool one_stride = (low.rows == 1 || low.stride_bytes == stride) &&
                          (high.rows == 1 || high.stride_bytes == stride);
  if (!one_stride || low.row_bytes > stride || high.row_bytes > stride) {
    return true;
  }
  // high's first row begins in period `row` of low, `offset` bytes into it; its later rows meet
  // later rows of low in the same way.
  const auto row = static_cast<std::int64_t>(distance) / stride;
  const auto offset = static_cast<std::int64_t>(distance) % stride;
  const bool meets_row = row < low.rows && offset < low.row_bytes;
  const bool meets_next = row + 1 < low.rows && offset + high.row_bytes > stride;
  return meets_row || meets_next;
}

/// The same elements at the same places: the one overlap that an in-place launch may have.
inline bool exactly_in_place(const TensorBytes& output, const TensorBytes& input) {
  return output.address == input.address && output.row_bytes == input.row_bytes &&
         (output.rows <= 1 || output.stride_bytes == input.stride_bytes);
}

}  // namespace kgate
