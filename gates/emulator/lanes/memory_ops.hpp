// SPDX-License-Identifier: MIT
// Vector loads, stores and atomics of any address space, from the data's width and conversion.
#pragma once

#include <array>
#include <cstring>
#include <type_traits>

#include "gates/emulator/access.hpp"
#include "gates/emulator/lanes/lanes.hpp"
#include "gates/emulator/wave.hpp"

namespace kgate::emulator::KGATE_EMULATOR_VARIANT {

/// Where lanes of one instruction access: finds the host address of a lane, raising its faults.
struct GlobalSpace {
  static std::byte* locate(Wave& wave, u64 address, unsigned size, Access access, int lane) {
    return global_lane(wave, address, size, access, lane);
  }
};
struct LdsSpace {
  static std::byte* locate(Wave& wave, u64 address, unsigned size, Access access, int lane) {
    return lds_lane(wave, address, size, access, lane);
  }
};
struct ScratchSpace {
  static std::byte* locate(Wave& wave, u64 address, unsigned size, Access access, int lane) {
    return scratch_lane(wave, address, size, access, lane);
  }
};
/// FLAT: the aperture was tested on the register, before the offset; the top bits tell it apart.
struct FlatSpace {
  static constexpr u64 kLdsTag = 1ULL << 48U;
  static constexpr u64 kScratchTag = 2ULL << 48U;
  static std::byte* locate(Wave& wave, u64 address, unsigned size, Access access, int lane) {
    const u64 tag = address & (0xFFFFULL << 48U);
    const u64 offset = address & 0xFFFFFFFFFFFFULL;
    if (tag == kLdsTag) return lds_lane(wave, offset, size, access, lane);
    if (tag == kScratchTag) return scratch_lane(wave, offset, size, access, lane);
    return global_lane(wave, address, size, access, lane);
  }
};

/// Which lanes' accesses form one checked stretch, so that lanes need no check of their own.
struct Span {
  bool whole = false;       ///< [low, high) passed every check
  bool contiguous = false;  ///< every lane active, one after the other
  std::byte* base = nullptr;
  u64 low = 0;
};

/// Tries to check all active lanes' accesses to device memory at once.
inline Span check_span(Wave& wave, const LaneAddresses& addresses, u64 exec, unsigned size,
                       Access access) {
  u64 low = ~u64{0};
  u64 high = 0;
  u64 misaligned = 0;
  const unsigned lanes = wave.lanes;
  const bool full = exec == wave.all_lanes();
  bool contiguous = full;
  const u64 first = addresses.lane.data()[0];
  if (full) {
    u64 differs = 0;
    for (unsigned lane = 0; lane < lanes; ++lane) {
      differs |= addresses.lane.data()[lane] ^ (first + u64{lane} * size);
    }
    contiguous = differs == 0;
  }
  if (contiguous) {
    low = first;
    high = first + u64{lanes} * size;
    misaligned = first | size;
  } else {
    for (unsigned lane = 0; lane < lanes; ++lane) {
      const u64 address = addresses.lane.data()[lane];
      const bool active = ((exec >> lane) & 1U) != 0;
      low = active && address < low ? address : low;
      high = active && address + size > high ? address + size : high;
      misaligned |= active ? address : 0;
    }
  }
  Span span;
  const unsigned alignment = required_alignment(wave, size, access);
  if (exec == 0 || high < low || (misaligned & (alignment - 1)) != 0 ||
      !one_region(wave, low, high, access)) {
    return span;
  }
  Memory& memory = *wave.group->memory;
  if (access == Access::load && wave.group->options->check_initialised &&
      !memory.initialised_unchecked(low, high - low)) {
    return span;
  }
  if (access == Access::store) {
    // Lanes that leave gaps, or store undefined bytes, mark their own bytes.
    if (!contiguous || needs_every_lane(wave)) return span;
    memory.mark_unchecked(low, high - low);
  }
  if (wave.checks != nullptr) note_span(wave, addresses, exec, size, access);
  span.whole = true;
  span.contiguous = contiguous;
  span.low = low;
  span.base = memory.host(low);
  return span;
}

/// How loaded bytes become registers.
template <class Raw, unsigned Registers, bool High = false, bool Half = false>
struct LoadKind {
  static constexpr unsigned kBytes = Half || Registers == 1 ? sizeof(Raw) : 4 * Registers;
  static constexpr unsigned kRegisters = Registers;
  static constexpr bool kHalf = Half;
  static constexpr bool kHigh = High;
  using Element = Raw;
};

template <class Kind>
[[gnu::always_inline]] inline void load_one(Wave& wave, unsigned destination, unsigned lane,
                                            const std::byte* from) {
  if constexpr (Kind::kRegisters > 1) {
    for (unsigned i = 0; i < Kind::kRegisters; ++i) {
      std::memcpy(wave.vgpr(destination + i) + lane, from + 4U * i, 4);
    }
  } else {
    typename Kind::Element raw{};
    std::memcpy(&raw, from, sizeof(raw));
    u32* into = wave.vgpr(destination) + lane;
    const auto value = static_cast<u32>(static_cast<i32>(raw));
    if constexpr (!Kind::kHalf) {
      *into = value;
    } else if constexpr (Kind::kHigh) {
      *into = (*into & 0xFFFFU) | (value << 16U);
    } else {
      *into = (*into & 0xFFFF0000U) | (value & 0xFFFFU);
    }
  }
}

/// Loads all active lanes. Lanes are checked before any register changes only where the whole span
/// passes at once; a fault ends the launch anyway.
template <class Kind, class Space>
void load_lanes(Wave& wave, const Instruction& instruction, const LaneAddresses& addresses) {
  const u64 exec = wave.exec();
  const unsigned destination = instruction.destination.index;
  if constexpr (std::is_same_v<Space, GlobalSpace>) {
    const Span span = check_span(wave, addresses, exec, Kind::kBytes, Access::load);
    if (span.whole) {
      if constexpr (Kind::kRegisters == 1 && Kind::kBytes == 4) {
        if (span.contiguous) {
          std::memcpy(wave.vgpr(destination), span.base, std::size_t{4} * wave.lanes);
          return;
        }
      }
      for (unsigned lane = 0; lane < wave.lanes; ++lane) {
        if (((exec >> lane) & 1U) == 0) continue;
        load_one<Kind>(wave, destination, lane,
                       span.base + (addresses.lane.data()[lane] - span.low));
      }
      return;
    }
  }
  for (unsigned lane = 0; lane < wave.lanes; ++lane) {
    if (((exec >> lane) & 1U) == 0) continue;
    const std::byte* from = Space::locate(wave, addresses.lane.data()[lane], Kind::kBytes,
                                          Access::load, static_cast<int>(lane));
    load_one<Kind>(wave, destination, lane, from);
  }
}

template <unsigned Bytes, bool High>
[[gnu::always_inline]] inline void store_one(Wave& wave, unsigned data, unsigned lane,
                                             std::byte* into) {
  if constexpr (Bytes >= 4) {
    for (unsigned i = 0; i < Bytes / 4; ++i) {
      std::memcpy(into + 4U * i, wave.vgpr(data + i) + lane, 4);
    }
  } else {
    const u32 value = *(wave.vgpr(data) + lane) >> (High ? 16U : 0U);
    std::memcpy(into, &value, Bytes);  // little-endian
  }
}

/// Lanes that store to one address must store one value: which of them stays is not defined.
template <unsigned Bytes, bool High>
void check_agreement(Wave& wave, unsigned data, const LaneAddresses& addresses,
                     const std::array<std::byte*, 64>& places) {
  const u64 exec = wave.exec();
  for (unsigned lane = 0; lane < wave.lanes; ++lane) {
    if (((exec >> lane) & 1U) == 0) continue;
    std::array<std::byte, Bytes> mine;
    store_one<Bytes, High>(wave, data, lane, mine.data());
    if (std::memcmp(mine.data(), places.data()[lane], Bytes) == 0) continue;
    report_conflict(wave, addresses.lane.data()[lane], lane);
  }
}

template <unsigned Bytes, bool High, class Space>
void store_lanes(Wave& wave, unsigned data, const LaneAddresses& addresses) {
  const u64 exec = wave.exec();
  if constexpr (std::is_same_v<Space, GlobalSpace>) {
    const Span span = check_span(wave, addresses, exec, Bytes, Access::store);
    if (span.whole) {
      for (unsigned lane = 0; lane < wave.lanes; ++lane) {
        store_one<Bytes, High>(wave, data, lane, span.base + std::size_t{lane} * Bytes);
      }
      return;
    }
  }
  std::array<std::byte*, 64> places;
  for (unsigned lane = 0; lane < wave.lanes; ++lane) {
    if (((exec >> lane) & 1U) == 0) continue;
    std::byte* into = Space::locate(wave, addresses.lane.data()[lane], Bytes, Access::store,
                                    static_cast<int>(lane));
    store_one<Bytes, High>(wave, data, lane, into);
    places.data()[lane] = into;
  }
  if constexpr (!std::is_same_v<Space, ScratchSpace>) {
    if (wave.checks != nullptr) check_agreement<Bytes, High>(wave, data, addresses, places);
  }
}

/// A lane's data operand `k`, as T.
template <class T>
[[gnu::always_inline]] inline T lane_data(Wave& wave, const Operand& operand, unsigned lane,
                                          unsigned element = 0) {
  constexpr unsigned kRegisters = sizeof(T) / 4;
  const unsigned index = operand.index + element * kRegisters;
  return from_dwords<T>(wave.vgpr(index)[lane], sizeof(T) == 8 ? wave.vgpr(index + 1U)[lane] : 0U);
}
template <class T>
[[gnu::always_inline]] inline void set_lane(Wave& wave, const Operand& operand, unsigned lane,
                                            T value) {
  if (operand.kind != OperandKind::vgpr) return;
  wave.vgpr(operand.index)[lane] = low_dword(value);
  if constexpr (sizeof(T) == 8) wave.vgpr(operand.index + 1U)[lane] = high_dword(value);
}

/// Replaces *where by update(*where) in one atomic step and returns the old value: workgroups run
/// on several host threads.
template <class T, class Update>
[[gnu::always_inline]] inline T exchange(std::byte* where, const Update& update) {
  using Bits = std::conditional_t<sizeof(T) == 8, u64, u32>;
  auto* word = reinterpret_cast<Bits*>(where);
  Bits old = __atomic_load_n(word, __ATOMIC_RELAXED);
  while (true) {
    const Bits next = bits_to<Bits>(update(bits_to<T>(old)));
    if (__atomic_compare_exchange_n(word, &old, next, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
      return bits_to<T>(old);
    }
  }
}

/// One read-modify-write a lane: F(old, data). Lanes on one address take effect in lane order.
template <class F, class T, class Space>
void atomic_lanes(Wave& wave, const Instruction& instruction, const LaneAddresses& addresses) {
  const u64 exec = wave.exec();
  for (unsigned lane = 0; lane < wave.lanes; ++lane) {
    if (((exec >> lane) & 1U) == 0) continue;
    std::byte* where = Space::locate(wave, addresses.lane.data()[lane], sizeof(T), Access::atomic,
                                     static_cast<int>(lane));
    const T old = exchange<T>(where, [&](T value) { return F{}(wave, instruction, lane, value); });
    set_lane(wave, instruction.destination, lane, old);
  }
}

}  // namespace kgate::emulator::KGATE_EMULATOR_VARIANT
