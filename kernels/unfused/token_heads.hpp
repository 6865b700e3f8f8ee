// SPDX-License-Identifier: MIT
// Units of a token's heads, as the unfused kernels go through them.
#pragma once

#include "kernels/device/head_plan.hpp"
#include "kernels/device/head_units.hpp"
#include "kernels/device/hip.hpp"
#include "kernels/unfused/head_steps.hpp"
#include "kernels/unfused/token_check.hpp"

namespace kgate::device {

/// Calls element(head, unit, index) for every unit that this thread has of a token's heads, of
/// which the first `rotary_dim` elements are rotated.
template <class Element>
KGATE_DEVICE void for_each_unit(const unfused::HeadStep& step, int rotary_dim,
                                const Element& element) {
  const int units = head_units(step.head_size, rotary_dim);
  const bool interleaved = step.checks.rope.pairing == RopePairing::interleaved;
  const int stride = step.workgroups * unfused::kHeadStepThreads;
  for (int item = workgroup_index_z() * unfused::kHeadStepThreads + thread_index();
       item < step.heads * units; item += stride) {
    const int index = item % units;
    element(item / units, head_unit(index, step.head_size, rotary_dim, interleaved));
  }
}

/// The token of this workgroup; false if there is none or nothing of it may be written.
KGATE_DEVICE bool begin_token(const unfused::HeadStep& step, int64_t& token, TokenData& data) {
  token = token_of_workgroup();
  return token < step.tokens && load_token(step.checks, token, data);
}

}  // namespace kgate::device
