// SPDX-License-Identifier: MIT
// The architectural state of one wave and what its instructions can reach.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "gates/emulator/dispatch.hpp"
#include "gates/emulator/fault.hpp"
#include "gates/emulator/instruction.hpp"
#include "gates/emulator/memory.hpp"
#include "gates/emulator/mode.hpp"
#include "gates/emulator/program.hpp"

namespace kgate::emulator {

/// Slots of Wave::scalar. 0..127 are the operand codes; results nobody can read go to kDiscard.
inline constexpr unsigned kVcc = 106;
inline constexpr unsigned kTrapTemporaries = 108;
inline constexpr unsigned kNull = 124;
inline constexpr unsigned kM0 = 125;
inline constexpr unsigned kExec = 126;
inline constexpr unsigned kDiscard = 128;  ///< 16 slots
inline constexpr unsigned kScc = 144;      ///< 0 or 1
inline constexpr unsigned kVccz = 145;     ///< refreshed when an operand names it
inline constexpr unsigned kExecz = 146;
inline constexpr unsigned kScalarSlots = 160;
inline constexpr unsigned kVectorRegisters = 256;

/// Bytes with a shadow byte each: LDS of a workgroup, scratch of a wave.
struct ShadowedBytes {
  std::vector<std::uint8_t> data;
  std::vector<std::uint8_t> shadow;
  /// With Options::check_registers, the bits of each byte that hold an undefined value.
  std::vector<std::uint8_t> undefined;
  /// With Options::follow_inexact, one byte a byte: how its value is inexact.
  std::vector<std::uint8_t> inexact;
  void reset(std::size_t size, std::uint8_t poison) {
    data.assign(size, poison);
    shadow.assign(size, 0);
    undefined.clear();
    inexact.clear();
  }
};

class GroupRaces;

/// What all waves of a workgroup share.
struct Workgroup {
  const Launch* launch = nullptr;
  const Options* options = nullptr;
  Memory* memory = nullptr;
  std::array<std::uint32_t, 3> id{};
  ShadowedBytes lds;
  std::uint64_t kernarg_address = 0;
  std::uint64_t packet_address = 0;
  std::uint64_t allowed = 0;    ///< fault kinds that are not reported for this kernel, one bit each
  GroupRaces* races = nullptr;  ///< null: data races are not looked for
};

class WaveChecks;

enum class WaveStatus : std::uint8_t { running, at_barrier, ended };

/// One wave. Registers nothing has written hold poison.
struct Wave {
  alignas(64) std::array<std::uint32_t, kScalarSlots> scalar{};
  std::vector<std::uint32_t> vector;     ///< [register][lane]
  const Instruction* next = nullptr;     ///< program counter
  const Instruction* current = nullptr;  ///< being executed, for faults
  const Program* program = nullptr;
  Workgroup* group = nullptr;
  unsigned lanes = 32;      ///< 32 or 64
  std::uint32_t index = 0;  ///< in the workgroup
  Mode mode;
  bool default_mode = true;
  WaveStatus status = WaveStatus::running;
  std::uint64_t existing = 0;       ///< EXEC at start: lanes that have a work-item
  std::uint64_t executed = 0;       ///< instructions
  ShadowedBytes scratch;            ///< [lane][byte]
  std::uint32_t scratch_bytes = 0;  ///< a lane
  std::uint32_t trap_status = 0;
  /// Slots of `scalar` below 128 that the dispatcher set, one bit each.
  std::array<std::uint64_t, 2> set_at_start{};
  WaveChecks* checks = nullptr;  ///< null: none is switched on
  /// Regions used lately, by instruction, so that most accesses need no search.
  std::array<Memory::Region, 16> regions{};
  std::uint64_t regions_epoch = 0;

  [[gnu::always_inline]] [[nodiscard]] std::uint32_t* vgpr(unsigned index_in_file) {
    return vector.data() + std::size_t{index_in_file} * lanes;
  }
  [[gnu::always_inline]] [[nodiscard]] std::uint64_t exec() const {
    return lanes == 32 ? scalar[kExec] : scalar[kExec] | (std::uint64_t{scalar[kExec + 1]} << 32U);
  }
  [[gnu::always_inline]] [[nodiscard]] std::uint64_t all_lanes() const {
    return lanes == 32 ? 0xFFFFFFFFU : ~std::uint64_t{0};
  }
  [[gnu::always_inline]] void set_mode(std::uint32_t bits) {
    mode.bits = bits;
    default_mode = mode.is_default();
  }
};

/// Stops the wave at its current instruction. `lane` -1: no single lane is to blame.
[[noreturn]] void raise(const Wave& wave, FaultKind kind, std::string detail, int lane = -1,
                        std::optional<std::uint64_t> address = std::nullopt);

/// The same, unless Options::suppressions let the kernel do it: then it returns.
void report(const Wave& wave, FaultKind kind, std::string detail, int lane = -1,
            std::optional<std::uint64_t> address = std::nullopt);

/// Raises a fault of this wave whose other side is described in words, unless it is allowed.
void report_pair(const Wave& wave, FaultKind kind, std::string detail, std::string other, int lane,
                 std::uint64_t address);

/// Sets the registers as the descriptor asks for wave `index` of a workgroup.
void start_wave(Wave& wave, Workgroup& group, std::uint32_t index);

}  // namespace kgate::emulator
