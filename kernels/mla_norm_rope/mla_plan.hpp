// SPDX-License-Identifier: MIT
// How mla_norm_rope's work is spread over workgroups.
//
// latent_threads() is part of the numeric contract: it is the order in which squares are added, a
// function of the latent's length and type alone. The rest decides speed and no bit of the result.
#pragma once

#include "kernels/device/head_plan.hpp"
#include "kernels/device/hip.hpp"
#include "kernels/device/row_plan.hpp"
#include "kernels/mla_norm_rope/mla_norm_rope_contract.hpp"

namespace kgate::device {

constexpr int kMaxMlaThreads = kMaxRowThreads;
static_assert(kMlaNormRopeMaxLatent * 4 <= kMaxRowThreads * kVectorBytes,
              "a thread has one vector of the latent");

struct MlaPlan {
  HeadPlan heads;     ///< of the workgroups after the first
  int threads;        ///< of every workgroup
  int workgroups;     ///< per token, along z
  int latent_groups;  ///< groups of 32 threads that add the squares of the latent
  int q_heads;        ///< heads below this are q's; the next is the latent row's own
  int rotated_units;  ///< first units of a head, which are rotated
  int units;          ///< of a head
};

/// The kernel's argument: the contract's, and the plan the host has made for it.
struct MlaNormRopeLaunch {
  MlaNormRopeArguments arguments;
  MlaPlan plan;
};

/// Threads that add the squares of one latent.
inline int latent_threads(const MlaNormRopeArguments& arguments) {
  const int element_bytes = arguments.activation == DataType::f32 ? 4 : 2;
  return row_threads(row_vectors(arguments.kv_lora_rank, kVectorBytes / element_bytes), 1);
}

inline MlaPlan mla_plan(const MlaNormRopeArguments& arguments) {
  MlaPlan plan = {};
  const int rotary_dim = arguments.rope.rotary_dim;
  plan.q_heads = arguments.q_pe.data != nullptr ? arguments.q_heads : 0;
  plan.rotated_units = rotated_units(rotary_dim);
  plan.units = head_units(arguments.pe_size, rotary_dim);
  plan.heads =
      head_plan(arguments.tokens, plan.q_heads + 1, plan.units, has_costly_angles(arguments.rope));
  const int threads = latent_threads(arguments);
  plan.latent_groups = threads / kGroupLanes;
  plan.threads = threads > plan.heads.threads ? threads : plan.heads.threads;
  plan.workgroups = 1 + plan.heads.workgroups;
  return plan;
}

}  // namespace kgate::device
