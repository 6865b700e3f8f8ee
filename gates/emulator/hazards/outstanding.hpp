// SPDX-License-Identifier: MIT
// Memory operations that a wave has issued and not yet waited for, by the counters of s_waitcnt.
//
// vmcnt and vscnt count down in the order of issue. lgkmcnt counts LDS operations, which return in
// order, and scalar loads, which return in any order and count 2 if they load more than a dword: of
// a mixture, a limit above 0 only guarantees the LDS operations that must be done even if every
// scalar load was faster. FLAT counts in lgkmcnt too, and its data comes by that way if it touched
// LDS.
#pragma once

#include <cstdint>
#include <vector>

#include "gates/emulator/hazards/footprint.hpp"

namespace kgate::emulator {

struct Operation {
  const Instruction* instruction = nullptr;
  Counter counter = Counter::none;
  std::uint8_t units = 1;    ///< of lgkmcnt
  bool by_vector = false;    ///< vmcnt or vscnt must still say that it is done
  bool by_lgkm = false;      ///< lgkmcnt must
  bool counts_lgkm = false;  ///< lgkmcnt counts it
  std::uint32_t epoch = 0;   ///< of the workgroup when it was issued
  RegisterSet results;       ///< registers that will be written
};

/// Limits of a wait; kNoLimit: this counter is not waited for.
struct WaitLimits {
  static constexpr std::uint32_t kNoLimit = ~0U;
  std::uint32_t vector_load = kNoLimit;
  std::uint32_t vector_store = kNoLimit;
  std::uint32_t lgkm = kNoLimit;
};

/// What the wait instruction `instruction` waits for, given the scalar registers.
[[nodiscard]] WaitLimits limits_of(const Instruction& instruction, const std::uint32_t* scalar);

class Outstanding {
 public:
  void clear();
  /// `touched_lds`: a FLAT operation of which some lane was in the LDS aperture.
  void issue(const Instruction& instruction, const Footprint& footprint, bool touched_lds,
             std::uint32_t epoch);
  void wait(const WaitLimits& limits);

  /// Registers whose value is still on its way.
  [[nodiscard]] const RegisterSet& pending() const { return pending_; }
  /// The oldest operation that will write a register of the set, or null.
  [[nodiscard]] const Operation* writer_of(const RegisterSet& set) const;
  [[nodiscard]] const std::vector<Operation>& operations() const { return operations_; }
  /// Forgets the results in the set: they were reported, or are overwritten in order.
  void forget(const RegisterSet& set);

 private:
  void retire();

  std::vector<Operation> operations_;  ///< in order of issue
  RegisterSet pending_;
};

}  // namespace kgate::emulator
