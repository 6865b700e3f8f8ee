// SPDX-License-Identifier: MIT
// Attributes of DWARF 5 entries: their abbreviations, and the forms of their values.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "gates/emulator/hip/dwarf_cursor.hpp"

namespace kgate::emulator {

/// Forms that a reader of entries has to know (DWARF 5, section 7.5.6).
enum Form : std::uint64_t {
  kAddress = 0x01,
  kAddressIndex = 0x1B,
  kImplicit = 0x21,
  kRangeIndex = 0x23,
  kAddressIndex1 = 0x29,
  kAddressIndex4 = 0x2C
};

/// One attribute of an abbreviation.
struct Field {
  std::uint64_t attribute = 0;
  std::uint64_t form = 0;
  std::int64_t implicit = 0;  ///< the value, where the form is kImplicit
};

/// What entries of one code look like.
struct Abbreviation {
  std::uint64_t tag = 0;
  bool has_children = false;
  std::vector<Field> fields;
};

/// The abbreviations at the beginning of `bytes`, by code.
[[nodiscard]] std::map<std::uint64_t, Abbreviation> read_abbreviations(
    std::span<const std::byte> bytes);

/// The number at the cursor, or an index or offset; 0 for texts and blocks, which are skipped. An
/// unknown form ends the cursor.
std::uint64_t read_form(DwarfCursor& cursor, const Field& field);

}  // namespace kgate::emulator
