// SPDX-License-Identifier: MIT
// Device functions that stay functions: recursion, calls through pointers, structs on the stack,
// pointers that do not say which memory they mean, hardware registers. Compiled with and without
// optimisation.
#include <stdint.h>

#define __global__ extern "C" __attribute__((global))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))
#define __noinline __attribute__((noinline))

namespace {

__device__ uint32_t thread_x() { return __builtin_amdgcn_workitem_id_x(); }
__device__ void barrier() {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
  __builtin_amdgcn_s_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}

/// Each lane goes as deep as its own number says.
__device__ __noinline uint32_t fibonacci(uint32_t n) {
  return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

using Operation = uint32_t (*)(uint32_t, uint32_t);
__device__ __noinline uint32_t sum(uint32_t a, uint32_t b) { return a + b; }
__device__ __noinline uint32_t product(uint32_t a, uint32_t b) { return a * b; }
__device__ __noinline uint32_t difference(uint32_t a, uint32_t b) { return a - b; }

/// Too large for registers: passed and returned in memory.
struct Large {
  uint32_t words[40];
};
__device__ __noinline Large rotated(Large in, uint32_t by) {
  Large out;
  for (uint32_t i = 0; i < 40; ++i) out.words[i] = in.words[(i + by) % 40];
  return out;
}

__device__ __noinline void add_through(uint32_t* anywhere, uint32_t value) { *anywhere += value; }

}  // namespace

extern "C" {
// Addresses of functions in memory: the loader relocates them.
__device__ Operation operations[3] = {sum, product, difference};
}

__global__ void recurse(uint32_t* out) { out[thread_x()] = fibonacci(thread_x() % 10); }

__global__ void call_through_table(uint32_t* out) {
  const uint32_t i = thread_x();
  out[i] = operations[i % 3](i, 7);
}

__global__ void pass_large(uint32_t* out) {
  Large large;
  for (uint32_t i = 0; i < 40; ++i) large.words[i] = 100 * thread_x() + i;
  const Large result = rotated(large, thread_x() % 5);
  out[thread_x()] = result.words[0] + result.words[39];
}

/// A pointer to LDS, to the lane's own stack or to global memory, chosen by the lane.
__global__ void add_anywhere(uint32_t* out) {
  __shared__ uint32_t shared[64];
  volatile uint32_t mine = 3;
  const uint32_t i = thread_x();
  shared[i] = 1000;
  out[i] = 2000;
  uint32_t* chosen =
      i % 3 == 0 ? &shared[i] : (i % 3 == 1 ? const_cast<uint32_t*>(&mine) : &out[i]);
  add_through(chosen, i);
  __atomic_fetch_add(i % 2 == 0 ? &shared[i] : &out[i], 5U, __ATOMIC_RELAXED);
  barrier();
  out[64 + i] = shared[i];
  out[128 + i] = mine;
}

/// 1 + 2^-30 rounded to nearest, then up, then to nearest. One asm: the compiler moves single
/// additions across changes of MODE.
__global__ void change_rounding(float* out) {
  float results[3];
  asm volatile(
      "v_add_f32 %0, %3, %4\n"
      "s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 2), 1\n"
      "v_add_f32 %1, %3, %4\n"
      "s_setreg_b32 hwreg(HW_REG_MODE, 0, 2), %5\n"
      "v_add_f32 %2, %3, %4"
      : "=&v"(results[0]), "=&v"(results[1]), "=&v"(results[2])
      : "v"(1.0F), "v"(0x1p-30F), "s"(0));
  for (int i = 0; i < 3; ++i) out[3 * thread_x() + i] = results[i];
}

/// Clocks move forward; messages, sleeping, priorities and a debugger's trap change nothing.
__global__ void read_clocks(uint64_t* out) {
  const uint64_t first = __builtin_readsteadycounter();
  __builtin_amdgcn_s_sleep(3);
  __builtin_amdgcn_s_setprio(2);
  __builtin_debugtrap();
  const uint64_t second = __builtin_readsteadycounter();
  out[2 * thread_x()] = first;
  out[2 * thread_x() + 1] = second;
}
