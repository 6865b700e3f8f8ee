// SPDX-License-Identifier: MIT
// A library that has one HIP entry point and lacks all others.
extern "C" int hipGetDeviceCount(int* count);
extern "C" int hipGetDeviceCount(int* count) {
  *count = 1;
  return 0;
}
