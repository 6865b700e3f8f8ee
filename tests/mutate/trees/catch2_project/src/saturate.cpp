#include "saturate.hpp"

int saturated_sum(int a, int b) {
  const int sum = a + b;
  if (sum < 0) {
    return 0;
  }
  return sum > 255 ? 255 : sum;
}
