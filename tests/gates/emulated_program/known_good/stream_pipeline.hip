// SPDX-License-Identifier: MIT
// Chunks go through three streams: copy in, two kernels, copy out, with events between streams.
#include "tests/gates/emulated_program/corpus_program.hpp"

constexpr int kChunk = 256;
constexpr int kChunks = 6;
constexpr int kStreams = 3;

__global__ void square(int* data) {
  data[blockIdx.x * blockDim.x + threadIdx.x] *= data[blockIdx.x * blockDim.x + threadIdx.x];
}

__global__ void add_bias(int* data, const int* bias) {
  data[blockIdx.x * blockDim.x + threadIdx.x] += *bias;
}

__global__ void set(int* value, int to) { *value = to; }

int main() {
  int* host = nullptr;
  HIP_CHECK(hipHostMalloc(reinterpret_cast<void**>(&host), kChunks * kChunk * sizeof(int)));
  for (int i = 0; i < kChunks * kChunk; ++i) host[i] = i % 1000;
  DeviceArray<int> bias(1);
  hipStream_t setup = nullptr;
  hipEvent_t ready = nullptr;
  HIP_CHECK(hipStreamCreateWithFlags(&setup, hipStreamNonBlocking));
  HIP_CHECK(hipEventCreateWithFlags(&ready, hipEventDisableTiming));
  set<<<1, 1, 0, setup>>>(bias.data(), 17);
  HIP_CHECK(hipEventRecord(ready, setup));
  hipStream_t streams[kStreams] = {};
  int* buffers[kStreams] = {};
  for (int s = 0; s < kStreams; ++s) {
    HIP_CHECK(hipStreamCreateWithFlags(&streams[s], hipStreamNonBlocking));
    HIP_CHECK(hipMalloc(reinterpret_cast<void**>(&buffers[s]), kChunk * sizeof(int)));
    HIP_CHECK(hipStreamWaitEvent(streams[s], ready, 0));
  }
  for (int chunk = 0; chunk < kChunks; ++chunk) {
    const int s = chunk % kStreams;
    int* const mine = host + chunk * kChunk;
    HIP_CHECK(
        hipMemcpyAsync(buffers[s], mine, kChunk * sizeof(int), hipMemcpyHostToDevice, streams[s]));
    square<<<kChunk / 64, 64, 0, streams[s]>>>(buffers[s]);
    add_bias<<<kChunk / 64, 64, 0, streams[s]>>>(buffers[s], bias.data());
    HIP_CHECK(
        hipMemcpyAsync(mine, buffers[s], kChunk * sizeof(int), hipMemcpyDeviceToHost, streams[s]));
  }
  HIP_CHECK(hipDeviceSynchronize());
  bool right = true;
  for (int i = 0; i < kChunks * kChunk; ++i) {
    right &= host[i] == (i % 1000) * (i % 1000) + 17;
  }
  for (int s = 0; s < kStreams; ++s) {
    HIP_CHECK(hipStreamDestroy(streams[s]));
    HIP_CHECK(hipFree(buffers[s]));
  }
  HIP_CHECK(hipStreamDestroy(setup));
  HIP_CHECK(hipEventDestroy(ready));
  HIP_CHECK(hipHostFree(host));
  return verdict(right);
}
