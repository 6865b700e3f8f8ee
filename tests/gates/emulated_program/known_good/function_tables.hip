// SPDX-License-Identifier: MIT
// Calls through pointers that are chosen on the device, and virtual functions of objects made
// there.
#include "tests/gates/emulated_program/corpus_program.hpp"

using Operation = int (*)(int, int);

__device__ int add(int a, int b) { return a + b; }
__device__ int subtract(int a, int b) { return a - b; }
__device__ int multiply(int a, int b) { return a * b; }
__device__ Operation operations[3] = {add, subtract, multiply};

struct Shape {
  __device__ virtual int area() const = 0;
};
struct Square : Shape {
  int side;
  __device__ explicit Square(int s) : side(s) {}
  __device__ int area() const override { return side * side; }
};
struct Rectangle : Shape {
  int width;
  int height;
  __device__ Rectangle(int w, int h) : width(w), height(h) {}
  __device__ int area() const override { return width * height; }
};

__device__ __attribute__((noinline)) int area_of(const Shape& shape) { return shape.area(); }

__global__ void compute(int* out) {
  const int i = static_cast<int>(threadIdx.x);
  const int chosen = operations[i % 3](i, 7);
  const Square square(i);
  const Rectangle rectangle(i, 3);
  const Shape* const shape = i % 2 == 0 ? static_cast<const Shape*>(&square) : &rectangle;
  out[i] = chosen + 1000 * area_of(*shape);
}

int main() {
  DeviceArray<int> out(64);
  compute<<<1, 64>>>(out.data());
  const std::vector<int> result = out.host();
  bool right = true;
  for (int i = 0; i < 64; ++i) {
    const int chosen = i % 3 == 0 ? i + 7 : (i % 3 == 1 ? i - 7 : i * 7);
    right &= result[i] == chosen + 1000 * (i % 2 == 0 ? i * i : 3 * i);
  }
  return verdict(right);
}
