// SPDX-License-Identifier: MIT
// What the programs of the corpora share: checked HIP calls, arrays on the device, the verdict.
#pragma once

#include <hip/hip_runtime.h>

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <vector>

/// Ends the program where a HIP call fails.
#define HIP_CHECK(call) check_hip((call), #call)

inline void check_hip(hipError_t error, const char* call) {
  if (error != hipSuccess) {
    std::fprintf(stderr, "%s: %s\n", call, hipGetErrorString(error));
    std::exit(1);
  }
}

/// Memory of the device, freed with its owner.
template <class T>
class DeviceArray {
 public:
  /// `count` elements that nothing has written.
  explicit DeviceArray(std::size_t count) : count_(count) {
    HIP_CHECK(hipMalloc(reinterpret_cast<void**>(&data_), count * sizeof(T)));
  }
  explicit DeviceArray(const std::vector<T>& values) : DeviceArray(values.size()) {
    HIP_CHECK(hipMemcpy(data_, values.data(), count_ * sizeof(T), hipMemcpyHostToDevice));
  }
  DeviceArray(const DeviceArray&) = delete;
  DeviceArray& operator=(const DeviceArray&) = delete;
  ~DeviceArray() { static_cast<void>(hipFree(data_)); }

  T* data() { return data_; }
  /// A copy on the host, once the work before it is done.
  std::vector<T> host() const {
    HIP_CHECK(hipDeviceSynchronize());
    std::vector<T> values(count_);
    HIP_CHECK(hipMemcpy(values.data(), data_, count_ * sizeof(T), hipMemcpyDeviceToHost));
    return values;
  }

 private:
  T* data_ = nullptr;
  std::size_t count_;
};

/// What main returns.
inline int verdict(bool right) {
  std::puts(right ? "right" : "WRONG");
  return right ? 0 : 1;
}
