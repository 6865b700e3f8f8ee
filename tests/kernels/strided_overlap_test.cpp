// SPDX-License-Identifier: MIT
// Overlap of strided tensors, against a byte-by-byte count.
#include "kernels/strided_overlap.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <set>

#include "tests/catch.hpp"

using kgate::StridedBytes;

namespace {

/// `rows` rows of `run` bytes.
StridedBytes rows_at(std::uintptr_t address, std::int64_t rows, std::int64_t stride,
                     std::int64_t run) {
  return {.name = "tensor", .address = address, .run = run, .dimensions = {{{rows, stride}}}};
}

std::set<std::uintptr_t> bytes_of(const StridedBytes& tensor) {
  const auto& [outer, middle, inner] = tensor.dimensions;
  std::set<std::uintptr_t> bytes;
  for (std::int64_t i = 0; i < outer.count; ++i) {
    for (std::int64_t j = 0; j < middle.count; ++j) {
      for (std::int64_t k = 0; k < inner.count; ++k) {
        for (std::int64_t byte = 0; byte < tensor.run; ++byte) {
          bytes.insert(tensor.address +
                       static_cast<std::uintptr_t>(i * outer.stride + j * middle.stride +
                                                   k * inner.stride + byte));
        }
      }
    }
  }
  return bytes;
}

bool share_a_byte(const StridedBytes& a, const StridedBytes& b) {
  const std::set<std::uintptr_t> first = bytes_of(a);
  const std::set<std::uintptr_t> second = bytes_of(b);
  return std::ranges::any_of(first, [&](std::uintptr_t byte) { return second.contains(byte); });
}

}  // namespace

TEST_CASE("overlap of tensors of one stride is exact") {
  std::uint64_t compared = 0;
  for (const std::int64_t stride : {4, 6, 9}) {
    for (const std::int64_t run : {1, 3, 4}) {
      for (const std::int64_t rows : {1, 2, 4}) {
        for (std::uintptr_t address = 60; address < 140; ++address) {
          const StridedBytes fixed = rows_at(100, 3, stride, 3);
          const StridedBytes moving = rows_at(address, rows, stride, run);
          const bool shared = share_a_byte(fixed, moving);
          if (kgate::overlap(fixed, moving) != shared || kgate::overlap(moving, fixed) != shared) {
            FAIL("stride " << stride << ", rows " << rows << " of " << run << " at " << address);
          }
          ++compared;
        }
      }
    }
  }
  CHECK(compared == 2160);  // 27 shapes at 80 addresses
}

TEST_CASE("overlap of blocks of rows with the same two strides is exact") {
  StridedBytes fixed = rows_at(200, 2, 40, 3);
  fixed.dimensions[1] = {.count = 3, .stride = 8};
  StridedBytes moving = fixed;
  moving.run = 4;
  for (moving.address = 100; moving.address < 320; ++moving.address) {
    const bool shared = share_a_byte(fixed, moving);
    if (kgate::overlap(fixed, moving) != shared || kgate::overlap(moving, fixed) != shared) {
      FAIL("at " << moving.address);
    }
  }
  SUCCEED();
}

TEST_CASE("overlap of blocks, rows and heads with the same three strides is exact") {
  StridedBytes fixed{.name = "tensor", .address = 300, .run = 3, .dimensions = {}};
  fixed.dimensions = {{{2, 80}, {2, 32}, {2, 8}}};
  StridedBytes moving = fixed;
  for (fixed.run = 1; fixed.run <= 3; fixed.run += 2) {
    for (const std::int64_t run : {1, 4, 8}) {
      moving.run = run;
      for (moving.address = 100; moving.address < 520; ++moving.address) {
        const bool shared = share_a_byte(fixed, moving);
        if (kgate::overlap(fixed, moving) != shared || kgate::overlap(moving, fixed) != shared) {
          FAIL("runs of " << fixed.run << " and " << run << " at " << moving.address);
        }
      }
    }
  }
  SUCCEED();
}

TEST_CASE("a tensor that lies in the gaps of another does not overlap it") {
  struct Pair {
    StridedBytes one;
    StridedBytes other;
  };
  const auto at = [](std::uintptr_t address, std::int64_t run,
                     std::array<StridedBytes::Dimension, 3> dimensions) {
    return StridedBytes{.name = "tensor", .address = address, .run = run, .dimensions = dimensions};
  };
  const Pair pairs[] = {
      // One element in a dimension: its stride says nothing.
      {at(100, 3, {{{2, 8}}}), at(103, 5, {{{1, 10}}})},
      // What the period of the larger stride would bring up again is not there.
      {at(100, 2, {{{3, 8}}}), at(111, 5, {{{2, 40}, {2, 27}}})},
      // The inner rows fill the outer stride from end to end, and not between.
      {at(100, 1, {{{2, 4}, {2, 3}}}), at(101, 1, {{{2, 4}}})},
      // Reaches to where a third row would be.
      {at(100, 1, {{{2, 9}, {2, 3}}}), at(110, 1, {{{2, 8}}})},
  };
  for (const Pair& pair : pairs) {
    INFO(pair.one.run << " at " << pair.one.address << ", " << pair.other.run << " at "
                      << pair.other.address);
    CHECK_FALSE(share_a_byte(pair.one, pair.other));
    CHECK_FALSE(kgate::overlap(pair.one, pair.other));
    CHECK_FALSE(kgate::overlap(pair.other, pair.one));
  }
  CHECK(kgate::overlap(rows_at(100, 3, 8, 1), rows_at(108, 1, 8, 1)));
}

TEST_CASE("runs are apart where every stride is the extent of the smaller ones or more") {
  const auto with = [](std::array<StridedBytes::Dimension, 3> dimensions) {
    return StridedBytes{.name = "tensor", .address = 0, .run = 4, .dimensions = dimensions};
  };
  CHECK(kgate::runs_are_apart(with({{{2, 8}, {2, 20}, {2, 4}}})));
  CHECK(kgate::runs_are_apart(with({{{2, 4}, {2, 8}, {2, 16}}})));
  CHECK_FALSE(kgate::runs_are_apart(with({{{2, 4}, {2, 8}, {2, 15}}})));
  CHECK_FALSE(kgate::runs_are_apart(with({{{2, 4}, {2, 7}, {2, 16}}})));
  CHECK_FALSE(kgate::runs_are_apart(with({{{2, 3}, {2, 8}, {2, 16}}})));
  CHECK_FALSE(kgate::runs_are_apart(with({{{2, 4}, {3, 4}, {1, 0}}})));
  CHECK(kgate::runs_are_apart(with({{{1, 3}, {2, 4}, {1, 0}}})));
}

TEST_CASE("whatever the strides, no overlap is missed") {
  for (const std::int64_t stride : {3, 5, 7, 16}) {
    for (std::uintptr_t address = 60; address < 140; ++address) {
      const StridedBytes fixed = rows_at(100, 3, 8, 2);
      const StridedBytes moving = rows_at(address, 4, stride, 3);
      if (share_a_byte(fixed, moving) && !kgate::overlap(fixed, moving)) {
        FAIL("stride " << stride << " at " << address);
      }
    }
  }
  CHECK_FALSE(kgate::overlap(rows_at(100, 3, 8, 2), rows_at(118, 3, 10, 2)));
  CHECK_FALSE(kgate::overlap(rows_at(78, 3, 10, 2), rows_at(100, 3, 8, 2)));
}

TEST_CASE("an absent tensor overlaps nothing") {
  CHECK_FALSE(kgate::overlap(rows_at(100, 3, 8, 0), rows_at(100, 3, 8, 8)));
}

TEST_CASE("in place needs the same address, row and stride") {
  const StridedBytes tensor = rows_at(100, 3, 8, 4);
  CHECK(kgate::exactly_in_place(tensor, tensor));
  CHECK_FALSE(kgate::exactly_in_place(rows_at(102, 3, 8, 4), tensor));
  CHECK_FALSE(kgate::exactly_in_place(rows_at(100, 3, 12, 4), tensor));
  CHECK_FALSE(kgate::exactly_in_place(rows_at(100, 3, 8, 2), tensor));
  // The stride of a single row is never used.
  CHECK(kgate::exactly_in_place(rows_at(100, 1, 12, 4), rows_at(100, 1, 8, 4)));
}
