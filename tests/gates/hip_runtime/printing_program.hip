// SPDX-License-Identifier: MIT
// Device printf and assert, lowered by the compiler to the calls of ROCm's device libraries.
//
// Declares what it needs of HIP itself, so that the test needs no HIP SDK.
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>

#define __global__ __attribute__((global))
#define __device__ __attribute__((device))

struct dim3 {
  std::uint32_t x = 1, y = 1, z = 1;
  dim3(std::uint32_t vx = 1, std::uint32_t vy = 1, std::uint32_t vz = 1) : x(vx), y(vy), z(vz) {}
};
using hipError_t = std::uint32_t;
using hipStream_t = struct ihipStream_t*;
extern "C" {
hipError_t __hipPushCallConfiguration(dim3 grid, dim3 block, std::size_t lds = 0,
                                      hipStream_t stream = nullptr);
hipError_t hipLaunchKernel(const void* function, dim3 grid, dim3 block, void** arguments,
                           std::size_t lds, hipStream_t stream);
hipError_t hipDeviceSynchronize();
hipError_t hipMalloc(void** pointer, std::size_t size);
hipError_t hipMemcpy(void* destination, const void* source, std::size_t size, int kind);

__device__ int printf(const char* format, ...);
__device__ std::uint64_t __ockl_fprintf_stderr_begin();
__device__ std::uint64_t __ockl_fprintf_append_string_n(std::uint64_t message, const char* text,
                                                        std::uint64_t size, std::uint32_t last);
__device__ std::uint64_t __ockl_fprintf_append_args(std::uint64_t message, std::uint32_t count,
                                                    std::uint64_t a, std::uint64_t b,
                                                    std::uint64_t c, std::uint64_t d,
                                                    std::uint64_t e, std::uint64_t f,
                                                    std::uint64_t g, std::uint32_t last);
}

namespace {

__device__ std::uint64_t size_of(const char* text) {
  std::uint64_t size = 1;
  while (text[size - 1] != 0) ++size;
  return size;
}

/// What the HIP headers' assert does: a message on the host's standard error, then a trap.
__device__ void fail_assertion(const char* condition, const char* file, std::uint32_t line,
                               const char* function) {
  constexpr const char* kFormat = "%s:%u: %s: Device-side assertion `%s' failed.\n";
  std::uint64_t message = __ockl_fprintf_stderr_begin();
  message = __ockl_fprintf_append_string_n(message, kFormat, size_of(kFormat), 0);
  message = __ockl_fprintf_append_string_n(message, file, size_of(file), 0);
  message = __ockl_fprintf_append_args(message, 1, line, 0, 0, 0, 0, 0, 0, 0);
  message = __ockl_fprintf_append_string_n(message, function, size_of(function), 0);
  __ockl_fprintf_append_string_n(message, condition, size_of(condition), 1);
  __builtin_trap();
}

__device__ int lane() { return static_cast<int>(__builtin_amdgcn_workitem_id_x()); }
__device__ int block() { return static_cast<int>(__builtin_amdgcn_workgroup_id_x()); }

__global__ void print_all(double number, const char* text) {
  if (lane() == 3) {
    printf("%d %5u|%-6x|%+.3f %g %c%% %s", -lane(), 4000000000U, 0xBEEF, number, 1.0e10F, 'c',
           "literal");
    printf(" %s %hhd %llx %*d\n", text, 511, 0x123456789ABCULL, 6, -42);
  }
}

__global__ void print_ids() { printf("[%d.%d]\n", block(), lane()); }

__global__ void check_value(const int* values) {
  if (values[lane()] != 0) fail_assertion("values[lane()] == 0", "scaling.hip", 77, "check_value");
}

int failures = 0;

void check(bool ok, const char* what) {
  if (!ok) {
    std::fprintf(stderr, "%s failed\n", what);
    ++failures;
  }
}

/// What `body` writes to the standard output, taken from below stdio.
template <class Body>
std::string printed(Body body) {
  std::fflush(stdout);
  std::FILE* const file = std::tmpfile();
  const int kept = ::dup(1);
  ::dup2(::fileno(file), 1);
  body();
  std::fflush(stdout);
  ::dup2(kept, 1);
  ::close(kept);
  std::string text(static_cast<std::size_t>(std::ftell(file)), '\0');
  std::rewind(file);
  text.resize(std::fread(text.data(), 1, text.size(), file));
  std::fclose(file);
  return text;
}

}  // namespace

int main() {
  char* word = nullptr;
  check(hipMalloc(reinterpret_cast<void**>(&word), 8) == 0, "hipMalloc");
  check(hipMemcpy(word, "device", 7, 1) == 0, "copy of a word");
  const std::string one = printed([&] {
    print_all<<<1, 64>>>(2.5, word);
    check(hipDeviceSynchronize() == 0, "a kernel that prints");
  });
  // The same conversions by the host's own printf.
  char expected[256];
  int size = std::snprintf(expected, sizeof(expected), "%d %5u|%-6x|%+.3f %g %c%% %s", -3,
                           4000000000U, 0xBEEF, 2.5, 1.0e10F, 'c', "literal");
  std::snprintf(expected + size, sizeof(expected) - static_cast<std::size_t>(size),
                " %s %hhd %llx %*d\n", "device", 511, 0x123456789ABCULL, 6, -42);
  check(one == expected, "the text of one lane");
  if (one != expected) std::fprintf(stderr, "'%s', not '%s'\n", one.c_str(), expected);
  const std::string many = printed([] {
    print_ids<<<40, 70>>>();
    check(hipDeviceSynchronize() == 0, "many waves that print");
  });
  // In no given order, each line once.
  bool all = many.size() >= 40 * 70 * 6;
  for (int group = 0; group < 40; ++group) {
    for (int item = 0; item < 70; ++item) {
      char line[32];
      std::snprintf(line, sizeof(line), "[%d.%d]\n", group, item);
      const std::size_t found = many.find(line);
      all &= found != std::string::npos && many.find(line, found + 1) == std::string::npos;
    }
  }
  check(all, "a line of every work-item, once");
  int* values = nullptr;
  int host[64] = {};
  check(hipMalloc(reinterpret_cast<void**>(&values), sizeof(host)) == 0, "hipMalloc");
  check(hipMemcpy(values, host, sizeof(host), 1) == 0, "copy of zeros");
  check_value<<<1, 64>>>(values);
  check(hipDeviceSynchronize() == 0, "an assertion that holds");
  host[5] = 1;
  check(hipMemcpy(values, host, sizeof(host), 1) == 0, "copy of a one");
  check_value<<<1, 64>>>(values);
  check(hipDeviceSynchronize() == 710, "an assertion that fails is hipErrorAssert");
  // The buffer works again afterwards.
  check(printed([] {
          print_ids<<<1, 1>>>();
          check(hipDeviceSynchronize() == 0, "a kernel after a failed one");
        }) == "[0.0]\n",
        "the text after a failed kernel");
  std::printf("%s\n", failures == 0 ? "all as expected" : "FAILED");
  return failures == 0 ? 0 : 1;
}
