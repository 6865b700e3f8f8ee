// SPDX-License-Identifier: MIT
// The second of two LDS loads is used when only the first has been waited for.
// finding: missing wait
// kernel: swap_halves
// options: --hazards
// says: no s_waitcnt lgkmcnt
#include "tests/gates/emulated_program/corpus_program.hpp"

__global__ void swap_halves(int* data) {
  __shared__ int tile[64];
  tile[threadIdx.x] = data[threadIdx.x];
  tile[threadIdx.x + 32] = data[threadIdx.x + 32];
  __syncthreads();
  const auto offset =
      static_cast<unsigned>(reinterpret_cast<unsigned long long>(&tile[threadIdx.x]) & 0xFFFFFFFFU);
  int low;
  int high;
  asm volatile("ds_load_b32 %0, %1" : "=&v"(low) : "v"(offset) : "memory");
  asm volatile("ds_load_b32 %0, %1 offset:128" : "=&v"(high) : "v"(offset) : "memory");  // SECOND
#ifdef TWIN
  asm volatile("s_waitcnt lgkmcnt(0)" : "+v"(low), "+v"(high));
#else
  asm volatile("s_waitcnt lgkmcnt(1)" : "+v"(low), "+v"(high));
#endif
  asm volatile("v_mov_b32 %0, %0" : "+v"(high));  // FAULT
  asm volatile("s_waitcnt lgkmcnt(0)" : "+v"(low));
  data[threadIdx.x] = high;
  data[threadIdx.x + 32] = low;
}

int main() {
  std::vector<int> values(64, 1);
  for (int i = 32; i < 64; ++i) values[i] = 2;
  DeviceArray<int> data(values);
  swap_halves<<<1, 32>>>(data.data());
  const std::vector<int> result = data.host();
  return verdict(result[0] == 2 && result[63] == 1);
}
