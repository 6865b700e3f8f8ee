// SPDX-License-Identifier: MIT
// Shadow of four bytes of memory: who wrote them last, and who read them since.
#pragma once

#include <bit>
#include <cstdint>

namespace kgate::emulator {

/// One access in 64 bits. Workgroups that are a multiple of 65536 apart, epochs and instructions
/// beyond 65535 are not told apart; each makes a race missed or its report vaguer, never a false
/// one.
struct Stamp {
  static constexpr std::uint64_t kOwner = ~std::uint64_t{0} << 43U;  ///< workgroup and wave
  static constexpr std::uint64_t kGroup = ~std::uint64_t{0} << 48U;
  static constexpr std::uint64_t kLane = 63U << 5U;
  static constexpr std::uint64_t kBytes = 15;
  static constexpr std::uint64_t kAtomic = 16;
  std::uint64_t bits = 0;  ///< 0: none

  [[nodiscard]] static std::uint64_t owner(std::uint64_t group, unsigned wave) {
    return (group & 0xFFFFU) << 48U | std::uint64_t{wave} << 43U;
  }
  [[nodiscard]] static Stamp make(std::uint64_t owner, std::uint32_t epoch,
                                  std::uint64_t instruction, unsigned lane, bool atomic,
                                  unsigned bytes) {
    const std::uint64_t shown = instruction < 0xFFFFU ? instruction : 0xFFFFU;
    return {owner | std::uint64_t{epoch & 0xFFFFU} << 27U | shown << 11U |
            std::uint64_t{lane & 63U} << 5U | (atomic ? kAtomic : 0U) | bytes};
  }
  [[nodiscard]] bool exists() const { return bits != 0; }
  [[nodiscard]] std::uint32_t group() const { return static_cast<std::uint32_t>(bits >> 48U); }
  [[nodiscard]] unsigned wave() const { return (bits >> 43U) & 31U; }
  [[nodiscard]] std::uint32_t epoch() const { return (bits >> 27U) & 0xFFFFU; }
  [[nodiscard]] std::uint32_t instruction() const { return (bits >> 11U) & 0xFFFFU; }
  [[nodiscard]] unsigned lane() const { return (bits >> 5U) & 63U; }
  [[nodiscard]] bool atomic() const { return (bits & kAtomic) != 0; }
  /// Which of the four bytes, one bit each.
  [[nodiscard]] unsigned bytes() const { return bits & kBytes; }
  [[nodiscard]] bool same_owner(Stamp other) const { return ((bits ^ other.bits) & kOwner) == 0; }
  /// Accesses of one wave by one instruction that no barrier separates.
  [[nodiscard]] bool same_instruction(Stamp other) const {
    return ((bits ^ other.bits) & ~(kLane | kBytes)) == 0;
  }

  /// The stamp of a block whose bytes lanes of one instruction accessed one after the other, `size`
  /// (a power of two) each, from `lane` on. Its bytes() mean the size instead.
  [[nodiscard]] Stamp of_block(unsigned lane, unsigned size) const {
    return {(bits & ~(kLane | kBytes)) | std::uint64_t{lane & 63U} << 5U |
            (static_cast<unsigned>(std::countr_zero(size)) + 1U)};
  }
  /// That of the block's dword number `dword`, where the stamp is one of a block. Of lanes that
  /// share the dword it names the last.
  [[nodiscard]] Stamp of_dword(unsigned dword) const {
    if (!exists()) return {};
    const std::uint64_t ahead = (4U * dword + 3U) >> (bytes() - 1U);
    return {((bits & ~(kLane | kBytes)) | ((lane() + ahead) & 63U) << 5U) | kBytes};
  }
};

/// Of the readers since the last write, the last two waves are kept.
struct Cell {
  Stamp write;
  Stamp read;
  Stamp earlier_read;  ///< by another wave than `read`
};

}  // namespace kgate::emulator
