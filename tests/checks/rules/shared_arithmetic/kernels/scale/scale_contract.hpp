// SPDX-License-Identifier: MIT
// What the kernel and its oracle share.
#pragma once

struct ScaleArguments {
  float* x;
  int rows, columns, stride;
  float factor;
};

// good: a constant
constexpr int kBlock = 4 * 64;

// good: a check uses its arithmetic up
inline bool is_valid(const ScaleArguments& a) {
  return a.rows > 0 && a.columns % 8 == 0 && a.rows * a.stride < (1 << 30);
}

// bad: one wrong stride here, and both sides agree on it
inline int offset(const ScaleArguments& a, int row) {
  return row * a.stride;  // expect: shared-arithmetic
}

inline float scaled(const ScaleArguments& a, float x) {
  return x * a.factor;  // expect: shared-arithmetic
}
