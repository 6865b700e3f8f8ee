// SPDX-License-Identifier: MIT
// The kernels' row plan and the oracle's statement of it, which share no code, agree.
#include "kernels/device/row_plan.hpp"

#include <cstddef>

#include "oracle/order/row_sum.hpp"
#include "tests/catch.hpp"

using namespace kgate::device;

TEST_CASE("every row length has as many threads as the oracle has partial sums") {
  for (const int size : {1, 2, 4}) {
    for (int length = 1; length <= 65536; ++length) {
      const int vectors = row_vectors(length, kVectorBytes / size);
      const int threads = row_threads(vectors, row_vectors_per_thread(vectors));
      const std::size_t partials = kgate::oracle::row_partials(static_cast<std::size_t>(length),
                                                               static_cast<std::size_t>(size));
      if (static_cast<std::size_t>(threads) != partials) {
        FAIL(length << " elements of " << size << ": " << threads << " threads, " << partials);
      }
    }
  }
  SUCCEED();
}

TEST_CASE("a workgroup is whole groups, within the limit, and covers the row") {
  for (const int length : {1, 8, 255, 4096, 4097, 5120, 16384, 65536}) {
    const int vectors = row_vectors(length, 8);
    const int per_thread = row_vectors_per_thread(vectors);
    const int threads = row_threads(vectors, per_thread);
    INFO(length);
    CHECK(threads % kGroupLanes == 0);
    CHECK(threads <= kMaxRowThreads);
    CHECK(threads * per_thread >= vectors);
  }
}
