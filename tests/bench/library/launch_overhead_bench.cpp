// SPDX-License-Identifier: MIT
// Host time of one library call on top of the HIP launch it makes: a HIP library that only keeps
// the arguments stands in for the runtime, so that what is left is kgate's own.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <functional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "kernels/include/kgate/kgate.hpp"
#include "kernels/runtime/hip_api.hpp"

namespace {

using kgate::api::arguments;
using kgate::api::check;

constexpr unsigned kBatch = 2000;
constexpr unsigned kBatches = 51;

/// Time this thread has run: what others do on the machine is not kgate's.
double thread_nanoseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e9 + static_cast<double>(now.tv_nsec);
}

/// Median nanoseconds of one call.
double nanoseconds(const std::function<void()>& call) {
  std::vector<double> samples;
  for (unsigned batch = 0; batch < kBatches; ++batch) {
    const double start = thread_nanoseconds();
    for (unsigned i = 0; i < kBatch; ++i) {
      call();
    }
    samples.push_back((thread_nanoseconds() - start) / kBatch);
  }
  std::sort(samples.begin(), samples.end());
  return samples[samples.size() / 2];
}

kgate_tensor tensor(std::uintptr_t number, std::initializer_list<std::int64_t> shape,
                    kgate_type type = KGATE_F16) {
  return kgate::api::tensor(reinterpret_cast<void*>(number << 24U), type, shape);
}

kgate_rope_append_args append_args() {
  auto args = arguments<kgate_rope_append_args>();
  args.q = args.q_out = tensor(1, {1, 32, 128});
  args.k = tensor(2, {1, 8, 128});
  args.v = tensor(3, {1, 8, 128});
  args.rope.positions = tensor(4, {1}, KGATE_I64);
  args.rope.angles = KGATE_ROPE_BASE;
  args.rope.base = 10000.0F;
  args.rope.rotary_dim = 128;
  args.cache.k = tensor(5, {64, 16, 8, 128});
  args.cache.v = tensor(6, {64, 16, 8, 128});
  args.cache.slots = tensor(7, {1}, KGATE_I64);
  args.cache.addressing = KGATE_KV_SLOTS;
  args.error = reinterpret_cast<std::uint64_t*>(std::uintptr_t{8} << 24U);
  return args;
}

/// A call of each family as a decode step makes it: one token of a model with 32 heads of 128.
std::vector<std::pair<std::string, std::function<void()>>> calls(kgate_device* device) {
  auto norm = arguments<kgate_add_rms_norm_args>();
  norm.x = norm.normed = tensor(1, {1, 4096});
  norm.residual = norm.new_residual = tensor(2, {1, 4096});
  norm.weight = tensor(3, {4096});
  norm.eps = 1e-5F;
  auto gate = arguments<kgate_gated_activation_args>();
  gate.gate = gate.out = tensor(1, {1, 14336});
  gate.up = tensor(2, {1, 14336});
  const kgate_rope_append_args append = append_args();
  auto normed = arguments<kgate_qk_norm_rope_append_args>();
  normed.q = normed.q_out = append.q;
  normed.k = append.k;
  normed.v = append.v;
  normed.rope = append.rope;
  normed.cache = append.cache;
  normed.error = append.error;
  normed.q_weight = tensor(9, {128});
  normed.k_weight = tensor(10, {128});
  auto latent = arguments<kgate_mla_norm_rope_args>();
  latent.kv = tensor(1, {1, 576});
  latent.weight = tensor(2, {512});
  latent.q_pe = latent.q_pe_out = tensor(3, {1, 16, 64});
  latent.rope = append.rope;
  latent.rope.rotary_dim = 64;
  latent.cache = append.cache;
  latent.cache.k = tensor(5, {64, 16, 576});
  latent.cache.v = {};
  latent.error = append.error;
  return {
      {"add_rms_norm", [=] { check(kgate_add_rms_norm(device, nullptr, &norm)); }},
      {"gated_activation", [=] { check(kgate_gated_activation(device, nullptr, &gate)); }},
      {"mla_norm_rope", [=] { check(kgate_mla_norm_rope(device, nullptr, &latent)); }},
      {"qk_norm_rope_append", [=] { check(kgate_qk_norm_rope_append(device, nullptr, &normed)); }},
      {"rope_append", [=] { check(kgate_rope_append(device, nullptr, &append)); }}};
}

/// One launch of the stand-in with as many argument bytes as the largest contract has.
double bare_launch() {
  const kgate::hip::Api* api = nullptr;
  if (!kgate::hip::load_api({KGATE_FAKE_HIP}, api).ok()) {
    throw std::runtime_error("the stand-in for HIP cannot be loaded");
  }
  std::vector<std::byte> bytes(512);
  std::size_t size = bytes.size();
  std::array<void*, 5> extra{kgate::hip::kLaunchBufferPointer, bytes.data(),
                             kgate::hip::kLaunchBufferSize, &size, kgate::hip::kLaunchEnd};
  return nanoseconds([&] {
    static_cast<void>(
        api->hipModuleLaunchKernel(nullptr, 1, 1, 1, 64, 1, 1, 0, nullptr, nullptr, extra.data()));
  });
}

/// Code objects of the stand-in's board; nothing looks inside them.
std::string code_objects() {
  std::string name = (std::filesystem::temp_directory_path() / "kgate_bench_XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) {
    throw std::runtime_error("no temporary folder can be made");
  }
  for (const char* family : {"add_rms_norm", "gated_activation", "mla_norm_rope",
                             "qk_norm_rope_append", "rope_append"}) {
    std::ofstream(fmt::format("{}/{}.gfx942.wave32.co", name, family)) << "x";
  }
  return name;
}

int run() {
  setenv("KGATE_HIP_ON_CUDA", KGATE_FAKE_HIP, 1);
  const std::string folder = code_objects();
  const kgate_device_options options{sizeof options, folder.c_str(), 32};
  const kgate::api::Device device("cuda:1", &options);
  const double bare = bare_launch();
  fmt::print("{:<22} {:>10} {:>12}\n", "family", "ns a call", "ns on top");
  double worst = 0;
  for (const auto& [family, call] : calls(device.get())) {
    call();
    const double time = nanoseconds(call);
    worst = std::max(worst, time - bare);
    fmt::print("{:<22} {:>10.0f} {:>12.0f}\n", family, time, time - bare);
  }
  fmt::print("the launch call alone: {:.0f} ns; at most {:.2f} us on top of it (aim: under 3)\n",
             bare, worst / 1e3);
  std::filesystem::remove_all(folder);
  return worst < 3000 ? 0 : 1;
}

}  // namespace

int main() {
  for (const char* family : {"ADD_RMS_NORM", "GATED_ACTIVATION", "MLA_NORM_ROPE",
                             "QK_NORM_ROPE_APPEND", "ROPE_APPEND"}) {
    setenv(fmt::format("KGATE_FUSED_{}", family).c_str(), "1", 1);
  }
  try {
    return run();
  } catch (const std::exception& error) {
    fmt::print(stderr, "launch_overhead_bench: {}\n", error.what());
    return 3;
  }
}
