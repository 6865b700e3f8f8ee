// SPDX-License-Identifier: MIT
// Templates over types and functors, with a capture by value and an index that strides the grid.
#include <algorithm>

#include "tests/gates/emulated_program/corpus_program.hpp"

template <class In, class Out, class Function>
__global__ void transform(const In* in, Out* out, std::size_t count, Function function) {
  for (std::size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < count;
       i += gridDim.x * blockDim.x) {
    out[i] = function(in[i]);
  }
}

template <class T>
struct Clamp {
  T low;
  T high;
  __host__ __device__ T operator()(T value) const {
    return value < low ? low : (value > high ? high : value);
  }
};

template <class Out, class In, class Function>
bool agrees(const std::vector<In>& values, Function function) {
  DeviceArray<In> in(values);
  DeviceArray<Out> out(values.size());
  transform<<<3, 64>>>(in.data(), out.data(), values.size(), function);
  std::vector<Out> expected(values.size());
  std::transform(values.begin(), values.end(), expected.begin(), function);
  return out.host() == expected;
}

int main() {
  std::vector<int> ints(500);
  std::vector<double> doubles(333);
  for (int i = 0; i < 500; ++i) ints[i] = i * 31 % 97 - 40;
  for (int i = 0; i < 333; ++i) doubles[i] = 0.125 * (i - 100);
  const int offset = 12;
  bool right = agrees<int>(ints, Clamp<int>{-10, 20});
  right &= agrees<double>(doubles, Clamp<double>{-1.5, 7.25});
  right &= agrees<long long>(
      ints, [=] __host__ __device__(int x) { return static_cast<long long>(x) * x * x + offset; });
  right &= agrees<unsigned char>(doubles, [] __host__ __device__(double x) {
    return static_cast<unsigned char>(x < 0.0 ? 0 : static_cast<int>(x));
  });
  return verdict(right);
}
