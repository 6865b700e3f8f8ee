// SPDX-License-Identifier: MIT
// A token's positions, q scale and slot on the device, for the unfused kernels.
#pragma once

#include "kernels/device/hip.hpp"
#include "kernels/device/kv_cache.hpp"
#include "kernels/device/report_error.hpp"
#include "kernels/device/rope.hpp"
#include "kernels/unfused/token_checks.hpp"

namespace kgate::device {

/// What a token's device data says.
struct TokenData {
  TokenPositions positions;
  CacheEntry entry;
  float q_scale;
};

/// False: the data is out of range, which one thread of the token reports, and nothing of the token
/// may be written.
KGATE_DEVICE bool load_token(const unfused::TokenChecks& checks, int64_t token, TokenData& data) {
  TokenErrorCode error = load_positions(checks.rope, token, data.positions);
  if (error == TokenErrorCode::none) {
    error = load_q_scale(checks.rope, data.positions, data.q_scale);
  }
  if (error == TokenErrorCode::none) {
    error = locate_entry(checks.cache, load_slot(checks.cache, token), data.positions.axis[0],
                         data.entry);
  }
  if (error != TokenErrorCode::none && workgroup_index_z() == 0 && thread_index() == 0) {
    report_error(checks.error, token, error);
  }
  return error == TokenErrorCode::none;
}

}  // namespace kgate::device
