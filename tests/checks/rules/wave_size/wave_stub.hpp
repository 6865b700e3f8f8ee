// SPDX-License-Identifier: MIT
// As much of HIP as lane arithmetic needs to parse.
#pragma once

#define __global__ __attribute__((global))
#define __device__ __attribute__((device))

struct Coordinates {
  unsigned x, y, z;
};
extern __device__ const Coordinates threadIdx, blockDim, blockIdx;
extern __device__ const int warpSize;
__device__ float __shfl_xor(float value, int mask, int width = warpSize);
__device__ float __shfl_down(float value, unsigned delta, int width = warpSize);
__device__ unsigned long long __ballot(int predicate);
__device__ unsigned __lane_id();
