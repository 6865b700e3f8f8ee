// SPDX-License-Identifier: MIT
// Positions, sections and table rows of tokens.
#include "oracle/rotary/rotary_angles.hpp"

#include <array>
#include <cstdint>
#include <vector>

#include "tests/catch.hpp"

using kgate::DataType;
using kgate::RopeAngles;
using kgate::RopeArguments;
using kgate::TokenErrorCode;
using kgate::oracle::axis_of_pair;
using kgate::oracle::position_error;

namespace {

/// Four pairs and a table of five rows, entry (row, column) being 10 row + column.
struct Table {
  std::array<float, 40> entries{};
  std::array<std::int32_t, 9> positions{0, 4, 2, /**/ 1, 1, 3, /**/ 4, 0, 2};
  RopeArguments rope{};

  Table() {
    for (int row = 0; row < 5; ++row) {
      for (int column = 0; column < 8; ++column) {
        entries.at(static_cast<std::size_t>(8 * row + column)) =
            static_cast<float>(10 * row + column);
      }
    }
    rope.angles = RopeAngles::table;
    rope.table = entries.data();
    rope.table_type = DataType::f32;
    rope.table_rows = 5;
    rope.table_stride = 8;
    rope.rotary_dim = 8;
    rope.positions = positions.data();
    rope.position_type = DataType::i32;
    rope.position_stride = 3;
  }
};

}  // namespace

TEST_CASE("the table has the cosines of all pairs first, then the sines") {
  const Table table;
  const auto turns = kgate::oracle::turns_of_token(table.rope, DataType::f16, 1);
  REQUIRE(turns.size() == 4);
  for (std::size_t pair = 0; pair < 4; ++pair) {
    CHECK(turns[pair].cosine == 40.0F + static_cast<float>(pair));
    CHECK(turns[pair].sine == 44.0F + static_cast<float>(pair));
  }
}

TEST_CASE("pairs follow the positions of their section") {
  Table table;
  table.rope.sections[0] = 1;
  table.rope.sections[1] = 2;
  table.rope.sections[2] = 1;
  const auto turns = kgate::oracle::turns_of_token(table.rope, DataType::f32, 2);
  CHECK(turns[0].cosine == 20.0F);  // row 0: position 2
  CHECK(turns[1].cosine == 31.0F);  // row 1: position 3
  CHECK(turns[2].cosine == 32.0F);
  CHECK(turns[3].sine == 27.0F);  // row 2: position 2
}

TEST_CASE("Qwen3-VL's sections are every third pair up to 60, time has the rest") {
  RopeArguments rope{};
  rope.rotary_dim = 128;
  rope.sections[0] = 24;
  rope.sections[1] = 20;
  rope.sections[2] = 20;
  rope.sections_interleaved = 1;
  std::vector<int> expected(64, 0);
  for (std::size_t height = 1; height < 60; height += 3) {
    expected[height] = 1;
  }
  for (std::size_t width = 2; width < 60; width += 3) {
    expected[width] = 2;
  }
  for (int pair = 0; pair < 64; ++pair) {
    INFO("pair " << pair);
    CHECK(axis_of_pair(rope, pair) == expected[static_cast<std::size_t>(pair)]);
  }
}

TEST_CASE("Qwen2-VL's sections are runs of 16, 24 and 24 pairs") {
  RopeArguments rope{};
  rope.rotary_dim = 128;
  rope.sections[0] = 16;
  rope.sections[1] = rope.sections[2] = 24;
  CHECK(axis_of_pair(rope, 0) == 0);
  CHECK(axis_of_pair(rope, 15) == 0);
  CHECK(axis_of_pair(rope, 16) == 1);
  CHECK(axis_of_pair(rope, 39) == 1);
  CHECK(axis_of_pair(rope, 40) == 2);
  CHECK(axis_of_pair(rope, 63) == 2);
}

TEST_CASE("positions outside the table are errors in any row that is read") {
  Table table;
  CHECK(position_error(table.rope, 1) == TokenErrorCode::none);
  table.positions[1] = 5;
  CHECK(position_error(table.rope, 1) == TokenErrorCode::position_out_of_range);
  table.positions[1] = -1;
  CHECK(position_error(table.rope, 1) == TokenErrorCode::position_out_of_range);
  table.positions[1] = 4;
  table.positions[7] = 5;
  CHECK(position_error(table.rope, 1) == TokenErrorCode::none);
  table.rope.sections[0] = 4;
  CHECK(position_error(table.rope, 1) == TokenErrorCode::position_out_of_range);
}

TEST_CASE("a position past the q scales is an error of its own") {
  Table table;
  const std::array<float, 2> scales{1.0F, 2.0F};
  table.rope.q_scales = scales.data();
  table.rope.q_scale_rows = 2;
  table.rope.q_scale_period = 2;
  CHECK(kgate::oracle::q_scale(table.rope, 2) == 2.0F);
  CHECK(position_error(table.rope, 1) == TokenErrorCode::q_scale_out_of_range);
  table.rope.q_scale_offset = 2;
  CHECK(position_error(table.rope, 2) == TokenErrorCode::q_scale_out_of_range);
}
