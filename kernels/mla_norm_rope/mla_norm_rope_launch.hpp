// SPDX-License-Identifier: MIT
// Launches mla_norm_rope on a device.
#pragma once

#include "kernels/mla_norm_rope/mla_norm_rope_contract.hpp"
#include "kernels/status.hpp"

namespace kgate {

class Launcher;  // kernels/runtime/launcher.hpp

/// Runs the provider that is registered for the device: the kernel checks the arguments and is
/// launched on the launcher's stream; does not wait. Pointers are the
/// device's. With zero tokens nothing is launched. Once the stream has been waited for, a word
/// other than 0 at `error` says which token was refused: token_status() turns it into words.
/// @return what check() refuses, the registry's refusal, or the launcher's error; nothing was
/// launched then.
Status launch(const MlaNormRopeArguments& arguments, Launcher& launcher);

}  // namespace kgate
