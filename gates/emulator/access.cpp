// SPDX-License-Identifier: MIT
// The checked path of every memory access, and the faults it raises.
#include "gates/emulator/access.hpp"

#include <fmt/format.h>

#include <array>
#include <cstring>
#include <string_view>

#include "gates/emulator/hazards/group_races.hpp"
#include "gates/emulator/hazards/wave_checks.hpp"
#include "gates/emulator/kernarg_segment.hpp"

namespace kgate::emulator {

std::string_view verb(Access access) {
  switch (access) {
    case Access::load:
      return "read";
    case Access::store:
      return "write";
    case Access::atomic:
      return "atomic";
  }
  return "access";
}

namespace {

void check_alignment(Wave& wave, std::uint64_t address, unsigned size, Access access, int lane,
                     std::string_view space) {
  const unsigned alignment = required_alignment(wave, size, access);
  if ((address & (alignment - 1)) == 0) return;
  raise(wave, FaultKind::misaligned,
        fmt::format("{} of {} bytes of {} is not aligned to {}", verb(access), size, space,
                    alignment),
        lane, address);
}

/// An address this small is an offset from no object.
constexpr std::uint64_t kNullPage = 4096;

[[noreturn]] void raise_unmapped(Wave& wave, std::uint64_t address, unsigned size, Access access,
                                 int lane) {
  const auto neighbour = wave.group->memory->nearest(address);
  const bool released = neighbour && neighbour->distance == 0 && neighbour->allocation.released;
  const char* where = released ? "of released memory" : "is not inside an allocation";
  if (address < kNullPage) where = "is through a null pointer";
  raise(wave, released ? FaultKind::use_after_free : FaultKind::out_of_bounds,
        fmt::format("{} of {} bytes at {:#x} {}", verb(access), size, address, where), lane,
        address);
}

/// LDS and scratch keep which bits of their bytes are undefined.
void follow_undefined(Wave& wave, std::uint8_t* bits, unsigned size, Access access, int lane) {
  const auto index = static_cast<unsigned>(lane);
  if (access == Access::load) {
    wave.checks->loaded_bits(index, size, bits);
  } else if (access == Access::store && wave.checks->stores_undefined()) {
    wave.checks->stored_bits(index, size, bits);
  } else {
    std::memset(bits, 0, size);
  }
}

/// LDS and scratch keep how their bytes are inexact.
void follow_inexact(Wave& wave, std::uint8_t* kinds, unsigned size, Access access, int lane) {
  const auto index = static_cast<unsigned>(lane);
  if (access == Access::load) {
    wave.checks->loaded_inexact(wave, index, size, kinds);
  } else {
    wave.checks->stored_inexact(index, size, kinds);
  }
}

/// LDS and scratch: bounds, alignment and shadow of a byte array.
std::byte* shadowed_lane(Wave& wave, ShadowedBytes& bytes, std::uint64_t base, std::uint64_t limit,
                         std::uint64_t offset, unsigned size, Access access, int lane, bool lds) {
  const std::string_view space = lds ? "LDS" : "scratch";
  check_alignment(wave, offset, size, access, lane, space);
  if (offset > limit || size > limit - offset) {
    raise(wave, lds ? FaultKind::lds_out_of_bounds : FaultKind::out_of_bounds,
          fmt::format("{} of {} bytes at {} offset {:#x}; {} bytes are allocated", verb(access),
                      size, space, offset, limit),
          lane, offset);
  }
  std::uint8_t* shadow = bytes.shadow.data() + base + offset;
  if (!bytes.undefined.empty() && lane >= 0) {
    follow_undefined(wave, bytes.undefined.data() + base + offset, size, access, lane);
  }
  // Scratch is the compiler's: at -O0 it saves and reloads lanes of a spill slot that hold no
  // value.
  if (lds && access != Access::store && wave.group->options->check_initialised) {
    for (unsigned i = 0; i < size; ++i) {
      if ((shadow[i] & kShadowInitialised) != 0) continue;
      report(wave, FaultKind::lds_uninitialised_read,
             fmt::format("{} of {} bytes at {} offset {:#x}: nothing wrote byte {:#x}",
                         verb(access), size, space, offset, offset + i),
             lane, offset + i);
    }
  }
  if (!bytes.inexact.empty() && lane >= 0) {
    follow_inexact(wave, bytes.inexact.data() + base + offset, size, access, lane);
  }
  if (lds && wave.group->races != nullptr) {
    wave.group->races->on_lds(wave, offset, size, access, lane);
  }
  if (access != Access::load) std::memset(shadow, kShadowInitialised, size);
  return reinterpret_cast<std::byte*>(bytes.data.data() + base + offset);
}

/// Whether a byte is between a launch's arguments and the end of their segment. Scalar loads bring
/// it along with an argument; vector loads fetch what the program names.
bool follows_arguments(const Wave& wave, std::uint64_t address) {
  const Launch& launch = *wave.group->launch;
  const std::uint64_t offset = address - wave.group->kernarg_address;
  return offset >= launch.kernarg.size() && offset < padded_kernarg_size(launch);
}

/// Bytes of a partly undefined store that hold no value at all count as not written.
void leave_unwritten(Wave& wave, std::uint64_t address, unsigned size, int lane) {
  std::array<std::uint8_t, 16> bits{};
  wave.checks->stored_bits(static_cast<unsigned>(lane), size, bits.data());
  for (unsigned i = 0; i < size; ++i) {
    if (bits.at(i) == 0xFF) wave.group->memory->mark_uninitialised(address + i, 1);
  }
}

}  // namespace

bool one_region(Wave& wave, std::uint64_t low, std::uint64_t high, Access access) {
  const Memory& memory = *wave.group->memory;
  const std::uint64_t epoch = memory.epoch();
  if (wave.regions_epoch != epoch) {
    wave.regions.fill({});
    wave.regions_epoch = epoch;
  }
  const auto site = reinterpret_cast<std::uintptr_t>(wave.current) / sizeof(Instruction);
  Memory::Region& region = wave.regions[site % wave.regions.size()];
  if (low < region.begin || high > region.end) {
    const auto found = memory.region(low);
    if (!found || high > found->end) return false;
    region = *found;
  }
  return access == Access::load || region.writable;
}

bool needs_every_lane(const Wave& wave) {
  return wave.checks != nullptr && wave.checks->stores_undefined();
}

void note_span(Wave& wave, const LaneAddresses& addresses, std::uint64_t exec, unsigned size,
               Access access) {
  GroupRaces* const races = wave.group->races;
  if (races != nullptr) races->on_span(wave, addresses, exec, size, access);
}

void report_conflict(Wave& wave, std::uint64_t address, unsigned lane) {
  if (!wave.group->options->check_races) return;
  report(wave, FaultKind::conflicting_lanes,
         "another lane of this store writes a different value to the same address",
         static_cast<int>(lane), address);
}

std::byte* global_lane(Wave& wave, std::uint64_t address, unsigned size, Access access, int lane) {
  Memory& memory = *wave.group->memory;
  check_alignment(wave, address, size, access, lane, "global memory");
  const auto region = memory.region(address);
  if (!region || size > region->end - address) raise_unmapped(wave, address, size, access, lane);
  if (access != Access::load && !region->writable) {
    raise(wave, FaultKind::read_only_write,
          fmt::format("{} of {} bytes at {:#x}, which kernels may only read", verb(access), size,
                      address),
          lane, address);
  }
  if (access != Access::store && wave.group->options->check_initialised &&
      !memory.initialised_unchecked(address, size)) {
    std::uint64_t byte = address;
    while (memory.initialised_unchecked(byte, 1)) ++byte;
    if (lane < 0 && follows_arguments(wave, byte)) {
      if (wave.checks != nullptr) wave.checks->loaded_padding(*wave.current, byte - address);
      return memory.host(address);
    }
    report(wave, FaultKind::uninitialised_read,
           fmt::format("{} of {} bytes at {:#x}: nothing wrote byte {:#x}", verb(access), size,
                       address, byte),
           lane, byte);
  }
  if (wave.group->races != nullptr && region->writable) {
    wave.group->races->on_global(wave, address, size, access, lane);
  }
  if (access != Access::load) memory.mark_unchecked(address, size);
  if (access == Access::store && wave.checks != nullptr && wave.checks->stores_undefined()) {
    leave_unwritten(wave, address, size, lane);
  }
  return memory.host(address);
}

std::byte* lds_lane(Wave& wave, std::uint64_t offset, unsigned size, Access access, int lane) {
  ShadowedBytes& lds = wave.group->lds;
  return shadowed_lane(wave, lds, 0, lds.data.size(), offset, size, access, lane, true);
}

std::byte* scratch_lane(Wave& wave, std::uint64_t offset, unsigned size, Access access, int lane) {
  const std::uint64_t base = std::uint64_t{static_cast<unsigned>(lane)} * wave.scratch_bytes;
  return shadowed_lane(wave, wave.scratch, base, wave.scratch_bytes, offset, size, access, lane,
                       false);
}

}  // namespace kgate::emulator
