// SPDX-License-Identifier: MIT
// Walks the entries of .debug_info (DWARF 5, chapter 7).
#include "gates/emulator/hip/inlined_calls.hpp"

#include <algorithm>
#include <map>

#include "gates/emulator/hip/dwarf_entries.hpp"

namespace kgate::emulator {
namespace {

// Names of DWARF 5, sections 7.5.3 to 7.5.6 and 7.25.
constexpr std::uint8_t kCompileUnit = 1;
constexpr std::uint64_t kInlinedSubroutine = 0x1D;
enum Attribute : std::uint64_t {
  kLineProgram = 0x10,
  kLowPc = 0x11,
  kHighPc = 0x12,
  kRanges = 0x55,
  kCallFile = 0x58,
  kCallLine = 0x59,
  kAddressBase = 0x73,
  kRangesBase = 0x74
};
enum RangeEntry : std::uint8_t {
  kEnd = 0,
  kBaseIndex = 1,
  kIndexIndex = 2,
  kIndexLength = 3,
  kOffsets = 4,
  kBase = 5,
  kStartEnd = 6,
  kStartLength = 7
};
// More of them are damage, and would be memory.
constexpr std::size_t kMostPieces = 1U << 20U;

struct Value {
  std::uint64_t form = 0;  ///< 0: the entry has no such attribute
  std::uint64_t number = 0;
};
using Values = std::map<std::uint64_t, Value>;

Value value_of(const Values& values, std::uint64_t attribute) {
  const auto found = values.find(attribute);
  return found == values.end() ? Value{} : found->second;
}

}  // namespace

/// Reads one unit of .debug_info.
class EntryReader {
 public:
  EntryReader(const InlinedCallSections& sections, std::span<const std::byte> unit,
              std::vector<InlinedCalls::Piece>& pieces)
      : sections_(sections), cursor_(unit), pieces_(pieces) {}

  void run() {
    const auto version = cursor_.take<std::uint16_t>();
    const auto type = cursor_.take<std::uint8_t>();
    const auto address_size = cursor_.take<std::uint8_t>();
    const auto abbreviations = cursor_.take<std::uint32_t>();
    if (!cursor_.ok() || version != 5 || type != kCompileUnit || address_size != 8 ||
        abbreviations > sections_.abbreviations.size()) {
      return;
    }
    const auto known = read_abbreviations(sections_.abbreviations.subspan(abbreviations));
    std::uint32_t depth = 0;
    while (!cursor_.at_end() && pieces_.size() < kMostPieces) {
      const std::uint64_t code = cursor_.uleb();
      if (code == 0) {
        if (depth-- <= 1) return;
        continue;
      }
      const auto abbreviation = known.find(code);
      if (abbreviation == known.end()) return;
      Values values;
      for (const Field& field : abbreviation->second.fields) {
        values[field.attribute] = {field.form, read_form(cursor_, field)};
      }
      if (!cursor_.ok()) return;
      if (depth == 0) start_unit(values);
      if (abbreviation->second.tag == kInlinedSubroutine) add_call(values, depth);
      depth += abbreviation->second.has_children ? 1 : 0;
      if (depth == 0) return;
    }
  }

 private:
  void start_unit(const Values& values) {
    address_base_ = value_of(values, kAddressBase).number;
    ranges_base_ = value_of(values, kRangesBase).number;
    call_.line_program = value_of(values, kLineProgram).number;
    low_pc_ = address_of(value_of(values, kLowPc));
  }

  void add_call(const Values& values, std::uint32_t depth) {
    depth_ = depth;
    call_.file = value_of(values, kCallFile).number;
    call_.line = value_of(values, kCallLine).number;
    if (const Value ranges = value_of(values, kRanges); ranges.form != 0) {
      add_ranges(ranges);
      return;
    }
    const std::uint64_t begin = address_of(value_of(values, kLowPc));
    const Value high = value_of(values, kHighPc);
    add_piece(begin, high.form == kAddress ? high.number : begin + high.number);
  }

  void add_piece(std::uint64_t begin, std::uint64_t end) {
    if (begin < end) pieces_.push_back({begin, end, depth_, call_});
  }

  std::uint64_t indexed_address(std::uint64_t index) const {
    std::uint64_t address = 0;
    if (index > sections_.addresses.size() ||
        !read_record(sections_.addresses, address_base_ + 8 * index, address)) {
      return 0;
    }
    return address;
  }
  std::uint64_t address_of(const Value& value) const {
    const bool indexed = value.form == kAddressIndex ||
                         (value.form >= kAddressIndex1 && value.form <= kAddressIndex4);
    return indexed ? indexed_address(value.number) : value.number;
  }

  void add_ranges(const Value& ranges) {
    std::uint64_t at = ranges.number;
    if (ranges.form == kRangeIndex) {
      std::uint32_t offset = 0;
      if (ranges.number > sections_.ranges.size() ||
          !read_record(sections_.ranges, ranges_base_ + 4 * ranges.number, offset)) {
        return;
      }
      at = ranges_base_ + offset;
    }
    if (at >= sections_.ranges.size()) return;
    DwarfCursor cursor(sections_.ranges.subspan(at));
    std::uint64_t base = low_pc_;
    while (!cursor.at_end() && pieces_.size() < kMostPieces) {
      const auto kind = cursor.take<std::uint8_t>();
      if (kind == kEnd || kind > kStartLength) return;
      if (kind == kBaseIndex) {
        base = indexed_address(cursor.uleb());
      } else if (kind == kBase) {
        base = cursor.take<std::uint64_t>();
      } else {
        add_range(cursor, kind, base);
      }
    }
  }

  void add_range(DwarfCursor& cursor, std::uint8_t kind, std::uint64_t base) {
    const bool direct = kind == kStartEnd || kind == kStartLength;
    std::uint64_t begin = direct ? cursor.take<std::uint64_t>() : cursor.uleb();
    std::uint64_t end = kind == kStartEnd ? cursor.take<std::uint64_t>() : cursor.uleb();
    if (kind == kOffsets) begin += base;
    if (kind == kIndexIndex || kind == kIndexLength) begin = indexed_address(begin);
    if (kind == kOffsets) end += base;
    if (kind == kIndexIndex) end = indexed_address(end);
    if (kind == kIndexLength || kind == kStartLength) end += begin;
    if (cursor.ok()) add_piece(begin, end);
  }

  const InlinedCallSections& sections_;
  DwarfCursor cursor_;
  std::vector<InlinedCalls::Piece>& pieces_;
  std::uint64_t address_base_ = 0;
  std::uint64_t ranges_base_ = 0;
  std::uint64_t low_pc_ = 0;
  std::uint32_t depth_ = 0;
  InlinedCall call_;
};

InlinedCalls::InlinedCalls(const InlinedCallSections& sections) {
  std::uint64_t at = 0;
  std::uint32_t length = 0;
  while (read_record(sections.entries, at, length)) {
    at += sizeof(length);
    if (!in_range(at, length, sections.entries.size())) break;
    EntryReader(sections, sections.entries.subspan(at, length), pieces_).run();
    at += length;
  }
  std::sort(pieces_.begin(), pieces_.end(),
            [](const Piece& a, const Piece& b) { return a.depth > b.depth; });
}

std::vector<InlinedCall> InlinedCalls::find(std::uint64_t address) const {
  std::vector<InlinedCall> calls;
  for (const Piece& piece : pieces_) {
    if (piece.begin <= address && address < piece.end) calls.push_back(piece.call);
  }
  return calls;
}

}  // namespace kgate::emulator
