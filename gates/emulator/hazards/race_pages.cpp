// SPDX-License-Identifier: MIT
// Splitting blocks into dwords, and pages that wait for the next launch.
#include "gates/emulator/hazards/race_pages.hpp"

#include <thread>
#include <utility>

namespace kgate::emulator {
namespace {

/// Pages that no launch uses. Fresh ones would cost a page fault for every 4 KiB of them, in every
/// launch; as many are kept as 32 MiB of accessed memory need.
class SparePages {
 public:
  std::unique_ptr<ShadowPage> take() {
    {
      const std::lock_guard lock(mutex_);
      if (!pages_.empty()) {
        std::unique_ptr<ShadowPage> page = std::move(pages_.back());
        pages_.pop_back();
        if (page->has_dwords()) --with_dwords_;
        return page;
      }
    }
    return std::make_unique<ShadowPage>();
  }

  void give(std::unique_ptr<ShadowPage> page) {
    const std::lock_guard lock(mutex_);
    if (pages_.size() >= kMost) return;
    page->clear();
    if (page->has_dwords()) {
      if (with_dwords_ >= kMostWithDwords) {
        page->drop_dwords();
      } else {
        ++with_dwords_;
      }
    }
    pages_.push_back(std::move(page));
  }

  /// Never destroyed: threads may still end launches while the process does.
  static SparePages& all() {
    static SparePages& pages = *new SparePages;
    return pages;
  }

 private:
  static constexpr std::size_t kMost = 8192;
  static constexpr std::size_t kMostWithDwords = 512;
  std::mutex mutex_;
  std::vector<std::unique_ptr<ShadowPage>> pages_;
  std::size_t with_dwords_ = 0;
};

}  // namespace

void ShadowPage::lock() {
  constexpr unsigned kSpins = 64;
  for (unsigned i = 0; busy_.exchange(true, std::memory_order_acquire); ++i) {
    // The holder may have lost its core.
    if (i >= kSpins) std::this_thread::yield();
  }
}

void ShadowPage::clear() {
  blocks_.fill({});
  split_ = 0;
}

void ShadowPage::split(std::uint64_t address) {
  const std::uint64_t number = address % kSize / kBlock;
  const Cell& whole = blocks_[number];
  if (dwords_ == nullptr) dwords_ = std::make_unique<std::array<Cell, kSize / 4>>();
  Cell* const cells = dwords_->data() + number * (kBlock / 4);
  for (unsigned i = 0; i < kBlock / 4; ++i) {
    cells[i] = {whole.write.of_dword(i), whole.read.of_dword(i), whole.earlier_read.of_dword(i)};
  }
  split_ |= std::uint64_t{1} << number;
}

GlobalCells::~GlobalCells() {
  for (auto& [number, page] : pages_) SparePages::all().give(std::move(page));
}

ShadowPage* GlobalCells::page(std::uint64_t number) {
  const std::lock_guard lock(mutex_);
  std::unique_ptr<ShadowPage>& entry = pages_[number];
  if (entry == nullptr) entry = SparePages::all().take();
  return entry.get();
}

}  // namespace kgate::emulator
