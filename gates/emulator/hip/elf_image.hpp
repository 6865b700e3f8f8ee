// SPDX-License-Identifier: MIT
// An AMDGPU ELF file taken apart: every field is checked before anything uses it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "gates/emulator/hip/line_table.hpp"
#include "kernels/status.hpp"

namespace kgate::emulator {

inline constexpr std::uint64_t kElfPage = 4096;

/// A PT_LOAD segment.
struct ElfSegment {
  std::uint64_t address = 0;      ///< virtual address of the first byte
  std::uint64_t memory_size = 0;  ///< bytes; what the file lacks is zero
  std::span<const std::byte> bytes;
  bool writable = false;
  bool executable = false;
};

struct ElfSymbol {
  std::string_view name;
  std::uint64_t value = 0;
  std::uint64_t size = 0;
  bool function = false;
  bool object = false;
  bool defined = false;
};

struct ElfRelocation {
  std::uint64_t offset = 0;  ///< virtual address of the eight bytes it sets
  std::uint32_t type = 0;
  std::uint32_t symbol = 0;  ///< index into dynamic_symbols
  std::int64_t addend = 0;
};

inline constexpr std::uint32_t kRelocationAbsolute64 = 3;
inline constexpr std::uint32_t kRelocationRelative64 = 13;

/// A checked file. All views point into the bytes that were parsed.
struct ElfImage {
  std::uint32_t flags = 0;
  unsigned abi_version = 0;
  std::vector<ElfSegment> segments;  ///< ascending; no two share a page
  std::vector<ElfSymbol> dynamic_symbols;
  std::vector<ElfSymbol> local_symbols;  ///< .symtab, for names in reports; may be empty
  std::vector<ElfRelocation> relocations;
  LineSections lines;                   ///< empty without -g
  std::span<const std::byte> metadata;  ///< MessagePack of the AMDGPU note
  std::uint64_t memory_end = 0;         ///< one past the last virtual address

  /// The segment that holds all of [address, address + size), or null.
  [[nodiscard]] const ElfSegment* segment_of(std::uint64_t address, std::uint64_t size) const;
};

/// Takes `file` apart. @return `invalid_argument` naming the field, its value and what it must be.
Status parse_elf(std::span<const std::byte> file, ElfImage& image);

/// Bytes of the file that starts at `image`, from its headers alone, reading no more than
/// `readable` bytes. For callers that are given a pointer and no size.
Status elf_extent(std::span<const std::byte> readable, std::uint64_t& size);

}  // namespace kgate::emulator
