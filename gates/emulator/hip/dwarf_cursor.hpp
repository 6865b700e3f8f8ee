// SPDX-License-Identifier: MIT
// Reads the encodings of DWARF 5 out of untrusted bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "gates/emulator/hip/bounded_reader.hpp"

namespace kgate::emulator {

/// Reads little-endian fields; past the end everything is 0 and `ok` is false.
class DwarfCursor {
 public:
  explicit DwarfCursor(std::span<const std::byte> bytes) : bytes_(bytes) {}
  template <class T>
  T take() {
    T value{};
    ok_ = ok_ && read_record(bytes_, at_, value);
    at_ += ok_ ? sizeof(T) : 0;
    return value;
  }
  std::uint64_t uleb() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; ok_; shift += 7) {
      const auto byte = take<std::uint8_t>();
      if (shift < 64) value |= std::uint64_t{byte & 0x7FU} << shift;
      if ((byte & 0x80U) == 0) break;
    }
    return value;
  }
  std::int64_t sleb() {
    std::uint64_t value = 0;
    unsigned shift = 0;
    std::uint8_t byte = 0x80;
    while (ok_ && (byte & 0x80U) != 0) {
      byte = take<std::uint8_t>();
      if (shift < 64) value |= std::uint64_t{byte & 0x7FU} << shift;
      shift += 7;
    }
    if (shift < 64 && (byte & 0x40U) != 0) value |= ~std::uint64_t{0} << shift;
    return static_cast<std::int64_t>(value);
  }
  /// The zero-terminated text here; what is longer than a name can be is damage, and cut.
  std::string text() {
    std::string value;
    for (char c = take<char>(); ok_ && c != '\0'; c = take<char>()) {
      if (value.size() < kLongestName) value.push_back(c);
    }
    return value;
  }
  void skip(std::uint64_t count) {
    ok_ = ok_ && count <= bytes_.size() - at_;
    if (ok_) at_ += count;
  }
  [[nodiscard]] bool ok() const { return ok_; }
  [[nodiscard]] bool at_end() const { return !ok_ || at_ >= bytes_.size(); }
  [[nodiscard]] std::uint64_t position() const { return at_; }

 private:
  static constexpr std::size_t kLongestName = 4096;
  std::span<const std::byte> bytes_;
  std::uint64_t at_ = 0;
  bool ok_ = true;
};

/// The text at an offset of a section of strings; empty outside.
[[nodiscard]] inline std::string text_at(std::span<const std::byte> section, std::uint64_t offset) {
  if (offset >= section.size()) return {};
  DwarfCursor cursor(section.subspan(offset));
  return cursor.text();
}

}  // namespace kgate::emulator
