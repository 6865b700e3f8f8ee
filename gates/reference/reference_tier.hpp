// SPDX-License-Identifier: MIT
// The reference tier: the CPU oracle as the provider of last resort of every family.
//
// The build generates one registration a family and backend from the folder listing. The oracle
// reads and writes device memory through its addresses, so the providers lack a capability wherever
// the host cannot. Kernels never see this file: what links it links kgate::gates.
#pragma once

#include <any>
#include <string_view>

#include "kernels/registry/registry.hpp"
#include "kernels/status.hpp"

namespace kgate::gates {

/// Null where device memory is the host's to read and write, or what is missing.
[[nodiscard]] const char* lacks_host_addressable_memory(const Capabilities& capabilities);

/// Waits for the launcher's stream and evaluates the family's oracle over device memory.
/// `arguments` holds the family's contract struct.
Status run_reference(std::string_view family, const std::any& arguments, Launcher& launcher);

}  // namespace kgate::gates
