// SPDX-License-Identifier: MIT
// Shadow of four bytes of memory: who wrote them last, and who read them since.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>

namespace kgate::emulator {

/// One access in 64 bits. Workgroups that are a multiple of 65536 apart, epochs and instructions
/// beyond 65535 are not told apart; each makes a race missed or its report vaguer, never a false
/// one.
struct Stamp {
  static constexpr std::uint64_t kOwner = ~std::uint64_t{0} << 43U;  ///< workgroup and wave
  static constexpr std::uint64_t kGroup = ~std::uint64_t{0} << 48U;
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
  [[nodiscard]] unsigned bytes() const { return bits & kBytes; }
};

/// Of the readers since the last write, the last two waves are kept. Threads of other workgroups
/// use the cells of global memory at the same time, so every access is a relaxed atomic.
struct Cell {
  std::uint64_t write = 0;
  std::uint64_t read = 0;
  std::uint64_t earlier_read = 0;  ///< by another wave than `read`
};

[[gnu::always_inline]] inline Stamp load_stamp(const std::uint64_t& from) {
  return {__atomic_load_n(&from, __ATOMIC_RELAXED)};
}
[[gnu::always_inline]] inline void store_stamp(std::uint64_t& to, Stamp stamp) {
  __atomic_store_n(&to, stamp.bits, __ATOMIC_RELAXED);
}

/// The cells of global memory for one launch, a page of them at a time.
class GlobalCells {
 public:
  static constexpr std::uint64_t kPage = 4096;  ///< bytes of memory
  using Page = std::array<Cell, kPage / 4>;

  /// The page's cells, made when first asked for; they stay until the launch ends.
  Page* page(std::uint64_t number) {
    const std::lock_guard lock(mutex_);
    std::unique_ptr<Page>& entry = pages_[number];
    if (entry == nullptr) entry = std::make_unique<Page>();
    return entry.get();
  }

 private:
  std::mutex mutex_;
  std::unordered_map<std::uint64_t, std::unique_ptr<Page>> pages_;
};

}  // namespace kgate::emulator
