// SPDX-License-Identifier: MIT
// The one place where emulated code touches memory: bounds, alignment, initialised bytes, faults.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "gates/emulator/wave.hpp"

namespace kgate::emulator {

enum class Access : std::uint8_t { load, store, atomic };

/// "read", "write" or "atomic", as reports say it.
[[nodiscard]] std::string_view verb(Access access);

/// Byte addresses of the lanes of one instruction: device addresses, or offsets into LDS or
/// scratch.
struct LaneAddresses {
  alignas(64) std::array<std::uint64_t, 64> lane;
};

/// Checks one lane's access to device memory of `size` bytes and returns where it lives; raises the
/// fault otherwise. Stores and atomics mark the bytes initialised. `lane` -1: a scalar access.
std::byte* global_lane(Wave& wave, std::uint64_t address, unsigned size, Access access, int lane);
/// The same for an offset into the workgroup's LDS.
std::byte* lds_lane(Wave& wave, std::uint64_t offset, unsigned size, Access access, int lane);
/// The same for an offset into the lane's own scratch.
std::byte* scratch_lane(Wave& wave, std::uint64_t offset, unsigned size, Access access, int lane);

/// True if all of [low, high) is in one live allocation that allows the access; remembers it.
[[nodiscard]] bool one_region(Wave& wave, std::uint64_t low, std::uint64_t high, Access access);

/// True if the wave's checks must see the lanes of this instruction's access one by one.
[[nodiscard]] bool needs_every_lane(const Wave& wave);
/// Tells the wave's checks of an access to device memory that passed as a whole.
void note_span(Wave& wave, const LaneAddresses& addresses, std::uint64_t exec, unsigned size,
               Access access);
/// Reports that `lane` stored a value that another lane of the same store replaced by a different
/// one.
void report_conflict(Wave& wave, std::uint64_t address, unsigned lane);

/// Bytes an access of `size` must be aligned to under the wave's policy.
[[gnu::always_inline]] [[nodiscard]] inline unsigned required_alignment(const Wave& wave,
                                                                        unsigned size,
                                                                        Access access) {
  if (access == Access::atomic) return size;
  if (wave.group->options->alignment == AlignmentPolicy::unaligned) return 1;
  return size >= 4 ? 4 : size;
}

}  // namespace kgate::emulator
