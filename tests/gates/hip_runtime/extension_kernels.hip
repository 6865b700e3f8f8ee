// SPDX-License-Identifier: MIT
// Kernels about which the extension interface has something to say: inexact values, source lines.

#define __global__ extern "C" __attribute__((global))
#define __device__ __attribute__((device))

namespace {

__device__ unsigned thread_x() { return __builtin_amdgcn_workitem_id_x(); }

__device__ void put(int* out, int index, int value) {
  out[index] = value;  // the store itself
}

}  // namespace

/// A quotient: the compiler's expansion refines a reciprocal to the IEEE result.
__global__ void divide(const float* a, const float* b, float* out) {
  out[thread_x()] = a[thread_x()] / b[thread_x()];
}

/// The reciprocal instruction's own bits.
__global__ void reciprocal(const float* a, float* out) {
  out[thread_x()] = __builtin_amdgcn_rcpf(a[thread_x()]);
}

/// Stores past the end of `count` through an inlined function.
__global__ void store_past_the_end(int* out, int count) { put(out, count, 1); }

/// Thread 0 of each block writes its block number to one word.
__global__ void store_from_every_block(int* out) {
  out[0] = static_cast<int>(__builtin_amdgcn_workgroup_id_x());
}
