// SPDX-License-Identifier: MIT
// Events around launches: order, queries, elapsed time, a callback of the host in a stream.
#include "tests/gates/emulated_program/corpus_program.hpp"

__global__ void work(float* data, int rounds) {
  float value = data[threadIdx.x];
  for (int i = 0; i < rounds; ++i) value = value * 0.5F + 1.0F;
  data[threadIdx.x] = value;
}

void note(hipStream_t, hipError_t status, void* done) {
  if (status == hipSuccess) *static_cast<int*>(done) += 1;
}

int main() {
  DeviceArray<float> data(std::vector<float>(64, 2.0F));
  hipStream_t stream = nullptr;
  hipEvent_t start = nullptr;
  hipEvent_t stop = nullptr;
  HIP_CHECK(hipStreamCreate(&stream));
  HIP_CHECK(hipEventCreate(&start));
  HIP_CHECK(hipEventCreate(&stop));
  int done = 0;
  HIP_CHECK(hipEventRecord(start, stream));
  for (int i = 0; i < 3; ++i) work<<<1, 64, 0, stream>>>(data.data(), 100);
  HIP_CHECK(hipStreamAddCallback(stream, note, &done, 0));
  HIP_CHECK(hipEventRecord(stop, stream));
  HIP_CHECK(hipEventSynchronize(stop));
  float milliseconds = -1.0F;
  HIP_CHECK(hipEventElapsedTime(&milliseconds, start, stop));
  bool right = hipEventQuery(stop) == hipSuccess && hipStreamQuery(stream) == hipSuccess;
  right &= milliseconds >= 0.0F && done == 1 && data.host()[63] == 2.0F;
  HIP_CHECK(hipEventDestroy(start));
  HIP_CHECK(hipEventDestroy(stop));
  HIP_CHECK(hipStreamDestroy(stream));
  return verdict(right);
}
