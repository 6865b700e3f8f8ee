// SPDX-License-Identifier: MIT
// Source lines of code addresses, from DWARF 5 line tables (.debug_line) as clang -g makes them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "gates/emulator/hip/inlined_calls.hpp"

namespace kgate::emulator {

/// The sections a line table is made of; empty where the file has none.
struct LineSections {
  std::span<const std::byte> line;          ///< .debug_line
  std::span<const std::byte> line_strings;  ///< .debug_line_str
  std::span<const std::byte> strings;       ///< .debug_str
  InlinedCallSections calls;
};

/// Which line of which file each address comes from. A table that is damaged, or of another DWARF
/// version, has the lines read before the damage: reports then lack lines, and nothing else.
class LineTable {
 public:
  LineTable() = default;
  explicit LineTable(const LineSections& sections);

  /// "file.hip:12" of the virtual address, followed by the places where its function was inlined,
  /// from the inside out, or "" if it is unknown.
  [[nodiscard]] std::string find(std::uint64_t address) const;

 private:
  friend class LineProgram;
  struct Row {
    std::uint64_t address = 0;
    std::uint32_t file = 0;  ///< index into files_
    std::uint32_t line = 0;
    bool end = false;         ///< the first address after a sequence
    std::uint32_t order = 0;  ///< as the program made it: of one address the last counts
  };
  /// A line-number program, and its first entry in files_.
  struct Unit {
    std::uint64_t begin = 0;
    std::uint32_t first_file = 0;
  };
  [[nodiscard]] std::string file_of(std::uint64_t line_program, std::uint64_t index) const;

  std::vector<Row> rows_;  ///< by address
  std::vector<Unit> units_;
  InlinedCalls calls_;
  std::vector<std::string> files_;
};

}  // namespace kgate::emulator
