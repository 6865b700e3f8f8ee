// SPDX-License-Identifier: MIT
// Where inlined functions were called, from the entries of DWARF 5 (.debug_info) as clang -g makes
// them: `__syncthreads` is a line of a header to the line table, and of the kernel here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace kgate::emulator {

/// The sections that calls are read from; empty where the file has none.
struct InlinedCallSections {
  std::span<const std::byte> entries;        ///< .debug_info
  std::span<const std::byte> abbreviations;  ///< .debug_abbrev
  std::span<const std::byte> addresses;      ///< .debug_addr
  std::span<const std::byte> ranges;         ///< .debug_rnglists
};

/// One call whose function was put in its place.
struct InlinedCall {
  std::uint64_t line_program = 0;  ///< offset in .debug_line of the unit that numbers the files
  std::uint64_t file = 0;
  std::uint64_t line = 0;
};

/// The inlined calls of a code object. Damaged entries end the reading of their unit: reports then
/// lack calls, and nothing else.
class InlinedCalls {
 public:
  InlinedCalls() = default;
  explicit InlinedCalls(const InlinedCallSections& sections);

  /// The calls that put the instruction at a virtual address where it is, innermost first.
  [[nodiscard]] std::vector<InlinedCall> find(std::uint64_t address) const;

 private:
  friend class EntryReader;
  /// Code of one call; a call has several where its code is in pieces.
  struct Piece {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    std::uint32_t depth = 0;  ///< in the tree of entries
    InlinedCall call;
  };
  std::vector<Piece> pieces_;
};

}  // namespace kgate::emulator
