// SPDX-License-Identifier: MIT
// The order of row sums, by values that another order rounds differently.
#include "oracle/order/row_sum.hpp"

#include <cstdint>
#include <vector>

#include "tests/catch.hpp"

using kgate::oracle::row_partials;
using kgate::oracle::sum_of_squares;
using kgate::oracle::tree_sum;

TEST_CASE("the number of partial sums follows from length and element size") {
  struct Row {
    std::size_t length;
    std::size_t size;
    std::size_t partials;
  };
  // 16-byte vectors / smallest power of two that leaves at most 512, rounded up to 32.
  for (const Row& row :
       {Row{1, 2, 32}, Row{256, 2, 32}, Row{257, 2, 64}, Row{2048, 2, 256}, Row{4096, 2, 512},
        Row{4097, 2, 288}, Row{5120, 2, 320}, Row{5125, 2, 352}, Row{8192, 2, 512},
        Row{12288, 2, 384}, Row{65536, 2, 512}, Row{1, 4, 32}, Row{129, 4, 64}, Row{2048, 4, 512},
        Row{2049, 4, 288}, Row{65536, 4, 512}}) {
    INFO(row.length << " elements of " << row.size);
    CHECK(row_partials(row.length, row.size) == row.partials);
  }
}

TEST_CASE("the tree adds neighbours first") {
  // Left to right, each 2^-24 is lost beside 1; together they are one unit of the last place.
  CHECK(tree_sum(std::vector<float>{1, 0, 0x1p-24F, 0x1p-24F}) == 1 + 0x1p-23F);
  CHECK(tree_sum(std::vector<float>{1, 0x1p-24F, 0, 0x1p-24F}) == 1);
  CHECK(tree_sum(std::vector<float>{0x1p-24F, 0x1p-24F, 1, 0}) == 1 + 0x1p-23F);
}

TEST_CASE("the second level of the tree pairs pairs") {
  // ((1+0) + (2^-24+0)) + ((2^-24+0) + 0) loses both; the middle two never meet first.
  CHECK(tree_sum(std::vector<float>{1, 0, 0x1p-24F, 0, 0x1p-24F, 0, 0, 0}) == 1);
  CHECK(tree_sum(std::vector<float>{1, 0, 0, 0, 0x1p-24F, 0, 0x1p-24F, 0}) == 1 + 0x1p-23F);
}

TEST_CASE("a missing neighbour is zero") {
  CHECK(tree_sum(std::vector<float>{}) == 0);
  CHECK(tree_sum(std::vector<float>{7}) == 7);
  CHECK(tree_sum(std::vector<float>{1, 2, 4}) == 7);
  CHECK(tree_sum(std::vector<float>{1, 2, 4, 8, 16}) == 31);
}

TEST_CASE("every element is squared and added once") {
  // Small integers: any order is exact, so the sum is the integer one.
  for (const std::size_t size : {std::size_t{2}, std::size_t{4}}) {
    for (std::size_t length = 1; length < 9000; length = length * 5 / 4 + 1) {
      std::vector<float> row;
      std::uint64_t expected = 0;
      for (std::size_t i = 0; i < length; ++i) {
        const std::uint64_t value = i % 13 + 1;
        row.push_back(static_cast<float>(value));
        expected += value * value;
      }
      INFO(length << " elements of " << size);
      CHECK(sum_of_squares(row, size) == static_cast<float>(expected));
    }
  }
}

TEST_CASE("a square is added without being rounded first") {
  // (1 + 2^-12)^2 = 1 + 2^-11 + 2^-24 is a tie that alone rounds down; 2^-26 before it decides.
  CHECK(sum_of_squares(std::vector<float>{0x1p-13F, 1 + 0x1p-12F}, 2) == 1 + 0x1p-11F + 0x1p-23F);
}

TEST_CASE("elements of one vector share a partial sum and vectors alternate") {
  // 2^-12 squared is 2^-24. Beside 1 in the same vector it is lost, and a second one too.
  std::vector<float> row(16, 0.0F);
  row[0] = 1;
  row[1] = 0x1p-12F;
  row[2] = 0x1p-12F;
  CHECK(sum_of_squares(row, 2) == 1);
  // In the next vector the two meet first.
  row[1] = row[2] = 0;
  row[8] = row[9] = 0x1p-12F;
  CHECK(sum_of_squares(row, 2) == 1 + 0x1p-23F);
  // With f32 elements a vector has four: 8 and 9 are in vector 2, still together.
  CHECK(sum_of_squares(row, 4) == 1 + 0x1p-23F);
}
