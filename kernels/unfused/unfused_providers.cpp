// SPDX-License-Identifier: MIT
// Registers the compositions: what runs where a fused path is off or cannot serve a call.
#include "kernels/registry/registry.hpp"
#include "kernels/runtime/launcher.hpp"
#include "kernels/unfused/unfused.hpp"

namespace kgate::unfused {
namespace {

/// The composition with the launcher's scratch memory as its workspace.
template <class Arguments>
Status run(const void* contract, Launcher& launcher) {
  const Scratch& scratch = launcher.scratch();
  return launch(*static_cast<const Arguments*>(contract), launcher, {scratch.data, scratch.size});
}

KGATE_REGISTER(add_rms_norm_unfused, rocm, composed, 0, nullptr, run<AddRmsNormArguments>);
KGATE_REGISTER(add_rms_norm_unfused, cuda, composed, 0, nullptr, run<AddRmsNormArguments>);
KGATE_REGISTER(gated_activation_unfused, rocm, composed, 0, nullptr, run<GatedActivationArguments>);
KGATE_REGISTER(gated_activation_unfused, cuda, composed, 0, nullptr, run<GatedActivationArguments>);
KGATE_REGISTER(mla_norm_rope_unfused, rocm, composed, 0, nullptr, run<MlaNormRopeArguments>);
KGATE_REGISTER(mla_norm_rope_unfused, cuda, composed, 0, nullptr, run<MlaNormRopeArguments>);
KGATE_REGISTER(qk_norm_rope_append_unfused, rocm, composed, 0, nullptr,
               run<QkNormRopeAppendArguments>);
KGATE_REGISTER(qk_norm_rope_append_unfused, cuda, composed, 0, nullptr,
               run<QkNormRopeAppendArguments>);
KGATE_REGISTER(rope_append_unfused, rocm, composed, 0, nullptr, run<RopeAppendArguments>);
KGATE_REGISTER(rope_append_unfused, cuda, composed, 0, nullptr, run<RopeAppendArguments>);

}  // namespace
}  // namespace kgate::unfused
