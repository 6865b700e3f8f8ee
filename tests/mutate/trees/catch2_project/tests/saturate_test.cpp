#include "saturate.hpp"

#include <catch2/catch.hpp>

TEST_CASE("a sum in range is the sum") {
  CHECK(saturated_sum(20, 30) == 50);
  CHECK(saturated_sum(-20, 21) == 1);
}

TEST_CASE("a sum out of range is the nearest value in range") {
  CHECK(saturated_sum(200, 100) == 255);
  CHECK(saturated_sum(200, 56) == 255);
  CHECK(saturated_sum(-2, 1) == 0);
}
