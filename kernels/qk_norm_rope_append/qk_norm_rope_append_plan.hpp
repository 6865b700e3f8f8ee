// SPDX-License-Identifier: MIT
// The kernel's argument: the contract's, and the plan the host has made for it.
#pragma once

#include "kernels/device/append_plan.hpp"
#include "kernels/qk_norm_rope_append/qk_norm_rope_append_contract.hpp"

namespace kgate::device {

struct QkNormRopeAppendLaunch {
  QkNormRopeAppendArguments arguments;
  AppendPlan plan;
};

}  // namespace kgate::device
