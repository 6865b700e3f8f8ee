// SPDX-License-Identifier: MIT
// Launches add_rms_norm on a device.
#pragma once

#include "kernels/add_rms_norm/add_rms_norm_contract.hpp"
#include "kernels/status.hpp"

namespace kgate {

class Launcher;  // kernels/runtime/launcher.hpp

/// Checks the arguments and launches on the launcher's stream; does not wait. Pointers are the
/// device's. With zero rows nothing is launched.
/// @return what check() refuses, or the launcher's error; nothing was launched then.
Status launch(const AddRmsNormArguments& arguments, Launcher& launcher);

}  // namespace kgate
