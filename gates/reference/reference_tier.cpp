// SPDX-License-Identifier: MIT
// The reference tier: the CPU oracle as the provider of last resort of every family.
#include "gates/reference/reference_tier.hpp"

#include "gates/emulator/emulator_api.h"
#include "kernels/runtime/launcher.hpp"
#include "oracle/oracle.hpp"

namespace kgate::gates {
namespace {

/// The emulator does not see the host's stores: a kernel that reads them would be stopped for
/// reading what nothing wrote. Other streams keep the check and may report that.
Status allow_host_stores(const Launcher& launcher) {
  const hip::Api& api = launcher.device().api();
  if (api.kgateEmulatorGetOptions == nullptr || api.kgateEmulatorSetOptions == nullptr) {
    return {};
  }
  kgateEmulatorOptions options{};
  options.size = sizeof options;
  if (Status status = launcher.device().check(
          api.kgateEmulatorGetOptions(launcher.stream(), &options), "kgateEmulatorGetOptions");
      !status.ok()) {
    return status;
  }
  options.check_initialised = 0;
  return launcher.device().check(api.kgateEmulatorSetOptions(launcher.stream(), &options),
                                 "kgateEmulatorSetOptions");
}

}  // namespace

const char* lacks_host_addressable_memory(const Capabilities& capabilities) {
  return capabilities.host_addressable ? nullptr : "host-addressable device memory";
}

Status run_reference(std::string_view family, const std::any& arguments, Launcher& launcher) {
  if (Status status = launcher.synchronize(); !status.ok()) {
    return status;
  }
  if (Status status = allow_host_stores(launcher); !status.ok()) {
    return status;
  }
  for (const oracle::Oracle* one : oracle::oracles()) {
    if (one->name == family) {
      return one->evaluate(arguments);
    }
  }
  return Status::error(StatusCode::not_found, "there is no oracle of {}", family);
}

}  // namespace kgate::gates
