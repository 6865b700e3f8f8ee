// SPDX-License-Identifier: MIT
// What libraries ask before they launch: occupancy, attributes, properties, and a launch by
// address.
#include <cstring>

#include "tests/gates/emulated_program/corpus_program.hpp"

__global__ void __launch_bounds__(256) fill(int* data, int count, int value) {
  __shared__ int offset[4];
  if (threadIdx.x < 4) offset[threadIdx.x] = value + static_cast<int>(threadIdx.x);
  __syncthreads();
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < count) data[i] = offset[i % 4];
}

int main() {
  hipDeviceProp_t properties{};
  HIP_CHECK(hipGetDeviceProperties(&properties, 0));
  hipFuncAttributes attributes{};
  HIP_CHECK(hipFuncGetAttributes(&attributes, reinterpret_cast<const void*>(&fill)));
  int groups = 0;
  HIP_CHECK(hipOccupancyMaxActiveBlocksPerMultiprocessor(&groups, fill, 256, 0));
  bool right = std::strstr(properties.gcnArchName, "gfx11") != nullptr;
  right &= attributes.maxThreadsPerBlock == 256 && attributes.sharedSizeBytes == 16 && groups > 0;
  int count = 300;
  int value = 40;
  DeviceArray<int> data(static_cast<std::size_t>(count));
  int* pointer = data.data();
  void* arguments[] = {&pointer, &count, &value};
  HIP_CHECK(hipLaunchKernel(reinterpret_cast<const void*>(&fill), dim3(2), dim3(256), arguments, 0,
                            nullptr));
  const std::vector<int> result = data.host();
  for (int i = 0; i < count; ++i) right &= result[i] == 40 + i % 4;
  // Too many threads for this kernel: an error, and the next launch is right again.
  fill<<<1, 512>>>(pointer, count, 0);
  right &= hipGetLastError() != hipSuccess;
  fill<<<2, 256>>>(pointer, count, 1);
  right &= hipGetLastError() == hipSuccess && data.host()[3] == 4;
  return verdict(right);
}
