// SPDX-License-Identifier: MIT
// Argument struct of the kernel whose faults depend on circumstances: totals[c] = sum of chunk c.
#pragma once

struct ChunkTotalsArguments {
  const float* x;
  float* totals;  // zeros before the launch
};

inline constexpr int kChunk = 256;      // elements, one a thread
inline constexpr int kChunkCount = 32;  // workgroups
