// SPDX-License-Identifier: MIT
// The error word of a launch in words.
#pragma once

#include <cstdint>
#include <string_view>

#include "kernels/status.hpp"
#include "kernels/token_error.hpp"

namespace kgate {

/// The status of a finished launch of `kernel` whose error word is `word`: ok for 0.
inline Status token_status(std::string_view kernel, std::uint64_t word) {
  if (word == 0) {
    return {};
  }
  std::string_view what = "an unknown error";
  switch (code_of_error(word)) {
    case TokenErrorCode::position_out_of_range:
      what = "its position is negative or past the table (or past the largest computed angle)";
      break;
    case TokenErrorCode::q_scale_out_of_range:
      what = "its position is past the q scales";
      break;
    case TokenErrorCode::slot_out_of_range:
      what = "its slot is past the blocks of the cache";
      break;
    case TokenErrorCode::none:
      break;
  }
  return Status::error(StatusCode::device_error,
                       "{}: token {}: {}; nothing was written for it, nor for any later token with "
                       "an error",
                       kernel, token_of_error(word), what);
}

}  // namespace kgate
