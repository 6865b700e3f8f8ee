// SPDX-License-Identifier: MIT
// Launches add_rms_norm on a device.
#pragma once

#include "kernels/add_rms_norm/add_rms_norm_contract.hpp"
#include "kernels/status.hpp"

namespace kgate {

class Launcher;  // kernels/runtime/launcher.hpp

/// Runs the provider that is registered for the device: the kernel checks the arguments and is
/// launched on the launcher's stream; does not wait. Pointers are the
/// device's. With zero rows nothing is launched.
/// @return what check() refuses, the registry's refusal, or the launcher's error; nothing was
/// launched then.
Status launch(const AddRmsNormArguments& arguments, Launcher& launcher);

}  // namespace kgate
