// SPDX-License-Identifier: MIT
// What a kernel found wrong in device data, as one word that the host reads after the launch.
//
// Positions and slots live in device memory, so the host cannot check them before a launch. A token
// with an error writes nothing but this word; all other tokens are as if it were not there.
#pragma once

#include <stdint.h>

namespace kgate {

enum class TokenErrorCode : uint32_t {
  none = 0,
  position_out_of_range = 1,  ///< negative, or past the table or the largest computed angle
  q_scale_out_of_range = 2,   ///< the position's index is past q_scales
  slot_out_of_range = 3,      ///< past the blocks of the cache
};

/// The word is 0 before the launch and after a launch without errors. Otherwise it names the first
/// token with an error: of several, the largest word stays, whatever order they come in.
constexpr uint64_t token_error_word(int64_t token, TokenErrorCode code) {
  constexpr uint64_t kTokenMask = (uint64_t{1} << 56) - 1;
  return (~static_cast<uint64_t>(token) & kTokenMask) << 8 | static_cast<uint64_t>(code);
}

constexpr int64_t token_of_error(uint64_t word) {
  return static_cast<int64_t>(~(word >> 8) & ((uint64_t{1} << 56) - 1));
}

constexpr TokenErrorCode code_of_error(uint64_t word) {
  return static_cast<TokenErrorCode>(word & 0xff);
}

}  // namespace kgate
