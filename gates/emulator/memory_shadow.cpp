// SPDX-License-Identifier: MIT
// Which bytes of emulated memory were ever written: one shadow byte a byte, one summary byte a
// page.
#include <cstring>

#include "gates/emulator/memory.hpp"

namespace kgate::emulator {
namespace {

// Threads of several workgroups touch neighbouring shadow bytes; a summary byte only ever goes from
// 0 to 1 while kernels run, so relaxed order suffices.
bool load_flag(const std::uint8_t& flag) { return __atomic_load_n(&flag, __ATOMIC_RELAXED) != 0; }
void store_flag(std::uint8_t& flag, bool value) {
  __atomic_store_n(&flag, static_cast<std::uint8_t>(value ? 1 : 0), __ATOMIC_RELAXED);
}

bool all_set(const std::uint8_t* shadow, std::uint64_t size) {
  constexpr std::uint64_t kEach = 0x0101010101010101U * kShadowInitialised;
  std::uint64_t i = 0;
  for (; i + 8 <= size; i += 8) {
    std::uint64_t eight = 0;
    std::memcpy(&eight, shadow + i, 8);
    if ((eight & kEach) != kEach) return false;
  }
  for (; i < size; ++i) {
    if ((shadow[i] & kShadowInitialised) == 0) return false;
  }
  return true;
}

}  // namespace

bool Memory::try_summarise(std::uint64_t page) const {
  const std::uint8_t* shadow = shadow_ + page * kPage;
  // Most pages that are not complete miss their first or last byte: look there before scanning.
  if (shadow[0] == 0 || shadow[kPage - 1] == 0 || !all_set(shadow, kPage)) return false;
  store_flag(all_initialised_[page], true);
  return true;
}

bool Memory::initialised_unchecked(std::uint64_t address, std::uint64_t size) const {
  std::uint64_t offset = address - base_;
  const std::uint64_t end = offset + size;
  while (offset < end) {
    const std::uint64_t page = offset / kPage;
    const std::uint64_t stop = end < (page + 1) * kPage ? end : (page + 1) * kPage;
    if (!load_flag(all_initialised_[page])) {
      if (!all_set(shadow_ + offset, stop - offset)) return false;
      try_summarise(page);
    }
    offset = stop;
  }
  return true;
}

void Memory::mark_unchecked(std::uint64_t address, std::uint64_t size) {
  std::uint64_t offset = address - base_;
  const std::uint64_t end = offset + size;
  while (offset < end) {
    const std::uint64_t page = offset / kPage;
    const std::uint64_t stop = end < (page + 1) * kPage ? end : (page + 1) * kPage;
    if (!load_flag(all_initialised_[page])) {
      if (stop - offset == kPage) {
        // A whole page needs no shadow page of its own: copying gigabytes in touches none.
        store_flag(all_initialised_[page], true);
      } else {
        std::memset(shadow_ + offset, kShadowInitialised, stop - offset);
      }
    }
    offset = stop;
  }
}

void Memory::clear_summary(std::uint64_t address, std::uint64_t size) {
  const std::uint64_t first = (address - base_) / kPage;
  const std::uint64_t last = (address - base_ + size - 1) / kPage;
  for (std::uint64_t page = first; page <= last; ++page) {
    if (!load_flag(all_initialised_[page])) continue;
    std::memset(shadow_ + page * kPage, kShadowInitialised, kPage);
    store_flag(all_initialised_[page], false);
  }
}

bool Memory::is_initialised(std::uint64_t address, std::uint64_t size) const {
  return contains(address, size) && initialised_unchecked(address, size);
}

void Memory::mark_initialised(std::uint64_t address, std::uint64_t size) {
  if (size != 0 && contains(address, size)) mark_unchecked(address, size);
}

void Memory::mark_uninitialised(std::uint64_t address, std::uint64_t size) {
  if (size == 0 || !contains(address, size)) return;
  clear_summary(address, size);
  std::memset(shadow(address), 0, size);
}

}  // namespace kgate::emulator
