// SPDX-License-Identifier: MIT
// The rule's smallest cases, in the source.
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))

__device__ float rsqrtf(float x);
__device__ float expf(float x);
__device__ float __expf(float x);
__device__ float sqrtf(float x);
__device__ float fmaf(float a, float b, float c);
__device__ float atomicAdd(float* where, float value);
__device__ int atomicAdd(int* where, int value);

__device__ float bad_calls(float x) {
  float y = rsqrtf(x);  // expect: inexact-operation
  y += expf(x);         // expect: inexact-operation
  y += __expf(x);       // expect: inexact-operation
  y += __builtin_amdgcn_rcpf(x);  // expect: inexact-operation
  return y;
}

__global__ void bad_atomic(float* sum, float x) {
  atomicAdd(sum, x);  // expect: inexact-operation
}

__device__ float bad_pragma(float a, float b, float c) {
#pragma clang fp contract(fast)  // expect: inexact-operation
  return a * b + c;              // expect: inexact-operation
}

// good: what IEEE-754 defines exactly
__device__ float good_calls(float x) { return 1.0f / sqrtf(fmaf(x, x, 1e-6f)); }
__device__ float good_not_fused(float a, float b, float c) { return a * b + c; }
__global__ void good_atomic(int* count) { atomicAdd(count, 1); }

namespace own {
// good: a function of the project's own, written from exact operations
__device__ float expf(float x) { return 1.0f + x * (1.0f + x * 0.5f); }
__device__ float use(float x) { return expf(x); }
}  // namespace own
