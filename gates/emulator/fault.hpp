// SPDX-License-Identifier: MIT
// What stops an emulated kernel: a kind, where it happened, and a report a person can act on.
#pragma once

#include <array>
#include <cstdint>
#include <exception>
#include <string>
#include <string_view>
#include <utility>

namespace kgate::emulator {

enum class FaultKind : std::uint8_t {
  unknown_instruction,     ///< no table row has this encoding
  refused_instruction,     ///< the table names it and says it is not modelled
  unsupported_operand,     ///< a register, constant or modifier this instruction cannot take
  unsupported_mode,        ///< a MODE bit or hardware register that is not modelled
  out_of_bounds,           ///< global, kernel-argument, scratch or buffer access
  lds_out_of_bounds,       ///< beyond the static and dynamic LDS of the workgroup
  use_after_free,          ///< an allocation that was released
  misaligned,              ///< against Options::alignment, or an atomic not aligned to its size
  uninitialised_read,      ///< global memory nothing wrote
  lds_uninitialised_read,  ///< LDS nothing in this workgroup wrote
  register_uninitialised,  ///< a register value nothing defined decides something
  missing_wait,            ///< a result used before the s_waitcnt it needs
  data_race,               ///< two accesses that nothing orders, one of them a write
  conflicting_lanes,       ///< lanes of one store write different values to one address
  read_only_write,         ///< a store to code or constant memory
  barrier_not_reached,     ///< waves wait at a barrier that others can no longer reach
  barrier_divergent,       ///< s_barrier while lanes that exist are switched off
  runaway,                 ///< the wave's instruction budget is used up
  trap,                    ///< s_trap 2: __builtin_trap, a failed assertion
  outside_code,            ///< the program counter left the code object
  bad_launch,              ///< a launch the emulator cannot start
};

/// The name of a kind as reports print it, such as "out of bounds".
[[nodiscard]] std::string_view name(FaultKind kind);

/// One stop, complete enough to print without the launch it came from.
struct Fault {
  FaultKind kind = FaultKind::bad_launch;
  std::string detail;           ///< what was wrong, with the numbers
  std::string kernel;           ///< kernel name
  std::string instruction;      ///< mnemonic and operands
  std::uint64_t pc_offset = 0;  ///< bytes from the kernel's entry (wraps for code before it)
  std::string symbol;           ///< function+offset where a symboliser is known
  std::array<std::uint32_t, 3> workgroup{};
  std::uint32_t wave = 0;     ///< wave in the workgroup
  int lane = -1;              ///< lane in the wave, -1 where no single lane is to blame
  std::uint64_t address = 0;  ///< memory address, or LDS byte offset
  bool has_address = false;
  std::string source;      ///< file:line, where the code object has a line table
  std::string other;       ///< the access that this one collides with: all of the above, in words
  std::string allocation;  ///< nearest allocation: label, range, distance

  /// The report: one headline, then one indented line a fact.
  [[nodiscard]] std::string describe() const;
};

/// How a handler stops its wave. The executor fills in what the handler does not know.
class FaultError : public std::exception {
 public:
  explicit FaultError(Fault fault) : fault_(std::move(fault)) {}
  [[nodiscard]] const char* what() const noexcept override { return fault_.detail.c_str(); }
  [[nodiscard]] const Fault& fault() const { return fault_; }
  [[nodiscard]] Fault& fault() { return fault_; }

 private:
  Fault fault_;
};

}  // namespace kgate::emulator
