// Launches `scale` through the HIP runtime and compares every value, and what lies behind them.
#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <vector>

namespace {

void* library() {
  const char* name = std::getenv("HIP_RUNTIME");
  return dlopen(name != nullptr ? name : "libamdhip64.so", RTLD_NOW);
}

template <class... Arguments>
void call(const char* name, Arguments... arguments) {
  static void* const handle = library();
  void* const function = handle == nullptr ? nullptr : dlsym(handle, name);
  if (function == nullptr || reinterpret_cast<int (*)(Arguments...)>(function)(arguments...) != 0) {
    std::printf("FAILED: %s\n", name);
    std::exit(1);
  }
}

int check(int n) {
  constexpr int kGuard = 16;
  std::vector<float> values(static_cast<std::size_t>(n + kGuard));
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = static_cast<float>(i) + 0.5f;
  }
  const std::size_t bytes = values.size() * sizeof(float);
  void* device = nullptr;
  call("hipMalloc", &device, bytes);
  call("hipMemcpy", device, static_cast<void*>(values.data()), bytes, 1);
  std::ifstream file("scale.co", std::ios::binary);
  std::vector<char> image{std::istreambuf_iterator<char>(file), {}};
  void* module = nullptr;
  void* kernel = nullptr;
  call("hipModuleLoadData", &module, static_cast<const void*>(image.data()));
  call("hipModuleGetFunction", &kernel, module, "scale");
  float factor = 3.0f;
  void* arguments[] = {&device, &factor, &n};
  const auto groups = static_cast<unsigned>((n + 63) / 64);
  call("hipModuleLaunchKernel", kernel, groups, 1U, 1U, 64U, 1U, 1U, 0U, static_cast<void*>(nullptr),
       arguments, static_cast<void**>(nullptr));
  call("hipDeviceSynchronize");
  std::vector<float> got(values.size());
  call("hipMemcpy", static_cast<void*>(got.data()), device, bytes, 2);
  call("hipFree", device);
  for (std::size_t i = 0; i < got.size(); ++i) {
    const float expected = i < static_cast<std::size_t>(n) ? values[i] * 3.0f : values[i];
    if (got[i] != expected) {
      std::printf("FAILED: n=%d value %zu is %g, not %g\n", n, i, static_cast<double>(got[i]),
                  static_cast<double>(expected));
      return 1;
    }
  }
  return 0;
}

}  // namespace

int main() {
  call("hipInit", 0U);
  int failures = 0;
  for (const int n : {1, 63, 64, 65, 200}) {
    failures += check(n);
  }
  std::puts("5 checks");
  return failures != 0;
}
