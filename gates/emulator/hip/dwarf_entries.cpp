// SPDX-License-Identifier: MIT
#include "gates/emulator/hip/dwarf_entries.hpp"

namespace kgate::emulator {
namespace {

// Forms that are only skipped.
constexpr std::uint64_t kString = 0x08;
constexpr std::uint64_t kBlock = 0x09;
constexpr std::uint64_t kSdata = 0x0D;
constexpr std::uint64_t kUdata = 0x0F;
constexpr std::uint64_t kReferenceUdata = 0x15;
constexpr std::uint64_t kExpression = 0x18;
constexpr std::uint64_t kFlagPresent = 0x19;
constexpr std::uint64_t kStringIndex = 0x1A;
constexpr std::uint64_t kData16 = 0x1E;
constexpr std::uint64_t kLocationIndex = 0x22;

// More of them are damage, and would be memory.
constexpr std::size_t kMostAbbreviations = 1U << 16U;

/// Bytes of the forms of fixed size; 0 for the others.
unsigned fixed_size(std::uint64_t form) {
  switch (form) {
    case 0x0B:  // data1, flag, ref1, strx1, addrx1
    case 0x0C:
    case 0x11:
    case 0x25:
    case kAddressIndex1:
      return 1;
    case 0x05:  // data2, ref2, strx2, addrx2
    case 0x12:
    case 0x26:
    case 0x2A:
      return 2;
    case 0x27:  // strx3, addrx3
    case 0x2B:
      return 3;
    case 0x06:  // data4, strp, ref_addr, ref4, sec_offset, ref_sup4, strp_sup, line_strp, strx4
    case 0x0E:
    case 0x10:
    case 0x13:
    case 0x17:
    case 0x1C:
    case 0x1D:
    case 0x1F:
    case 0x28:
    case kAddressIndex4:
      return 4;
    case kAddress:  // and data8, ref8, ref_sig8
    case 0x07:
    case 0x14:
    case 0x20:
      return 8;
    default:
      return 0;
  }
}

/// A number of 1 to 8 bytes.
std::uint64_t take_number(DwarfCursor& cursor, unsigned bytes) {
  std::uint64_t number = 0;
  for (unsigned i = 0; i < bytes; ++i) {
    number |= std::uint64_t{cursor.take<std::uint8_t>()} << (8 * i);
  }
  return number;
}

}  // namespace

std::uint64_t read_form(DwarfCursor& cursor, const Field& field) {
  if (const unsigned bytes = fixed_size(field.form); bytes != 0) return take_number(cursor, bytes);
  switch (field.form) {
    case kUdata:
    case kReferenceUdata:
    case kStringIndex:
    case kAddressIndex:
    case kLocationIndex:
    case kRangeIndex:
      return cursor.uleb();
    case kSdata:
      return static_cast<std::uint64_t>(cursor.sleb());
    case kImplicit:
      return static_cast<std::uint64_t>(field.implicit);
    case kFlagPresent:
      return 1;
    case kString:
      static_cast<void>(cursor.text());
      return 0;
    case kData16:
      cursor.skip(16);
      return 0;
    case kBlock:
    case kExpression:
      cursor.skip(cursor.uleb());
      return 0;
    default:
      cursor.skip(~std::uint64_t{0});  // unknown: the rest cannot be read
      return 0;
  }
}

std::map<std::uint64_t, Abbreviation> read_abbreviations(std::span<const std::byte> bytes) {
  std::map<std::uint64_t, Abbreviation> all;
  DwarfCursor cursor(bytes);
  while (!cursor.at_end() && all.size() < kMostAbbreviations) {
    const std::uint64_t code = cursor.uleb();
    if (code == 0) break;
    Abbreviation& one = all[code];
    one.tag = cursor.uleb();
    one.has_children = cursor.take<std::uint8_t>() != 0;
    while (!cursor.at_end()) {
      Field field;
      field.attribute = cursor.uleb();
      field.form = cursor.uleb();
      if (field.form == kImplicit) field.implicit = cursor.sleb();
      if (field.attribute == 0 && field.form == 0) break;
      one.fields.push_back(field);
    }
  }
  return all;
}

}  // namespace kgate::emulator
