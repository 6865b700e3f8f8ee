// SPDX-License-Identifier: MIT
// Runs the line-number programs of .debug_line (DWARF 5, section 6.2).
#include "gates/emulator/hip/line_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <tuple>

#include "gates/emulator/hip/bounded_reader.hpp"
#include "gates/emulator/hip/dwarf_cursor.hpp"

namespace kgate::emulator {
namespace {

// Names of DWARF 5, sections 7.5.6, 7.22.
enum Form : std::uint64_t {
  kData2 = 0x05,
  kString = 0x08,
  kUdata = 0x0F,
  kStrp = 0x0E,
  kData16 = 0x1E,
  kLineStrp = 0x1F
};
enum Content : std::uint64_t { kPath = 1, kDirectoryIndex = 2 };
enum Standard : std::uint8_t {
  kExtended = 0,
  kCopy = 1,
  kAdvancePc = 2,
  kAdvanceLine = 3,
  kSetFile = 4,
  kConstAddPc = 8,
  kFixedAdvancePc = 9
};
enum Extended : std::uint8_t { kEndSequence = 1, kSetAddress = 2 };
// More of them are damage, and would be memory.
constexpr std::uint64_t kMostRows = 1U << 22U;
constexpr std::uint64_t kMostNames = 1U << 16U;

}  // namespace

/// One unit of .debug_line.
class LineProgram {
 public:
  LineProgram(const LineSections& sections, std::uint64_t begin, std::uint64_t length,
              LineTable& table)
      : sections_(sections), cursor_(sections.line.subspan(begin, length)), table_(table) {}

  void run() {
    if (!read_header()) return;
    while (!cursor_.at_end() && table_.rows_.size() < kMostRows) step();
  }

 private:
  bool read_header() {
    const auto version = cursor_.take<std::uint16_t>();
    const auto address_size = cursor_.take<std::uint8_t>();
    static_cast<void>(cursor_.take<std::uint8_t>());  // segment selector size
    const auto length = cursor_.take<std::uint32_t>();
    const std::uint64_t program = cursor_.position() + length;
    minimum_length_ = cursor_.take<std::uint8_t>();
    static_cast<void>(cursor_.take<std::uint8_t>());  // operations of a VLIW instruction
    static_cast<void>(cursor_.take<std::uint8_t>());  // default of is_stmt
    line_base_ = cursor_.take<std::int8_t>();
    line_range_ = cursor_.take<std::uint8_t>();
    opcode_base_ = cursor_.take<std::uint8_t>();
    if (!cursor_.ok() || version != 5 || address_size != 8 || line_range_ == 0) return false;
    for (unsigned i = 1; i < opcode_base_; ++i) lengths_.at(i) = cursor_.take<std::uint8_t>();
    const std::vector<std::string> directories = read_names({});
    first_file_ = static_cast<std::uint32_t>(table_.files_.size());
    for (std::string& name : read_names(directories)) table_.files_.push_back(std::move(name));
    if (!cursor_.ok() || cursor_.position() > program) return false;
    cursor_.skip(program - cursor_.position());
    return cursor_.ok();
  }

  /// A directory or file list: paths, files with their directory in front.
  std::vector<std::string> read_names(const std::vector<std::string>& directories) {
    std::vector<std::array<std::uint64_t, 2>> format(cursor_.take<std::uint8_t>());
    for (auto& [content, form] : format) {
      content = cursor_.uleb();
      form = cursor_.uleb();
    }
    const std::uint64_t count = cursor_.uleb();
    std::vector<std::string> names;
    for (std::uint64_t i = 0; i < count && i < kMostNames && cursor_.ok() && !format.empty(); ++i) {
      std::string path;
      std::uint64_t directory = 0;
      for (const auto& [content, form] : format) {
        std::string text;
        const std::uint64_t number = read_form(form, text);
        if (content == kPath) path = text;
        if (content == kDirectoryIndex) directory = number;
      }
      const bool relative = !path.empty() && path.front() != '/';
      if (relative && directory != 0 && directory < directories.size()) {
        path = directories[directory] + "/" + path;
      }
      names.push_back(std::move(path));
    }
    return names;
  }

  std::uint64_t read_form(std::uint64_t form, std::string& text) {
    switch (form) {
      case kString:
        text = cursor_.text();
        return 0;
      case kLineStrp:
        text = text_at(sections_.line_strings, cursor_.take<std::uint32_t>());
        return 0;
      case kStrp:
        text = text_at(sections_.strings, cursor_.take<std::uint32_t>());
        return 0;
      case kUdata:
        return cursor_.uleb();
      case kData2:
        return cursor_.take<std::uint16_t>();
      case kData16:
        cursor_.skip(16);
        return 0;
      default:
        cursor_.skip(~std::uint64_t{0});  // unknown: the rest cannot be read
        return 0;
    }
  }

  void advance(std::uint64_t operations) { address_ += minimum_length_ * operations; }
  void emit(bool end) {
    table_.rows_.push_back({address_, first_file_ + static_cast<std::uint32_t>(file_),
                            static_cast<std::uint32_t>(line_), end,
                            static_cast<std::uint32_t>(table_.rows_.size())});
  }

  void step() {
    const auto opcode = cursor_.take<std::uint8_t>();
    if (opcode >= opcode_base_) {
      const unsigned adjusted = unsigned{opcode} - opcode_base_;
      advance(adjusted / line_range_);
      line_ += line_base_ + static_cast<std::int64_t>(adjusted % line_range_);
      return emit(false);
    }
    switch (opcode) {
      case kExtended:
        return extended();
      case kCopy:
        return emit(false);
      case kAdvancePc:
        return advance(cursor_.uleb());
      case kAdvanceLine:
        line_ += cursor_.sleb();
        return;
      case kSetFile:
        file_ = cursor_.uleb();
        return;
      case kConstAddPc:
        return advance((255U - opcode_base_) / line_range_);
      case kFixedAdvancePc:
        address_ += cursor_.take<std::uint16_t>();
        return;
      default:
        for (unsigned i = 0; i < lengths_.at(opcode); ++i) static_cast<void>(cursor_.uleb());
    }
  }

  void extended() {
    const std::uint64_t length = cursor_.uleb();
    if (length == 0) return;
    const auto opcode = cursor_.take<std::uint8_t>();
    if (opcode == kEndSequence) {
      emit(true);
      address_ = 0;
      file_ = 1;
      line_ = 1;
    } else if (opcode == kSetAddress && length == 9) {
      address_ = cursor_.take<std::uint64_t>();
    } else {
      cursor_.skip(length - 1);
    }
  }

  const LineSections& sections_;
  DwarfCursor cursor_;
  LineTable& table_;
  std::array<std::uint8_t, 256> lengths_{};  ///< operands of standard opcodes
  std::uint8_t minimum_length_ = 1;
  std::int8_t line_base_ = 0;
  std::uint8_t line_range_ = 1;
  std::uint8_t opcode_base_ = 1;
  std::uint32_t first_file_ = 0;
  std::uint64_t address_ = 0;
  std::uint64_t file_ = 1;
  std::int64_t line_ = 1;
};

LineTable::LineTable(const LineSections& sections) : calls_(sections.calls) {
  std::uint64_t at = 0;
  std::uint32_t length = 0;
  while (read_record(sections.line, at, length)) {
    at += sizeof(length);
    if (!in_range(at, length, sections.line.size())) break;
    units_.push_back({at - sizeof(length), static_cast<std::uint32_t>(files_.size())});
    LineProgram(sections, at, length, *this).run();
    at += length;
  }
  std::sort(rows_.begin(), rows_.end(), [](const Row& a, const Row& b) {
    return std::tuple(a.address, !a.end, a.order) < std::tuple(b.address, !b.end, b.order);
  });
}

std::string LineTable::find(std::uint64_t address) const {
  const auto after =
      std::upper_bound(rows_.begin(), rows_.end(), address,
                       [](std::uint64_t wanted, const Row& row) { return wanted < row.address; });
  if (after == rows_.begin()) return {};
  const Row& row = *std::prev(after);
  if (row.end || row.line == 0 || row.file >= files_.size()) return {};
  std::string place = fmt::format("{}:{}", files_[row.file], row.line);
  const char* separator = ", inlined at ";
  for (const InlinedCall& call : calls_.find(address)) {
    const std::string file = file_of(call.line_program, call.file);
    if (file.empty()) continue;
    place += fmt::format("{}{}:{}", separator, file, call.line);
    separator = ", ";
  }
  return place;
}

std::string LineTable::file_of(std::uint64_t line_program, std::uint64_t index) const {
  const auto unit = std::find_if(units_.begin(), units_.end(), [&](const Unit& candidate) {
    return candidate.begin == line_program;
  });
  if (unit == units_.end()) return {};
  const std::uint64_t end =
      std::next(unit) == units_.end() ? files_.size() : std::next(unit)->first_file;
  return index < end - unit->first_file ? files_[unit->first_file + index] : std::string();
}

}  // namespace kgate::emulator
