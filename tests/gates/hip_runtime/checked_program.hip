// SPDX-License-Identifier: MIT
// A HIP program that shows what the options of `kgate emulate` do; prints one line.
//
// Declares what it needs of HIP itself, so that the test needs no HIP SDK.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))

struct dim3 {
  std::uint32_t x = 1, y = 1, z = 1;
  dim3(std::uint32_t vx = 1, std::uint32_t vy = 1, std::uint32_t vz = 1) : x(vx), y(vy), z(vz) {}
};
using hipError_t = std::uint32_t;
using hipStream_t = struct ihipStream_t*;
extern "C" {
hipError_t __hipPushCallConfiguration(dim3 grid, dim3 block, std::size_t lds = 0,
                                      hipStream_t stream = nullptr);
hipError_t hipLaunchKernel(const void* function, dim3 grid, dim3 block, void** arguments,
                           std::size_t lds, hipStream_t stream);
hipError_t hipMalloc(void** pointer, std::size_t size);
hipError_t hipMemcpy(void* destination, const void* source, std::size_t size, int kind);
hipError_t hipDeviceSynchronize();
}

namespace {

/// Both waves of the block write their number to one word of LDS.
__global__ void race(std::uint32_t* out) {
  volatile __shared__ std::uint32_t word;
  word = __builtin_amdgcn_workitem_id_x() / 32;
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
  __builtin_amdgcn_s_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
  out[0] = word;
}

/// out[1 + i] = how many came before block i, or before wave i where there is one block.
__global__ void draw_places(std::uint32_t* out) {
  if (__builtin_amdgcn_workitem_id_x() % 32 == 0) {
    const std::uint32_t place =
        __hip_atomic_fetch_add(&out[0], 1U, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
    out[1 + __builtin_amdgcn_workgroup_id_x() + __builtin_amdgcn_workitem_id_x() / 32] = place;
  }
}

/// A word of LDS that nothing wrote.
__global__ void read_lds(std::uint32_t* out) {
  volatile __shared__ std::uint32_t word;
  out[0] = word;
}

/// Words of device memory after a kernel on zeros; empty if it failed.
std::vector<std::uint32_t> words_after(void (*kernel)(std::uint32_t*), std::uint32_t blocks,
                                       std::uint32_t threads, std::size_t count) {
  std::vector<std::uint32_t> words(count, 0);
  void* memory = nullptr;
  const std::size_t bytes = count * sizeof(std::uint32_t);
  if (hipMalloc(&memory, bytes) != 0 || hipMemcpy(memory, words.data(), bytes, 1) != 0) {
    return {};
  }
  kernel<<<blocks, threads>>>(static_cast<std::uint32_t*>(memory));
  if (hipDeviceSynchronize() != 0 || hipMemcpy(words.data(), memory, bytes, 2) != 0) {
    return {};
  }
  return words;
}

/// Several host threads run blocks, so that a few may be late.
const char* order_of(const std::vector<std::uint32_t>& words) {
  std::size_t ascending = 0;
  const std::size_t pairs = words.size() - 2;
  for (std::size_t i = 1; i <= pairs; ++i) {
    ascending += words[i] < words[i + 1] ? 1 : 0;
  }
  return ascending * 4 > pairs * 3 ? "in order" : ascending * 4 < pairs ? "in reverse" : "mixed";
}

}  // namespace

int main(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "";
  std::vector<std::uint32_t> words;
  if (what == "race") {
    words = words_after(race, 1, 64, 1);
    if (!words.empty()) std::printf("a wave came last\n");
  } else if (what == "waves") {
    words = words_after(draw_places, 1, 256, 9);
    if (!words.empty()) std::printf("waves ran %s\n", order_of(words));
  } else if (what == "groups") {
    words = words_after(draw_places, 200, 1, 201);
    if (!words.empty()) std::printf("blocks ran %s\n", order_of(words));
  } else if (what == "poison") {
    words = words_after(read_lds, 1, 1, 1);
    if (!words.empty()) std::printf("LDS held %08x\n", words[0]);
  }
  return words.empty() ? 1 : 0;
}
