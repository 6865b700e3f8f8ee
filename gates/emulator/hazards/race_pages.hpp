// SPDX-License-Identifier: MIT
// Shadow of global memory for the check of races, a page at a time, in blocks and in dwords.
//
// Most memory is accessed by lanes one after the other. As long as whole blocks are, one cell
// stands for all dwords of a block: 24 bytes of shadow for 64 of memory. The first access to a part
// of a block gives its dwords cells of their own.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "gates/emulator/hazards/race_cell.hpp"

namespace kgate::emulator {

class ShadowPage {
 public:
  static constexpr std::uint64_t kSize = 4096;  ///< bytes of memory
  static constexpr std::uint64_t kBlock = 64;

  /// Threads of several workgroups use the page at the same time.
  void lock();
  void unlock() { busy_.store(false, std::memory_order_release); }

  /// The cell of a block, with stamps of blocks; null if its dwords have cells of their own.
  Cell* block(std::uint64_t address) {
    const unsigned number = address % kSize / kBlock;
    return (split_ >> number & 1U) == 0 ? &blocks_[number] : nullptr;
  }
  /// The cell of a dword, whose block is split into cells if it was not.
  Cell& dword(std::uint64_t address) {
    if (block(address) != nullptr) split(address);
    return (*dwords_)[address % kSize / 4];
  }

  /// Nothing was accessed yet.
  void clear();
  [[nodiscard]] bool has_dwords() const { return dwords_ != nullptr; }
  void drop_dwords() { dwords_.reset(); }

 private:
  void split(std::uint64_t address);

  std::array<Cell, kSize / kBlock> blocks_{};
  std::uint64_t split_ = 0;                              ///< blocks, one bit each
  std::unique_ptr<std::array<Cell, kSize / 4>> dwords_;  ///< valid where the block is split
  std::atomic<bool> busy_{false};
};

/// The pages of one launch. Their memory is used again by the next one.
class GlobalCells {
 public:
  GlobalCells() = default;
  GlobalCells(const GlobalCells&) = delete;
  GlobalCells& operator=(const GlobalCells&) = delete;
  GlobalCells(GlobalCells&&) = delete;
  GlobalCells& operator=(GlobalCells&&) = delete;
  ~GlobalCells();

  /// The page, made when first asked for; it stays until the launch ends.
  ShadowPage* page(std::uint64_t number);

 private:
  std::mutex mutex_;
  std::unordered_map<std::uint64_t, std::unique_ptr<ShadowPage>> pages_;
};

}  // namespace kgate::emulator
