// SPDX-License-Identifier: MIT
// Overlap of strided tensors, against a byte-by-byte count.
#include "kernels/argument_checks.hpp"

#include <algorithm>
#include <cstdint>
#include <set>

#include "tests/catch.hpp"

using kgate::TensorBytes;

namespace {

std::set<std::uintptr_t> bytes_of(const TensorBytes& tensor) {
  std::set<std::uintptr_t> bytes;
  for (std::int64_t row = 0; row < tensor.rows; ++row) {
    for (std::int64_t byte = 0; byte < tensor.row_bytes; ++byte) {
      bytes.insert(tensor.address + static_cast<std::uintptr_t>(row * tensor.stride_bytes + byte));
    }
  }
  return bytes;
}

bool share_a_byte(const TensorBytes& a, const TensorBytes& b) {
  const std::set<std::uintptr_t> first = bytes_of(a);
  const std::set<std::uintptr_t> second = bytes_of(b);
  return std::any_of(first.begin(), first.end(),
                     [&](std::uintptr_t byte) { return second.count(byte) != 0; });
}

}  // namespace

TEST_CASE("overlap of tensors of one stride is exact") {
  std::uint64_t compared = 0;
  for (const std::int64_t stride : {4, 6, 9}) {
    for (const std::int64_t row_bytes : {1, 3, 4}) {
      for (const std::int64_t rows : {1, 2, 4}) {
        for (std::uintptr_t address = 60; address < 140; ++address) {
          const TensorBytes fixed{"fixed", 100, 3, stride, 3};
          const TensorBytes moving{"moving", address, rows, stride, row_bytes};
          const bool shared = share_a_byte(fixed, moving);
          if (kgate::overlap(fixed, moving) != shared || kgate::overlap(moving, fixed) != shared) {
            FAIL("stride " << stride << ", rows " << rows << " of " << row_bytes << " at "
                           << address);
          }
          ++compared;
        }
      }
    }
  }
  CHECK(compared == 3 * 3 * 3 * 80);
}

TEST_CASE("tensors of different strides overlap as soon as their ranges cross") {
  const TensorBytes a{"a", 100, 3, 8, 2};
  CHECK(kgate::overlap(a, {"b", 102, 3, 10, 2}));
  CHECK_FALSE(kgate::overlap(a, {"b", 118, 3, 10, 2}));
  CHECK_FALSE(kgate::overlap({"b", 78, 3, 10, 2}, a));
}

TEST_CASE("a tensor without rows overlaps nothing") {
  CHECK_FALSE(kgate::overlap({"a", 100, 0, 8, 8}, {"b", 100, 3, 8, 8}));
}

TEST_CASE("in place needs the same address, row and stride") {
  const TensorBytes tensor{"a", 100, 3, 8, 4};
  CHECK(kgate::exactly_in_place(tensor, tensor));
  CHECK_FALSE(kgate::exactly_in_place({"b", 102, 3, 8, 4}, tensor));
  CHECK_FALSE(kgate::exactly_in_place({"b", 100, 3, 12, 4}, tensor));
  CHECK_FALSE(kgate::exactly_in_place({"b", 100, 3, 8, 2}, tensor));
  // The stride of a single row is never used.
  CHECK(kgate::exactly_in_place({"b", 100, 1, 12, 4}, {"a", 100, 1, 8, 4}));
}
