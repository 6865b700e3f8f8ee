// SPDX-License-Identifier: MIT
// Rows with a pitch: 2D copies in and out, a 2D fill, a kernel over the rows.
#include <algorithm>

#include "tests/gates/emulated_program/corpus_program.hpp"

__global__ void invert(unsigned char* image, std::size_t pitch, unsigned width, unsigned height) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) {
    unsigned char& pixel = image[y * pitch + x];
    pixel = static_cast<unsigned char>(255 - pixel);
  }
}

int main() {
  constexpr unsigned kWidth = 75;
  constexpr unsigned kHeight = 21;
  std::vector<unsigned char> pixels(kWidth * kHeight);
  for (std::size_t i = 0; i < pixels.size(); ++i) pixels[i] = static_cast<unsigned char>(i * 3);
  void* image = nullptr;
  std::size_t pitch = 0;
  HIP_CHECK(hipMallocPitch(&image, &pitch, kWidth, kHeight));
  HIP_CHECK(
      hipMemcpy2D(image, pitch, pixels.data(), kWidth, kWidth, kHeight, hipMemcpyHostToDevice));
  // The last two rows become white.
  auto* const bytes = static_cast<unsigned char*>(image);
  HIP_CHECK(hipMemset2D(bytes + (kHeight - 2) * pitch, pitch, 255, kWidth, 2));
  invert<<<dim3(3, 6), dim3(32, 4)>>>(bytes, pitch, kWidth, kHeight);
  HIP_CHECK(hipGetLastError());
  std::vector<unsigned char> result(pixels.size());
  HIP_CHECK(
      hipMemcpy2D(result.data(), kWidth, image, pitch, kWidth, kHeight, hipMemcpyDeviceToHost));
  HIP_CHECK(hipFree(image));
  std::fill(pixels.end() - 2 * kWidth, pixels.end(), 255);
  bool right = true;
  for (std::size_t i = 0; i < pixels.size(); ++i) right &= result[i] == 255 - pixels[i];
  return verdict(right);
}
