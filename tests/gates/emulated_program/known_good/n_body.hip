// SPDX-License-Identifier: MIT
// Accelerations of bodies, positions staged through LDS as float4.
#include <cmath>

#include "tests/gates/emulated_program/corpus_program.hpp"

constexpr int kThreads = 64;

__global__ void accelerations(const float4* bodies, float3* out, int count) {
  __shared__ float4 tile[kThreads];
  const int i = static_cast<int>(blockIdx.x * kThreads + threadIdx.x);
  const float4 mine = bodies[i];
  float3 sum = make_float3(0.0F, 0.0F, 0.0F);
  for (int first = 0; first < count; first += kThreads) {
    tile[threadIdx.x] = bodies[first + static_cast<int>(threadIdx.x)];
    __syncthreads();
    for (int j = 0; j < kThreads; ++j) {
      const float dx = tile[j].x - mine.x;
      const float dy = tile[j].y - mine.y;
      const float dz = tile[j].z - mine.z;
      const float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01F);
      const float scale = tile[j].w * inverse * inverse * inverse;
      sum.x += dx * scale;
      sum.y += dy * scale;
      sum.z += dz * scale;
    }
    __syncthreads();
  }
  out[i] = sum;
}

int main() {
  constexpr int kCount = 128;
  std::vector<float4> bodies(kCount);
  for (int i = 0; i < kCount; ++i) {
    const float t = 0.4F * static_cast<float>(i);
    bodies[i] = make_float4(std::cos(t), std::sin(1.3F * t), 0.01F * static_cast<float>(i), 1.0F);
  }
  DeviceArray<float4> in(bodies);
  DeviceArray<float3> out(kCount);
  accelerations<<<kCount / kThreads, kThreads>>>(in.data(), out.data(), kCount);
  const std::vector<float3> result = out.host();
  bool right = true;
  for (int i = 0; i < kCount; ++i) {
    double x = 0.0;
    double size = 0.0;
    for (int j = 0; j < kCount; ++j) {
      const double dx = double{bodies[j].x} - bodies[i].x;
      const double dy = double{bodies[j].y} - bodies[i].y;
      const double dz = double{bodies[j].z} - bodies[i].z;
      const double term = dx * std::pow(dx * dx + dy * dy + dz * dz + 0.01, -1.5);
      x += term;
      size += std::abs(term);
    }
    right &= std::abs(result[i].x - x) < 1e-5 * size;
  }
  return verdict(right);
}
