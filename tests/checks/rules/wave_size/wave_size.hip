// SPDX-License-Identifier: MIT
// The rule's smallest cases.
#include "wave_stub.hpp"

constexpr int kWave = 32;

__global__ void bad(float* x, int n) {
  const unsigned lane = threadIdx.x % 32;    // expect: wave-size
  const unsigned wave = threadIdx.x / 64u;   // expect: wave-size
  const unsigned masked = threadIdx.x & 31;  // expect: wave-size
  const unsigned shifted = threadIdx.x >> 5;  // expect: wave-size
  const unsigned named = threadIdx.x % kWave;  // expect: wave-size
  if (lane < 32) x[wave] += 1.0f;  // expect: wave-size
  if (__lane_id() == 32) x[masked] += 1.0f;  // expect: wave-size
  x[shifted + named] += __shfl_xor(x[0], 1, 32);  // expect: wave-size
}

__device__ float bad_sum(float v) {
  v += __shfl_xor(v, 32);  // expect: wave-size
  for (int delta = 16; delta > 0; delta /= 2) {
    v += __shfl_down(v, delta);  // expect: wave-size
  }
  return v;
}

__global__ void bad_for_its_name_wave32(float* x) {
  x[threadIdx.x % 64] = 0.0f;  // expect: wave-size
}

// good: the size is asked
__device__ float good_sum(float v) {
  for (int delta = warpSize / 2; delta > 0; delta /= 2) v += __shfl_down(v, delta);
  return v;
}

// good: the size is a parameter
template <int Wave>
__device__ unsigned good_lane() {
  return threadIdx.x % Wave;
}
template __device__ unsigned good_lane<32>();

// good: declared for the size
__global__ void good_wave32(float* x) { x[threadIdx.x % 32] += __shfl_xor(x[0], 1, 32); }

__attribute__((annotate("_wave64"))) __global__ void good_by_annotation(float* x) {
  x[threadIdx.x & 63] = 0.0f;
}

// good: 32 and 64 that are no lanes
__global__ void good_other_numbers(float* x, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) x[i * 64] = static_cast<float>(i % 32);
  const int columns = n / 32;
  if (n > 64) x[columns] = 0.0f;
}
