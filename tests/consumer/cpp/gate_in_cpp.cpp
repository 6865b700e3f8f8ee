// SPDX-License-Identifier: MIT
// An engine in C++: a gated activation on an emulated device, and an error as an exception.
#include <array>
#include <cstdio>
#include <exception>
#include <kgate/kgate.hpp>
#include <string>

namespace {

int run() {
  // sigmoid(100) rounds to 1 and silu(0) is 0, so that every result is exact.
  const std::array<float, 4> gate{0.0F, 100.0F, 100.0F, 0.0F};
  const std::array<float, 4> up{5.0F, 2.0F, -3.0F, 7.0F};
  const std::array<float, 4> expected{0.0F, 200.0F, -300.0F, 0.0F};
  const kgate::api::Device device("emulated:gfx1151");
  const kgate::api::Stream stream(device);
  kgate::api::Memory gate_memory(device, sizeof gate);
  kgate::api::Memory up_memory(device, sizeof up);
  gate_memory.write(gate.data(), sizeof gate);
  up_memory.write(up.data(), sizeof up);

  auto args = kgate::api::arguments<kgate_gated_activation_args>();
  args.gate = kgate::api::tensor(gate_memory.data(), KGATE_F32, {2, 2});
  args.up = kgate::api::tensor(up_memory.data(), KGATE_F32, {2, 2});
  args.out = args.gate;
  device.gated_activation(stream.get(), args);
  stream.synchronize();
  std::array<float, 4> out{};
  gate_memory.read(out.data(), sizeof out);
  if (out != expected) {
    std::fprintf(stderr, "wrong: %g %g %g %g\n", static_cast<double>(out[0]),
                 static_cast<double>(out[1]), static_cast<double>(out[2]),
                 static_cast<double>(out[3]));
    return 1;
  }
  if (device.provider_trace().find("op=gated_activation") == std::string::npos) {
    std::fputs("the trace does not name the operation\n", stderr);
    return 1;
  }

  args.function = 17;
  try {
    device.gated_activation(stream.get(), args);
  } catch (const kgate::api::Error& error) {
    if (error.status() == KGATE_INVALID_ARGUMENT) {
      std::printf("kgate %s in C++: right\n", kgate_version());
      return 0;
    }
  }
  std::fputs("a function that does not exist was not refused\n", stderr);
  return 1;
}

}  // namespace

int main() {
  try {
    return run();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
