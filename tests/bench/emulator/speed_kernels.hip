// SPDX-License-Identifier: MIT
// What emulator_bench times: a streaming kernel, a reduction with barriers, and integer arithmetic.
#include "tests/bench/emulator/speed_kernels.hpp"

#define __global__ extern "C" __attribute__((global))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))

namespace {

using Vector = float __attribute__((ext_vector_type(4)));

__device__ int thread_x() { return static_cast<int>(__builtin_amdgcn_workitem_id_x()); }
__device__ int block_x() { return static_cast<int>(__builtin_amdgcn_workgroup_id_x()); }

__device__ void barrier() {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
  __builtin_amdgcn_s_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}

}  // namespace

/// out = 2 in + out, four elements a thread at a time.
__global__ void stream(SpeedArguments a) {
  const auto* in = reinterpret_cast<const Vector*>(a.in);
  auto* out = reinterpret_cast<Vector*>(a.out);
  for (int i = block_x() * kSpeedThreads + thread_x(); i < kSpeedElements / 4;
       i += kSpeedBlocks * kSpeedThreads) {
    out[i] = 2.0f * in[i] + out[i];
  }
}

/// Each block sums 64 rows of 256 elements through LDS, a barrier after each level of the tree.
__global__ void reduce(SpeedArguments a) {
  __shared__ float values[kSpeedThreads];
  const int rows = kSpeedElements / kSpeedThreads / kSpeedBlocks;
  for (int row = block_x() * rows; row < (block_x() + 1) * rows; ++row) {
    values[thread_x()] = a.in[row * kSpeedThreads + thread_x()];
    barrier();
    for (int half = kSpeedThreads / 2; half > 0; half /= 2) {
      if (thread_x() < half) {
        values[thread_x()] += values[thread_x() + half];
      }
      barrier();
    }
    if (thread_x() == 0) {
      a.out[row] = values[0];
    }
    barrier();
  }
}

/// A generator's integer arithmetic, 256 steps a thread.
__global__ void integers(SpeedArguments a) {
  const int i = block_x() * kSpeedThreads + thread_x();
  unsigned x = static_cast<unsigned>(i) * 2654435761u;
  unsigned y = x ^ 0x9E3779B9u;
  for (int step = 0; step < 256; ++step) {
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    y = y * 1664525u + 1013904223u;
    x += y;
  }
  a.out[i] = static_cast<float>(x);
}
