// SPDX-License-Identifier: MIT
// Converts options to and from their C form.
#include "gates/emulator/hip/hip_run_options.hpp"

#include <algorithm>
#include <cstring>

namespace kgate::emulator {

Options from_c(const kgateEmulatorOptions& options) {
  kgateEmulatorOptions all{};
  all.size = sizeof(all);
  to_c(Options{}, all);
  std::memcpy(&all, &options, std::min(options.size, sizeof(all)));
  Options converted;
  converted.schedule_seed = all.schedule_seed;
  converted.approximation_seed = all.approximation_seed;
  converted.instruction_budget = all.instruction_budget;
  converted.poison = static_cast<std::uint8_t>(all.poison);
  converted.threads = all.threads;
  converted.alignment =
      all.allow_unaligned != 0 ? AlignmentPolicy::unaligned : AlignmentPolicy::dword;
  converted.strict_barrier = all.strict_barrier != 0;
  converted.check_initialised = all.check_initialised != 0;
  converted.count_opcodes = all.count_opcodes != 0;
  converted.check_registers = all.check_registers != 0;
  converted.check_waits = all.check_waits != 0;
  converted.check_races = all.check_races != 0;
  converted.follow_inexact = all.follow_inexact != 0;
  converted.wave_order = static_cast<WaveOrder>(std::min(all.wave_order, 3U));
  converted.group_order = static_cast<GroupOrder>(std::min(all.group_order, 2U));
  return converted;
}

void to_c(const Options& options, kgateEmulatorOptions& out) {
  kgateEmulatorOptions all{};
  all.size = out.size;
  all.schedule_seed = options.schedule_seed;
  all.approximation_seed = options.approximation_seed;
  all.instruction_budget = options.instruction_budget;
  all.poison = options.poison;
  all.threads = options.threads;
  all.allow_unaligned = options.alignment == AlignmentPolicy::unaligned ? 1 : 0;
  all.strict_barrier = options.strict_barrier ? 1 : 0;
  all.check_initialised = options.check_initialised ? 1 : 0;
  all.count_opcodes = options.count_opcodes ? 1 : 0;
  all.check_registers = options.check_registers ? 1 : 0;
  all.check_waits = options.check_waits ? 1 : 0;
  all.check_races = options.check_races ? 1 : 0;
  all.follow_inexact = options.follow_inexact ? 1 : 0;
  all.wave_order = static_cast<std::uint32_t>(options.wave_order);
  all.group_order = static_cast<std::uint32_t>(options.group_order);
  std::memcpy(&out, &all, std::min(out.size, sizeof(all)));
}

}  // namespace kgate::emulator
