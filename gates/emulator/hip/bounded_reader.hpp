// SPDX-License-Identifier: MIT
// Reads fixed-layout records out of untrusted bytes without ever leaving them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>

namespace kgate::emulator {

/// True if [offset, offset + size) lies inside `total` bytes; no sum can overflow.
[[nodiscard]] constexpr bool in_range(std::uint64_t offset, std::uint64_t size,
                                      std::uint64_t total) {
  return offset <= total && size <= total - offset;
}

/// The record at `offset`, copied so that its alignment does not matter; false if it does not fit.
template <class Record>
[[nodiscard]] bool read_record(std::span<const std::byte> bytes, std::uint64_t offset,
                               Record& record) {
  static_assert(std::is_trivially_copyable_v<Record>);
  if (!in_range(offset, sizeof(Record), bytes.size())) {
    return false;
  }
  std::memcpy(&record, bytes.data() + offset, sizeof(Record));
  return true;
}

}  // namespace kgate::emulator
