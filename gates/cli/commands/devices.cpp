// SPDX-License-Identifier: MIT
// `kgate devices`: which devices of the HIP seam exist here, and why the others do not.
#include <fmt/format.h>

#include <array>
#include <memory>
#include <string_view>

#include "gates/cli/command.hpp"
#include "gates/exit_code.hpp"
#include "kernels/runtime/device.hpp"

namespace kgate::gates {
namespace {

constexpr std::array<std::string_view, 4> kCandidates{"emulated:gfx1151", "emulated:gfx1100",
                                                      "hip:0", "cuda:0"};

int run_devices(int argc, char** argv) {
  if (argc > 1) {
    const bool help = std::string_view(argv[1]) == "--help" || std::string_view(argv[1]) == "-h";
    fmt::print("usage: kgate devices\nLists the devices kernels can run on here.\n");
    return help ? kExitClean : kExitUsage;
  }
  bool any = false;
  for (const std::string_view spec : kCandidates) {
    std::unique_ptr<Device> device;
    if (const Status status = Device::open(spec, device); status.ok()) {
      any = true;
      fmt::print("{:<18} {} ({}, wave size {}, {} KiB LDS)\n", spec, device->name(),
                 device->target(), device->wave_size(), device->max_lds_per_block() / 1024);
    } else {
      fmt::print("{:<18} not here: {}\n", spec, status.message());
    }
  }
  return any ? kExitClean : kExitCouldNotRun;
}

}  // namespace

extern const Command devices;
const Command devices{"devices", "list the devices kernels can run on here", run_devices};

}  // namespace kgate::gates
