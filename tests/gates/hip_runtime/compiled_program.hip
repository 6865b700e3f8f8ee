// SPDX-License-Identifier: MIT
// An ordinary HIP program as the compiler builds it: registration, <<<>>>, variables, both devices.
//
// Declares what it needs of HIP itself, so that the test needs no HIP SDK.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <vector>

#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __managed__ __attribute__((managed))

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
hipError_t hipSetDevice(int device);
hipError_t hipMalloc(void** pointer, std::size_t size);
hipError_t hipFree(void* pointer);
hipError_t hipMemcpy(void* destination, const void* source, std::size_t size, int kind);
hipError_t hipMemcpyToSymbol(const void* symbol, const void* source, std::size_t size,
                             std::size_t offset, int kind);
hipError_t hipDeviceSynchronize();
hipError_t hipGetLastError();
hipError_t hipRuntimeGetVersion(int* version);
hipError_t hipPointerGetAttributes(void* attributes, const void* pointer);
hipError_t hipIpcGetMemHandle(void* handle, void* pointer);
}

namespace {

__device__ int offset = 3;
__managed__ int shared_counter = 100;

template <class Element>
__global__ void add(Element* data, int count, Element value) {
  const int i =
      static_cast<int>(__builtin_amdgcn_workgroup_id_x() * 64 + __builtin_amdgcn_workitem_id_x());
  if (i < count) {
    data[i] += value + static_cast<Element>(offset);
  }
}

__global__ void count_up() { shared_counter += 1; }

int failures = 0;

void check(bool ok, const char* what, int device) {
  if (!ok) {
    std::printf("device %d: %s failed\n", device, what);
    ++failures;
  }
}

void run(int device) {
  check(hipSetDevice(device) == 0, "hipSetDevice", device);
  std::vector<float> values(100, 1.5F);
  void* memory = nullptr;
  const std::size_t bytes = values.size() * sizeof(float);
  check(hipMalloc(&memory, bytes) == 0, "hipMalloc", device);
  check(hipMemcpy(memory, values.data(), bytes, 1) == 0, "copy to the device", device);
  const int changed = 10;
  check(hipMemcpyToSymbol(&offset, &changed, sizeof(changed), 0, 1) == 0, "copy to a symbol",
        device);
  add<float><<<2, 64>>>(static_cast<float*>(memory), 99, 0.25F);
  check(hipGetLastError() == 0, "a launch", device);
  check(hipMemcpy(values.data(), memory, bytes, 2) == 0, "copy from the device", device);
  check(values[0] == 11.75F && values[98] == 11.75F, "the sum", device);
  check(values[99] == 1.5F, "the tail", device);
  // The stub drops the error; only the last error tells.
  add<float><<<1, 2000>>>(static_cast<float*>(memory), 1, 0.0F);
  check(hipGetLastError() == 1, "refusing 2000 threads", device);
  check(hipFree(memory) == 0, "hipFree", device);
}

}  // namespace

/// What nobody checks on hardware: a store past the end of an allocation.
int store_past_the_end() {
  void* memory = nullptr;
  const std::vector<float> values(16, 1.0F);
  check(hipMalloc(&memory, 64) == 0, "hipMalloc", 0);
  check(hipMemcpy(memory, values.data(), 64, 1) == 0, "copy to the device", 0);
  add<float><<<2, 64>>>(static_cast<float*>(memory), 100, 1.0F);
  return hipDeviceSynchronize() == 0 ? 0 : 1;
}

/// What differs between the headers of HIP 5 and 6: the version and the number of device memory.
void check_headers(char major) {
  int version = 0;
  check(hipRuntimeGetVersion(&version) == 0, "hipRuntimeGetVersion", 0);
  check(version / 10000000 == major - '0', "the version of the headers", 0);
  void* memory = nullptr;
  check(hipMalloc(&memory, 64) == 0, "hipMalloc", 0);
  struct {
    int type;
    int device;
    void* pointers[2];
    int managed;
    unsigned flags;
  } attributes = {};
  check(hipPointerGetAttributes(&attributes, memory) == 0, "hipPointerGetAttributes", 0);
  check(attributes.type == (major == '5' ? 1 : 2), "hipMemoryTypeDevice of the headers", 0);
  check(hipFree(memory) == 0, "hipFree", 0);
}

int main(int argc, char** argv) {
  if (argc > 1 && argv[1][0] == 'f') {
    return store_past_the_end();
  }
  if (argc > 1 && argv[1][0] == 'm') {
    char handle[64] = {};
    return hipIpcGetMemHandle(handle, handle) == 801 ? 0 : 1;
  }
  if (argc > 2) {
    check_headers(argv[2][0]);
  }
  run(0);
  run(1);
  check(hipSetDevice(0) == 0, "hipSetDevice", 0);
  const int before = shared_counter;
  count_up<<<1, 1>>>();
  check(hipDeviceSynchronize() == 0, "a launch with a managed variable", 0);
  check(before == 100 && shared_counter == 101, "the managed variable", 0);
  std::printf("%s\n", failures == 0 ? "all as expected" : "FAILED");
  return failures == 0 ? 0 : 1;
}
