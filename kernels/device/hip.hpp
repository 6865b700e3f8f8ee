// SPDX-License-Identifier: MIT
// The few HIP names device code needs, from compiler builtins alone.
//
// The vendor's runtime header costs a second and a half of compile time per kernel, and the
// mutation ladder compiles hundreds. This one serves amdgcn in both wave sizes and nvcc, unchanged.
#pragma once

#include <stdint.h>

#if defined(__CUDACC__)
#define KGATE_DEVICE static __device__ __forceinline__
#define KGATE_HOST_DEVICE static __host__ __device__ __forceinline__
/// Entry of a kernel, launched with at most `threads` threads.
#define KGATE_ENTRY(threads) extern "C" __global__ void __launch_bounds__(threads)
#define KGATE_UNROLL _Pragma("unroll")
#define KGATE_NO_UNROLL _Pragma("unroll 1")
#elif defined(__HIP__)
#define __shared__ __attribute__((shared))
#define KGATE_DEVICE static inline __attribute__((device, always_inline))
#define KGATE_HOST_DEVICE static inline __attribute__((host, device, always_inline))
#define KGATE_ENTRY(threads) \
  extern "C"                 \
      __attribute__((global, visibility("default"), amdgpu_flat_work_group_size(1, threads))) void
#define KGATE_UNROLL _Pragma("unroll")
#define KGATE_NO_UNROLL _Pragma("nounroll")
#else
// Host code that launches: only the parts marked KGATE_HOST_DEVICE exist.
#define KGATE_HOST_DEVICE inline
#endif

namespace kgate::device {

KGATE_HOST_DEVICE uint32_t bits_of(float value) { return __builtin_bit_cast(uint32_t, value); }

KGATE_HOST_DEVICE float float_of(uint32_t bits) { return __builtin_bit_cast(float, bits); }

/// a*b+c with one rounding.
KGATE_HOST_DEVICE float fused_multiply_add(float a, float b, float c) {
  return __builtin_fmaf(a, b, c);
}

/// Number of zero bits above the highest one bit; `value` is not 0.
KGATE_HOST_DEVICE int leading_zeros(uint64_t value) { return __builtin_clzll(value); }

}  // namespace kgate::device

#if defined(__CUDACC__) || defined(__HIP__)

namespace kgate::device {

/// Index of this thread in its workgroup; workgroups are one-dimensional.
KGATE_DEVICE int thread_index() {
#if defined(__CUDACC__)
  return static_cast<int>(threadIdx.x);
#else
  return static_cast<int>(__builtin_amdgcn_workitem_id_x());
#endif
}

/// Index of this workgroup in the grid.
KGATE_DEVICE int workgroup_index() {
#if defined(__CUDACC__)
  return static_cast<int>(blockIdx.x);
#else
  return static_cast<int>(__builtin_amdgcn_workgroup_id_x());
#endif
}

/// Index of this workgroup along the second axis of the grid.
KGATE_DEVICE int workgroup_index_y() {
#if defined(__CUDACC__)
  return static_cast<int>(blockIdx.y);
#else
  return static_cast<int>(__builtin_amdgcn_workgroup_id_y());
#endif
}

/// Index of this workgroup along the third axis of the grid.
KGATE_DEVICE int workgroup_index_z() {
#if defined(__CUDACC__)
  return static_cast<int>(blockIdx.z);
#else
  return static_cast<int>(__builtin_amdgcn_workgroup_id_z());
#endif
}

/// Whether a store to global memory in flight leaves a barrier alone. gfx11 counts it among what a
/// barrier waits for.
#if defined(__CUDACC__)
constexpr bool kStoresPassBarriers = true;
#else
constexpr bool kStoresPassBarriers = false;
#endif

/// Every thread of the workgroup waits here, and sees the LDS writes of all others before it.
/// Global memory is not ordered: a thread may not read what another thread of the same launch wrote
/// there. (Ordering it too would wait for stores in flight and drop cache lines on gfx11.)
KGATE_DEVICE void lds_barrier() {
#if defined(__CUDACC__)
  __syncthreads();
#else
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup", "local");
  __builtin_amdgcn_s_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup", "local");
#endif
}

/// The correctly rounded square root, for every input. Both compilers expand it to IEEE's result
/// when built without fast-math.
KGATE_DEVICE float square_root(float value) { return __builtin_sqrtf(value); }

/// The same value, computed before what follows: without it a compiler moves an operation down to
/// its use, there behind a barrier.
KGATE_DEVICE float computed_here(float value) {
#if defined(__CUDACC__)
  asm volatile("" : "+f"(value));
#else
  asm volatile("" : "+v"(value));
#endif
  return value;
}

template <class Pointee>
KGATE_DEVICE Pointee* computed_here(Pointee* pointer) {
#if defined(__CUDACC__)
  asm volatile("" : "+l"(pointer));
#else
  asm volatile("" : "+v"(pointer));
#endif
  return pointer;
}

/// The value of lane (own lane xor kMask) of the same aligned group of 32 lanes; kMask is a power
/// of two below 32. All 32 lanes must be active. A wave of 64 is two such groups.
template <int kMask>
KGATE_DEVICE float lane_xor(float value) {
  static_assert(kMask > 0 && kMask < 32 && (kMask & (kMask - 1)) == 0);
#if defined(__CUDACC__)
  return __shfl_xor_sync(0xffffffffu, value, kMask);
#else
  const int bits = __builtin_bit_cast(int, value);
#if defined(__GFX9__)
  // gfx9 has neither row_xmask nor permlanex16; the LDS crossbar does it without touching LDS.
  return __builtin_bit_cast(float, __builtin_amdgcn_ds_swizzle(bits, (kMask << 10) | 0x1f));
#else
  if constexpr (kMask < 16) {
    constexpr int kRowXmask = 0x160;
    return __builtin_bit_cast(
        float, __builtin_amdgcn_update_dpp(bits, bits, kRowXmask | kMask, 0xf, 0xf, true));
  } else {
    return __builtin_bit_cast(
        float, __builtin_amdgcn_permlanex16(bits, bits, 0x76543210u, 0xfedcba98u, true, false));
  }
#endif
#endif
}

}  // namespace kgate::device

#endif
