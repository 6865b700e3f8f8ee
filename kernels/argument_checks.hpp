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

/// The status with the kernel's name before its message.
inline Status in_kernel(std::string_view kernel, const Status& status) {
  return status ? Status() : Status::error(status.code(), "{}: {}", kernel, status.message());
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

}  // namespace kgate
