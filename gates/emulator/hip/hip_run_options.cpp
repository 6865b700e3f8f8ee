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
  std::memcpy(&out, &all, std::min(out.size, sizeof(all)));
}

}  // namespace kgate::emulator
