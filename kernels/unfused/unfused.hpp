// SPDX-License-Identifier: MIT
// Every fused family as separate launches of separate kernels: what runs where a fused path is off,
// and what the fused kernels are compared with.
//
// Same contracts, same checks, same errors, same bits: unfused.md has the steps of each.
#pragma once

#include <cstdint>

#include "kernels/add_rms_norm/add_rms_norm_contract.hpp"
#include "kernels/gated_activation/gated_activation_contract.hpp"
#include "kernels/mla_norm_rope/mla_norm_rope_contract.hpp"
#include "kernels/qk_norm_rope_append/qk_norm_rope_append_contract.hpp"
#include "kernels/rope_append/rope_append_contract.hpp"
#include "kernels/status.hpp"

namespace kgate {

class Launcher;  // kernels/runtime/launcher.hpp

namespace unfused {

/// Device memory for what passes from one launch to the next and has no tensor of the contract to
/// be in. Nothing else may use it until the stream has passed the last launch.
struct Workspace {
  void* data = nullptr;    ///< 16-byte aligned; may be null where no bytes are needed
  std::uint64_t size = 0;  ///< bytes
};

/// Bytes launch() needs for these arguments, often 0; 0 too for arguments that check() refuses. No
/// tensor is read.
[[nodiscard]] std::uint64_t workspace_size(const AddRmsNormArguments& arguments);
[[nodiscard]] std::uint64_t workspace_size(const RopeAppendArguments& arguments);
[[nodiscard]] std::uint64_t workspace_size(const QkNormRopeAppendArguments& arguments);
[[nodiscard]] std::uint64_t workspace_size(const MlaNormRopeArguments& arguments);
[[nodiscard]] std::uint64_t workspace_size(const GatedActivationArguments& arguments);

/// Checks the arguments as the fused launch() does and launches the steps on the launcher's stream;
/// does not wait, does not allocate. The result has the bits of the fused launch in every profile.
/// @return what check() refuses, `invalid_argument` for a workspace that is too small or misaligned
/// (nothing was launched then), or the launcher's error: earlier steps may have run then.
Status launch(const AddRmsNormArguments& arguments, Launcher& launcher,
              const Workspace& workspace = {});
Status launch(const RopeAppendArguments& arguments, Launcher& launcher,
              const Workspace& workspace = {});
Status launch(const QkNormRopeAppendArguments& arguments, Launcher& launcher,
              const Workspace& workspace = {});
Status launch(const MlaNormRopeArguments& arguments, Launcher& launcher,
              const Workspace& workspace = {});
Status launch(const GatedActivationArguments& arguments, Launcher& launcher,
              const Workspace& workspace = {});

}  // namespace unfused
}  // namespace kgate
