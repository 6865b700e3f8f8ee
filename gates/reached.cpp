// SPDX-License-Identifier: MIT
// Gate: the native kernel really ran on this device for this case.
#include <fmt/format.h>

#include "gates/gate.hpp"
#include "gates/harness/case_run.hpp"
#include "gates/harness/precondition.hpp"

namespace kgate::gates {
namespace {

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
