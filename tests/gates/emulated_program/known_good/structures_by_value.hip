// SPDX-License-Identifier: MIT
// Large and nested structures as arguments and as results of device functions.
#include "tests/gates/emulated_program/corpus_program.hpp"

struct Vector {
  double x;
  double y;
  double z;
};

struct Body {
  Vector place;
  Vector speed;
  float mass;
  char name[13];
  short kind;
};

struct Scene {
  Body bodies[6];
  int count;
  const int* steps;
  double interval;
};

__host__ __device__ inline Vector plus(Vector a, Vector b, double factor) {
  return {a.x + factor * b.x, a.y + factor * b.y, a.z + factor * b.z};
}

__host__ __device__ __attribute__((noinline)) Body moved(Body body, double interval) {
  body.place = plus(body.place, body.speed, interval);
  body.kind = static_cast<short>(body.kind + body.name[0]);
  return body;
}

__global__ void advance(Scene scene, Body* out) {
  const int i = static_cast<int>(threadIdx.x);
  if (i >= scene.count) return;
  Body body = scene.bodies[i];
  for (int step = 0; step < scene.steps[i]; ++step) body = moved(body, scene.interval);
  out[i] = body;
}

int main() {
  Scene scene{};
  scene.count = 6;
  scene.interval = 0.25;
  std::vector<int> steps(6);
  for (int i = 0; i < 6; ++i) {
    scene.bodies[i] = {{1.0 * i, 2.0, 3.0}, {1.0, 0.5 * i, -1.0}, 5.0F, "body", 7};
    steps[i] = i;
  }
  DeviceArray<int> device_steps(steps);
  scene.steps = device_steps.data();
  DeviceArray<Body> out(6);
  advance<<<1, 32>>>(scene, out.data());
  const std::vector<Body> result = out.host();
  bool right = true;
  for (int i = 0; i < 6; ++i) {
    Body body = scene.bodies[i];
    for (int step = 0; step < i; ++step) body = moved(body, scene.interval);
    right &= result[i].place.x == body.place.x && result[i].place.y == body.place.y;
    right &= result[i].kind == body.kind && result[i].mass == 5.0F && result[i].name[3] == 'y';
  }
  return verdict(right);
}
