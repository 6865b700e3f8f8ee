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
  HeadPlan heads;  ///< of the workgroups after the first
  int threads;     ///< of every workgroup
  int workgroups;  ///< per token, along z
};

/// Threads that add the squares of one latent.
KGATE_HOST_DEVICE int latent_threads(const MlaNormRopeArguments& arguments) {
  const int element_bytes = arguments.activation == DataType::f32 ? 4 : 2;
  return row_threads(row_vectors(arguments.kv_lora_rank, kVectorBytes / element_bytes), 1);
}

KGATE_HOST_DEVICE int mla_q_heads(const MlaNormRopeArguments& arguments) {
  return arguments.q_pe.data != nullptr ? arguments.q_heads : 0;
}

KGATE_HOST_DEVICE MlaPlan mla_plan(const MlaNormRopeArguments& arguments) {
  MlaPlan plan;
  plan.heads = head_plan(arguments.tokens, mla_q_heads(arguments) + 1,
                         head_units(arguments.pe_size, arguments.rope.rotary_dim),
                         has_costly_angles(arguments.rope));
  const int threads = latent_threads(arguments);
  plan.threads = threads > plan.heads.threads ? threads : plan.heads.threads;
  plan.workgroups = 1 + plan.heads.workgroups;
  return plan;
}

}  // namespace kgate::device
