// SPDX-License-Identifier: MIT
// The error word of a launch: what it names, and which of several errors stays.
#include "kernels/token_status.hpp"

#include <algorithm>
#include <cstdint>
#include <string>

#include "kernels/token_error.hpp"
#include "tests/catch.hpp"

using kgate::token_error_word;
using kgate::TokenErrorCode;

TEST_CASE("a word names its token and its error") {
  for (const std::int64_t token : {std::int64_t{0}, std::int64_t{1}, std::int64_t{1073725439}}) {
    for (const TokenErrorCode code :
         {TokenErrorCode::position_out_of_range, TokenErrorCode::q_scale_out_of_range,
          TokenErrorCode::slot_out_of_range}) {
      const std::uint64_t word = token_error_word(token, code);
      CHECK(word != 0);
      CHECK(kgate::token_of_error(word) == token);
      CHECK(kgate::code_of_error(word) == code);
    }
  }
  // Token 0 with error 1: 56 ones above the code.
  CHECK(token_error_word(0, TokenErrorCode::position_out_of_range) == 0xffffffffffffff01);
}

TEST_CASE("of several words the largest is that of the first token") {
  const std::uint64_t first = token_error_word(3, TokenErrorCode::position_out_of_range);
  const std::uint64_t later = token_error_word(4, TokenErrorCode::slot_out_of_range);
  CHECK(std::max(first, later) == first);
}

TEST_CASE("an error word becomes a status that says what was wrong with which token") {
  CHECK(kgate::token_status("rope_append", 0).ok());
  const auto message = [](TokenErrorCode code) {
    const kgate::Status status = kgate::token_status("rope_append", token_error_word(7, code));
    CHECK(status.code() == kgate::StatusCode::device_error);
    return std::string(status.message());
  };
  const std::string rest = "; nothing was written for it, nor for any later token with an error";
  CHECK(message(TokenErrorCode::position_out_of_range) ==
        "rope_append: token 7: its position is negative or past the table (or past the largest "
        "computed angle)" +
            rest);
  CHECK(message(TokenErrorCode::q_scale_out_of_range) ==
        "rope_append: token 7: its position is past the q scales" + rest);
  CHECK(message(TokenErrorCode::slot_out_of_range) ==
        "rope_append: token 7: its slot is past the blocks of the cache" + rest);
}
