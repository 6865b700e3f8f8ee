// SPDX-License-Identifier: MIT
// Gate: the native kernel really ran on this device for this case.
#include <fmt/format.h>

#include "gates/gate.hpp"
#include "gates/harness/case_run.hpp"
#include "gates/harness/precondition.hpp"
#include "kernels/registry/operations.hpp"
#include "kernels/runtime/launcher.hpp"

namespace kgate::gates {
namespace {

/// Why the registry's trace does not say that a native provider served the family here; empty if
/// it does.
std::string not_native(const CaseRun& run) {
  for (const OperationTrace& one : run.session().launcher().operations().trace()) {
    if (one.operation != run.family().name) {
      continue;
    }
    if (one.provider == nullptr) {
      return fmt::format("no provider was selected: {}", one.reason);
    }
    if (!is_native(*one.provider) || one.reference_calls != 0) {
      return fmt::format("the CPU oracle served {} calls in the kernel's place: provider {} ({})",
                         one.reference_calls, one.provider->name, one.reason);
    }
    return {};
  }
  return "the launch did not go through the registry, which has no trace of it";
}

Verdict run_reached(CaseRun& run) {
  if (std::optional<Verdict> failed = precondition(run)) {
    return *failed;
  }
  const std::uint64_t launches_before = run.session().launches();
  const std::uint64_t instructions_before = run.session().wave_instructions();
  const LaunchResult result = run.launch(run.problem());
  if (!result.status.ok()) {
    return failure(std::string(result.status.message()));
  }
  Verdict total;
  total.assertions = 1;
  if (const std::string why = not_native(run); !why.empty()) {
    return failure(why, total.assertions);
  }
  ++total.assertions;
  if (run.session().launches() == launches_before) {
    return failure("no launch reached the device", total.assertions);
  }
  if (run.session().emulated()) {
    ++total.assertions;
    if (run.session().wave_instructions() == instructions_before) {
      return failure("the emulator executed no instruction", total.assertions);
    }
  }
  return total;
}

}  // namespace

extern const Gate reached;
const Gate reached{"reached", "the native kernel ran on this device", run_reached, ""};

}  // namespace kgate::gates
