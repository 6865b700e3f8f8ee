// SPDX-License-Identifier: MIT
// Small kernels that exercise the runtime: arguments, LDS, variables, limits, and one fault each.
#include <stdint.h>

#define __global__ extern "C" __attribute__((global))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))
#define __launch_bounds__(threads) __attribute__((amdgpu_flat_work_group_size(1, threads)))

namespace {

__device__ uint32_t thread_x() { return __builtin_amdgcn_workitem_id_x(); }
__device__ uint32_t block_x() { return __builtin_amdgcn_workgroup_id_x(); }

/// The block of hidden arguments, as words of one size.
template <class Word>
const __device__ Word* hidden_arguments() {
  return (const Word*)__builtin_amdgcn_implicitarg_ptr();
}

__device__ void barrier() {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
  __builtin_amdgcn_s_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}

}  // namespace

extern "C" {
__device__ int table[4] = {10, 20, 30, 40};
__device__ int zeroed[3];
// A pointer to another variable: the loader must relocate it.
__device__ int* table_pointer = table + 2;
}

/// out[i] = in[i] + value for i < count.
__global__ void add_value(const int* in, int* out, int count, int value) {
  const int i = static_cast<int>(block_x() * 64 + thread_x());
  if (i < count) {
    out[i] = in[i] + value;
  }
}

struct ScaleArguments {
  const int* in;
  int* out;
  int64_t count;
  int16_t factor;
};

/// One by-value struct, as this project's kernels take.
__global__ void scale_struct(ScaleArguments a) {
  const int64_t i = block_x() * 64 + thread_x();
  if (i < a.count) {
    a.out[i] = a.in[i] * a.factor;
  }
}

/// Three words a thread: its identity in the grid, and what the runtime says the grid is.
__global__ void identify(uint32_t* out) {
  const auto* hidden = hidden_arguments<uint32_t>();
  const auto* sizes = hidden_arguments<uint16_t>();
  const uint32_t blocks_x = hidden[0];
  const uint32_t blocks_y = hidden[1];
  const uint32_t blocks_z = hidden[2];
  const uint32_t size_x = sizes[6];
  const uint32_t size_y = sizes[7];
  const uint32_t size_z = sizes[8];
  const uint32_t block =
      (__builtin_amdgcn_workgroup_id_z() * blocks_y + __builtin_amdgcn_workgroup_id_y()) *
          blocks_x +
      block_x();
  const uint32_t thread =
      (__builtin_amdgcn_workitem_id_z() * size_y + __builtin_amdgcn_workitem_id_y()) * size_x +
      thread_x();
  uint32_t* mine = out + 3 * (block * size_x * size_y * size_z + thread);
  mine[0] = block;
  mine[1] = thread;
  mine[2] = blocks_x | (blocks_y << 8) | (blocks_z << 16);
}

/// Reverses 64 words through dynamic LDS.
__global__ void reverse_through_lds(int* data) {
  extern __shared__ int words[];
  words[thread_x()] = data[thread_x()];
  barrier();
  data[thread_x()] = words[63 - thread_x()];
}

/// Counts launches in a device variable and reads a constant one through a relocated pointer.
__global__ void use_variables(int* out) {
  zeroed[1] += 1;
  out[0] = zeroed[1];
  out[1] = *table_pointer;
  out[2] = table[3];
}

__global__ void __launch_bounds__(64) only_64_threads(int* out) { out[thread_x()] = 1; }

/// 40 KiB of static LDS.
__global__ void much_lds(int* out) {
  __shared__ int words[10240];
  words[thread_x()] = static_cast<int>(thread_x());
  barrier();
  out[thread_x()] = words[63 - thread_x()];
}

__global__ void no_arguments() {}

/// Stores one element past the end of `count`.
__global__ void store_out_of_bounds(int* out, int count) {
  if (thread_x() == 0) {
    out[count] = 1;
  }
}

/// Loads a word from an address that is odd.
__global__ void load_unaligned(const char* in, int* out) {
  out[thread_x()] = *reinterpret_cast<const int*>(in + 4 * thread_x() + 1);
}

/// Reads LDS that nothing wrote.
__global__ void read_uninitialised_lds(int* out) {
  volatile __shared__ int words[64];
  out[thread_x()] = words[thread_x()];
}

/// Reads global memory that nothing wrote.
__global__ void read_uninitialised_memory(const int* in, int* out) {
  out[thread_x()] = in[thread_x()] + 1;
}

/// Half of the lanes wait at a barrier. The asm keeps the branch a branch.
__global__ void barrier_in_divergent_code(int* out) {
  if (thread_x() < 16) {
    asm volatile("s_barrier" ::: "memory");
    out[thread_x()] = 2;
  }
}

__global__ void trap(int* out) {
  out[0] = 1;
  __builtin_trap();
}

/// Never ends.
__global__ void endless(volatile int* out) {
  for (;;) {
    out[0] = 1;
  }
}

/// Uses the device heap, as malloc in kernels does.
__global__ void use_heap(uint64_t* out) {
  out[0] = *reinterpret_cast<const uint64_t*>(hidden_arguments<uint64_t>()[12]);
}
