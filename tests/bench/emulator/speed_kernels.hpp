// SPDX-License-Identifier: MIT
// Argument struct and sizes of emulator_bench's own kernels.
#pragma once

struct SpeedArguments {
  const float* in;
  float* out;
};

inline constexpr int kSpeedElements = 1 << 18;  // of `in` and of `out`
inline constexpr int kSpeedBlocks = 16;
inline constexpr int kSpeedThreads = 256;
