// SPDX-License-Identifier: MIT
// What the checks that all kernels share accept and refuse.
#include "kernels/argument_checks.hpp"

#include <cstdint>
#include <limits>

#include "tests/kernels/argument_rows.hpp"

using kgate::check_pointer;
using kgate::check_stride;
using kgate::DataType;

TEST_CASE("a pointer is set and aligned to its elements") {
  CHECK(check_pointer("x", kgate::at_address(0x1004), DataType::f32).ok());
  CHECK(check_pointer("x", nullptr, DataType::f32).message() ==
        "x is null; it must point to f32 elements");
  CHECK(check_pointer("x", kgate::at_address(0x1002), DataType::f32).message() ==
        "x is at 0x1002; it must be aligned to its f32 elements, 4 bytes");
}

TEST_CASE("a row stride holds the row, and all rows fit 63-bit byte offsets") {
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max() / 2;  // f16 elements
  CHECK(check_stride("s", 8, 8, 1, DataType::f16).ok());
  CHECK(check_stride("s", 7, 8, 1, DataType::f16).message() ==
        "s is 7; it must be at least the row length, 8");
  CHECK(check_stride("s", std::numeric_limits<std::int64_t>::max(), 8, 1, DataType::f16).ok());
  CHECK(check_stride("s", kMost - 8, 8, 2, DataType::f16).ok());
  CHECK(check_stride("s", kMost - 7, 8, 2, DataType::f16).message() ==
        "s is 4611686018427387896; 2 rows of it exceed a 63-bit byte offset");
  CHECK(check_stride("s", (kMost - 8) / 2, 8, 3, DataType::f16).ok());
  CHECK(!check_stride("s", (kMost - 8) / 2 + 1, 8, 3, DataType::f16).ok());
}

TEST_CASE("a kernel's name is put before a refusal, and nothing before an acceptance") {
  CHECK(kgate::in_kernel("k", {}).ok());
  const kgate::Status refused = kgate::in_kernel("k", kgate::invalid_argument("x is {}", 1));
  CHECK(refused.message() == "k: x is 1");
  CHECK(refused.code() == kgate::StatusCode::invalid_argument);
}
