// SPDX-License-Identifier: MIT
// Emulated device memory: allocations in one sparse arena, with shadow state for every byte.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <shared_mutex>
#include <string>
#include <vector>

namespace kgate::emulator {

enum class AllocationKind : std::uint8_t {
  device,    ///< fresh bytes are uninitialised
  host,      ///< pinned, managed or foreign: the host writes it unseen, so it counts as initialised
  kernarg,   ///< kernel arguments: read-only to kernels
  code,      ///< executable and constant segments of a code object: read-only to kernels
  variable,  ///< writable segments of a code object
  packet,    ///< dispatch packets and other runtime data: read-only to kernels
};

struct Allocation {
  std::uint64_t address = 0;  ///< first byte
  std::uint64_t size = 0;     ///< exact bytes; one past is out of bounds
  AllocationKind kind = AllocationKind::device;
  bool released = false;
  std::string label;  ///< for reports
  /// Kernels may not store to it.
  [[nodiscard]] bool read_only() const {
    return kind == AllocationKind::kernarg || kind == AllocationKind::code ||
           kind == AllocationKind::packet;
  }
};

/// What lies at or next to an address, for reports.
struct Neighbour {
  Allocation allocation;
  std::int64_t distance = 0;  ///< 0 inside; negative before the first byte; positive past the last
};

/// Bits of a shadow byte. The other bits are free for an owner or the last writer.
inline constexpr std::uint8_t kShadowInitialised = 1;

/// Device memory. Addresses are host addresses unless Options::first_address says otherwise, so the
/// host may read and write an allocation directly; such writes are unseen unless its kind is host.
/// Allocations never share a page and are at least 256 bytes apart; released ranges are not used
/// again before the arena is exhausted. Thread-safe, except that releasing memory while a kernel
/// uses it is the caller's race.
class Memory {
 public:
  struct Options {
    std::uint64_t reserve = std::uint64_t{1} << 40;  ///< bytes of address space, not of memory
    std::uint64_t first_address = 0;  ///< address of the arena as kernels see it; 0: the host's
    std::uint8_t poison = 0xA5;       ///< what a host copy of an uninitialised byte reads
  };

  Memory();
  explicit Memory(const Options& options);
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
  Memory(Memory&&) = delete;
  Memory& operator=(Memory&&) = delete;
  ~Memory();

  /// The address of `size` (at least 1) fresh bytes, or 0 when memory is exhausted. `alignment` is
  /// a power of two; the address is aligned to max(alignment, 256), not to more by accident.
  std::uint64_t allocate(std::uint64_t size, std::uint64_t alignment, AllocationKind kind,
                         std::string label);
  /// A part of a range that is allocated as a whole.
  struct Part {
    std::uint64_t offset = 0;  ///< from the start of the range; parts share no page
    std::uint64_t size = 0;
    AllocationKind kind = AllocationKind::device;
    std::string label;
  };
  /// The same for several allocations at fixed distances, in one step: between a search for the
  /// whole range and an allocation of its parts another thread would take the place. 0: nothing is
  /// allocated.
  std::uint64_t allocate_parts(std::uint64_t size, std::uint64_t alignment,
                               const std::vector<Part>& parts);
  /// The same at a chosen address, which only vectors and tests need; 0 if it is taken or outside.
  std::uint64_t allocate_at(std::uint64_t address, std::uint64_t size, AllocationKind kind,
                            std::string label);
  /// False unless `address` is the first byte of a live allocation.
  bool release(std::uint64_t address);

  /// The live allocation that contains the address.
  [[nodiscard]] std::optional<Allocation> find(std::uint64_t address) const;
  /// The containing allocation, released or not, else the closest one.
  [[nodiscard]] std::optional<Neighbour> nearest(std::uint64_t address) const;
  /// True for every address of the arena, allocated or not: such an address is never the caller's.
  [[nodiscard]] bool reserved(std::uint64_t address) const { return address - base_ < size_; }
  /// True if all `size` bytes are inside one live allocation.
  [[nodiscard]] bool contains(std::uint64_t address, std::uint64_t size) const;
  [[nodiscard]] std::vector<Allocation> allocations() const;

  /// Copies from the host and marks the bytes initialised. False, with nothing written, unless the
  /// range is inside one live allocation. Ignores read_only: this is the host.
  bool copy_in(std::uint64_t address, const void* source, std::uint64_t size);
  /// Copies to the host; uninitialised bytes read as poison.
  bool copy_out(void* destination, std::uint64_t address, std::uint64_t size) const;
  /// Copies inside device memory, byte states included. Ranges may overlap.
  bool copy(std::uint64_t destination, std::uint64_t source, std::uint64_t size);
  /// Repeats `pattern` (1, 2 or 4 bytes wide) and marks the bytes initialised. `size` in bytes.
  bool fill(std::uint64_t address, std::uint32_t pattern, std::uint64_t width, std::uint64_t size);
  [[nodiscard]] bool is_initialised(std::uint64_t address, std::uint64_t size) const;
  void mark_initialised(std::uint64_t address, std::uint64_t size);
  void mark_uninitialised(std::uint64_t address, std::uint64_t size);

  /// A live allocation as accesses see it. Valid while `epoch()` does not change.
  struct Region {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    bool writable = false;
    bool tracked = false;  ///< uninitialised reads are reported
  };
  [[nodiscard]] std::optional<Region> region(std::uint64_t address) const;
  /// Changes whenever a region may have become stale.
  [[nodiscard]] std::uint64_t epoch() const { return epoch_.load(std::memory_order_acquire); }

  /// Where the byte at `address` lives; the caller has checked the bounds.
  [[nodiscard]] std::byte* host(std::uint64_t address) const { return data_ + (address - base_); }
  [[nodiscard]] std::uint8_t* shadow(std::uint64_t address) const {
    return shadow_ + (address - base_);
  }
  /// Whole-range test and mark for accesses that passed the bounds check.
  [[nodiscard]] bool initialised_unchecked(std::uint64_t address, std::uint64_t size) const;
  void mark_unchecked(std::uint64_t address, std::uint64_t size);
  [[nodiscard]] std::uint8_t poison() const { return options_.poison; }

 private:
  static constexpr std::uint64_t kPage = 4096;
  bool drop(std::uint64_t address);  ///< release() under the lock
  bool commit(std::uint64_t offset, std::uint64_t size, AllocationKind kind);
  void decommit(std::uint64_t offset, std::uint64_t size);
  bool try_summarise(std::uint64_t page) const;
  void clear_summary(std::uint64_t address, std::uint64_t size);
  std::uint64_t place(std::uint64_t size, std::uint64_t alignment);
  std::uint64_t insert(std::uint64_t address, std::uint64_t size, AllocationKind kind,
                       std::string label);
  const Allocation* at(std::uint64_t address) const;

  Options options_;
  std::byte* data_ = nullptr;
  std::uint8_t* shadow_ = nullptr;           ///< one byte a byte
  std::uint8_t* all_initialised_ = nullptr;  ///< one byte a page: every byte is initialised
  std::uint64_t base_ = 0;
  std::uint64_t size_ = 0;
  std::uint64_t next_ = kPage;                       ///< first offset never used
  std::map<std::uint64_t, Allocation> allocations_;  ///< live and released, by address
  mutable std::shared_mutex mutex_;
  std::atomic<std::uint64_t> epoch_{1};
};

}  // namespace kgate::emulator
