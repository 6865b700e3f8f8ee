// SPDX-License-Identifier: MIT
// Launching a kernel on the emulator: what a loader provides, what a launch is, what comes back.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "gates/emulator/fault.hpp"
#include "gates/emulator/memory.hpp"
#include "gates/emulator/program.hpp"

namespace kgate::emulator {

/// The fields of a kernel descriptor that execution needs, as the file has them.
struct Descriptor {
  std::uint32_t group_segment_fixed_size = 0;    ///< static LDS bytes
  std::uint32_t private_segment_fixed_size = 0;  ///< scratch bytes a lane
  std::uint32_t kernarg_size = 0;
  std::uint32_t compute_pgm_rsrc1 = 0;
  std::uint32_t compute_pgm_rsrc2 = 0;
  std::uint32_t compute_pgm_rsrc3 = 0;
  std::uint16_t kernel_code_properties = 0;

  [[nodiscard]] bool wave32() const { return (kernel_code_properties & (1U << 10U)) != 0; }
};

/// A kernel that a loader has placed in memory. Its code and constant segments are allocations of
/// kind code, its writable segments of kind variable.
struct KernelImage {
  std::string name;
  std::shared_ptr<const Program> program;  ///< all executable code reachable from the kernel
  std::uint64_t descriptor_address = 0;    ///< device address of the .kd object
  std::uint64_t entry_address = 0;
  Descriptor descriptor;
  std::uint32_t private_bytes =
      0;  ///< scratch a lane; at least the descriptor's; dynamic stacks more
  /// Function+offset for a code address; may be empty.
  std::function<std::string(std::uint64_t)> symbolise;
  /// file:line for a code address where the code object has line tables; may be empty.
  std::function<std::string(std::uint64_t)> source_line;
};

/// One kernel launch, all limits already checked by the caller's API.
struct Launch {
  const KernelImage* kernel = nullptr;
  std::array<std::uint32_t, 3> grid{1, 1, 1};   ///< workgroups
  std::array<std::uint32_t, 3> block{1, 1, 1};  ///< work-items of a workgroup; product 1..1024
  std::uint32_t dynamic_lds = 0;                ///< bytes after the static LDS
  /// Explicit and hidden arguments, laid out; shorter than kernarg_size is a fault.
  std::span<const std::byte> kernarg;
};

enum class AlignmentPolicy : std::uint8_t {
  dword,      ///< an access of n bytes is aligned to min(n, 4); atomics to their size
  unaligned,  ///< as amdhsa sets hardware: only atomics and scalar loads must be aligned
};

/// Which wave of a workgroup runs when.
enum class WaveOrder : std::uint8_t {
  in_order,   ///< each until it must wait, lowest first; with a schedule seed: random
  reverse,    ///< each until it must wait, highest first
  random,     ///< a few instructions of a drawn wave at a time
  one_ahead,  ///< a drawn wave runs whenever it can, the others a few instructions at a time
};

/// Which workgroup starts when.
enum class GroupOrder : std::uint8_t { in_order, reverse, random };

/// A finding that a user accepts.
struct Suppression {
  FaultKind kind = FaultKind::bad_launch;
  std::string kernel;  ///< name, * and ? allowed; empty: every kernel
  std::string reason;
};
/// Kinds that may be suppressed: execution can go on after them.
[[nodiscard]] bool can_be_suppressed(FaultKind kind);

struct Options {
  std::uint64_t schedule_seed = 0;  ///< draws of the orders; 0 with WaveOrder::in_order: none
  WaveOrder wave_order = WaveOrder::in_order;
  GroupOrder group_order = GroupOrder::in_order;
  std::uint64_t approximation_seed = 0;  ///< 0: nearest values
  std::uint8_t poison = 0xA5;            ///< fills registers, LDS and scratch
  AlignmentPolicy alignment = AlignmentPolicy::dword;
  unsigned threads = 0;                                       ///< host threads; 0: all cores
  std::uint64_t instruction_budget = std::uint64_t{1} << 32;  ///< a wave
  bool strict_barrier = true;     ///< s_barrier with lanes switched off is a fault
  bool check_initialised = true;  ///< report reads of bytes nothing wrote
  // Off unless asked for: they cost time, races of kernels that stream most of all.
  bool check_registers = false;  ///< report decisions by register values nothing defined
  bool check_waits = false;      ///< report results used before the wait they need
  bool check_races = false;      ///< report data races and lanes that store different values
  bool count_opcodes = false;    ///< fill Statistics::opcodes
  bool follow_inexact = false;   ///< fill Statistics::inexact
  std::shared_ptr<const std::vector<Suppression>> suppressions;  ///< null: none
};

/// Where values that hardware does not define to the bit went.
struct InexactUses {
  std::uint64_t stores = 0;     ///< wave instructions that stored one to global memory
  std::uint64_t addresses = 0;  ///< that used one as an address
  std::uint64_t branches = 0;   ///< that branched, or set EXEC, by one
  std::string first;            ///< the first such instruction, with its place; "" if none
};

struct Statistics {
  std::uint64_t wave_instructions = 0;
  std::uint64_t waves = 0;
  std::uint64_t workgroups = 0;
  /// Executions a row, most frequent first; only with Options::count_opcodes.
  std::vector<std::pair<const Row*, std::uint64_t>> opcodes;
  InexactUses inexact;  ///< only with Options::follow_inexact
};

/// Runs the launch to its end. Nothing on success, else the fault of the first workgroup (in grid
/// order, of those that ran) that faulted; memory then has what was stored until that moment.
/// `statistics` is added to. Thread-safe for launches that do not race on memory.
[[nodiscard]] std::optional<Fault> execute(const Launch& launch, Memory& memory,
                                           const Options& options = {},
                                           Statistics* statistics = nullptr);

}  // namespace kgate::emulator
