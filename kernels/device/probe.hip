// SPDX-License-Identifier: MIT
// A kernel that does nothing: its time is the floor under every launch.
#include "kernels/device/hip.hpp"

/// One word of argument, because a launch hands over one struct.
struct ProbeArguments {
  unsigned unused;
};

KGATE_ENTRY(1024) probe_empty(ProbeArguments /*arguments*/) {}
