// SPDX-License-Identifier: MIT
// Overlap of strided tensors, against a byte-by-byte count.
#include "kernels/strided_overlap.hpp"

#include <algorithm>
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
  std::set<std::uintptr_t> bytes;
  for (std::int64_t i = 0; i < tensor.dimensions[0].count; ++i) {
    for (std::int64_t j = 0; j < tensor.dimensions[1].count; ++j) {
      for (std::int64_t k = 0; k < tensor.run; ++k) {
        bytes.insert(tensor.address +
                     static_cast<std::uintptr_t>(i * tensor.dimensions[0].stride +
                                                 j * tensor.dimensions[1].stride + k));
      }
    }
  }
  return bytes;
}

bool share_a_byte(const StridedBytes& a, const StridedBytes& b) {
  const std::set<std::uintptr_t> first = bytes_of(a);
  const std::set<std::uintptr_t> second = bytes_of(b);
  return std::any_of(first.begin(), first.end(),
                     [&](std::uintptr_t byte) { return second.count(byte) != 0; });
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
  CHECK(compared == 3 * 3 * 3 * 80);
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
