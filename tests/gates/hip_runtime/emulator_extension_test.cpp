// SPDX-License-Identifier: MIT
// The extension interface: options and statistics, per stream and for the process.
#include "tests/gates/hip_runtime/runtime_fixture.hpp"

using namespace kgate::runtime_tests;
using namespace kgate::hip;

namespace {

kgateEmulatorOptions options_of(StreamHandle stream) {
  kgateEmulatorOptions options{};
  options.size = sizeof(options);
  REQUIRE(kgateEmulatorGetOptions(stream, &options) == 0);
  return options;
}

kgateEmulatorStatistics statistics_of(StreamHandle stream) {
  kgateEmulatorStatistics statistics{};
  statistics.size = sizeof(statistics);
  REQUIRE(kgateEmulatorGetStatistics(stream, &statistics) == 0);
  return statistics;
}

}  // namespace

TEST_CASE("a stream's options are the defaults until it has its own") {
  StreamHandle stream = nullptr;
  REQUIRE(hipStreamCreateWithFlags(&stream, kStreamNonBlocking) == Error::hipSuccess);
  kgateEmulatorOptions defaults = options_of(nullptr);
  CHECK(defaults.poison == 0xA5);
  CHECK(defaults.strict_barrier == 1);
  CHECK(defaults.check_initialised == 1);
  defaults.schedule_seed = 7;
  REQUIRE(kgateEmulatorSetOptions(nullptr, &defaults) == 0);
  CHECK(options_of(stream).schedule_seed == 7);
  kgateEmulatorOptions own = defaults;
  own.schedule_seed = 8;
  REQUIRE(kgateEmulatorSetOptions(stream, &own) == 0);
  CHECK(options_of(stream).schedule_seed == 8);
  CHECK(options_of(nullptr).schedule_seed == 7);
  REQUIRE(kgateEmulatorSetOptions(stream, nullptr) == 0);
  REQUIRE(kgateEmulatorSetOptions(nullptr, nullptr) == 0);
  CHECK(options_of(stream).schedule_seed == 0);
  CHECK(hipStreamDestroy(stream) == Error::hipSuccess);
}

TEST_CASE("a caller that knows fewer fields sets and gets only those") {
  kgateEmulatorOptions options{};
  options.size = offsetof(kgateEmulatorOptions, approximation_seed);
  options.schedule_seed = 3;
  options.instruction_budget = 0;
  REQUIRE(kgateEmulatorSetOptions(nullptr, &options) == 0);
  CHECK(options_of(nullptr).schedule_seed == 3);
  CHECK(options_of(nullptr).instruction_budget > 0);
  options.poison = 0x77;
  REQUIRE(kgateEmulatorGetOptions(nullptr, &options) == 0);
  CHECK(options.poison == 0x77);
  REQUIRE(kgateEmulatorSetOptions(nullptr, nullptr) == 0);
}

TEST_CASE("bad options and streams are refused") {
  kgateEmulatorOptions options = options_of(nullptr);
  int local = 0;
  CHECK(kgateEmulatorSetOptions(&local, &options) == 400);
  CHECK(kgateEmulatorGetOptions(&local, &options) == 400);
  options.size = 0;
  CHECK(kgateEmulatorSetOptions(nullptr, &options) == 1);
  options = options_of(nullptr);
  options.instruction_budget = 0;
  CHECK(kgateEmulatorSetOptions(nullptr, &options) == 1);
  CHECK(kgateEmulatorGetStatistics(nullptr, nullptr) == 1);
  CHECK(kgateEmulatorGetOpcode(nullptr, 0, nullptr) == 1);
}

TEST_CASE("statistics count a stream's launches, and its opcodes on request") {
  const Kernels kernels;
  const Buffer<int> out(64);
  StreamHandle stream = nullptr;
  REQUIRE(hipStreamCreateWithFlags(&stream, kStreamNonBlocking) == Error::hipSuccess);
  kgateEmulatorOptions options = options_of(stream);
  options.count_opcodes = 1;
  REQUIRE(kgateEmulatorSetOptions(stream, &options) == 0);
  const std::uint64_t before = statistics_of(nullptr).launches;
  REQUIRE(launch(kernels["only_64_threads"], {3, 1, 1}, {64, 1, 1}, 0, stream, out.get()) ==
          Error::hipSuccess);
  REQUIRE(hipStreamSynchronize(stream) == Error::hipSuccess);
  const kgateEmulatorStatistics own = statistics_of(stream);
  CHECK(own.launches == 1);
  CHECK(own.workgroups == 3);
  CHECK(own.waves == 6);
  CHECK(own.wave_instructions >= 6);
  CHECK(statistics_of(nullptr).launches == before + 1);

  REQUIRE(own.opcodes > 0);
  std::uint64_t total = 0;
  bool stored = false;
  std::string last;
  for (std::uint64_t i = 0; i < own.opcodes; ++i) {
    kgateEmulatorOpcode opcode{};
    opcode.size = sizeof(opcode);
    REQUIRE(kgateEmulatorGetOpcode(stream, i, &opcode) == 0);
    const std::string mnemonic = opcode.mnemonic;
    CHECK(last < mnemonic);
    last = mnemonic;
    total += opcode.count;
    stored = stored || (mnemonic == "global_store_b32" && opcode.count == 6 &&
                        opcode.accuracy == kgateEmulatorExact);
  }
  CHECK(stored);
  CHECK(total == own.wave_instructions);
  kgateEmulatorOpcode past{};
  past.size = sizeof(past);
  CHECK(kgateEmulatorGetOpcode(stream, own.opcodes, &past) == 1);
  REQUIRE(kgateEmulatorResetStatistics(stream) == 0);
  CHECK(statistics_of(stream).launches == 0);
  CHECK(hipStreamDestroy(stream) == Error::hipSuccess);
}

TEST_CASE("of each kernel what it executed by class is known, and where inexact values went") {
  const Kernels kernels("extension_kernels.gfx1151.wave32.co");
  const Buffer<float> a(std::vector<float>(64, 7.0F));
  const Buffer<float> b(std::vector<float>(64, 3.0F));
  const Buffer<float> out(64);
  StreamHandle stream = nullptr;
  REQUIRE(hipStreamCreateWithFlags(&stream, kStreamNonBlocking) == Error::hipSuccess);
  kgateEmulatorOptions options = options_of(stream);
  options.count_opcodes = options.follow_inexact = 1;
  REQUIRE(kgateEmulatorSetOptions(stream, &options) == 0);
  // Two waves each, and the reciprocal twice.
  REQUIRE(launch(kernels["reciprocal"], {1, 1, 1}, {64, 1, 1}, 0, stream, a.get(), out.get()) ==
          Error::hipSuccess);
  REQUIRE(launch(kernels["reciprocal"], {1, 1, 1}, {64, 1, 1}, 0, stream, a.get(), out.get()) ==
          Error::hipSuccess);
  REQUIRE(launch(kernels["divide"], {1, 1, 1}, {64, 1, 1}, 0, stream, a.get(), b.get(),
                 out.get()) == Error::hipSuccess);
  REQUIRE(hipStreamSynchronize(stream) == Error::hipSuccess);

  kgateEmulatorKernel kernel{};
  kernel.size = sizeof(kernel);
  std::uint64_t instructions = 0;
  REQUIRE(kgateEmulatorGetKernel(stream, 0, &kernel) == 0);
  CHECK(kernel.name == std::string("divide"));
  CHECK(kernel.count[kgateEmulatorDocumented] == 2);
  CHECK(kernel.count[kgateEmulatorModel] == 6);
  CHECK(kernel.inexact_opcodes == std::string("v_div_fmas_f32 2, v_div_scale_f32 4, v_rcp_f32 2"));
  CHECK(kernel.inexact_stores + kernel.inexact_addresses + kernel.inexact_branches == 0);
  CHECK(kernel.first_inexact == std::string());
  for (const std::uint64_t count : kernel.count) instructions += count;
  REQUIRE(kgateEmulatorGetKernel(stream, 1, &kernel) == 0);
  CHECK(kernel.name == std::string("reciprocal"));
  CHECK(kernel.count[kgateEmulatorDocumented] == 4);
  CHECK(kernel.inexact_opcodes == std::string("v_rcp_f32 4"));
  CHECK(kernel.inexact_stores == 4);
  CHECK(kernel.inexact_addresses == 0);
  CHECK(kernel.inexact_branches == 0);
  CHECK(std::string(kernel.first_inexact).find("store: 'global_store_b32 ") == 0);
  for (const std::uint64_t count : kernel.count) instructions += count;
  CHECK(instructions == statistics_of(stream).wave_instructions);

  // A caller that knows fewer fields gets those.
  kernel.name = nullptr;
  kernel.inexact_stores = 99;
  kernel.size = offsetof(kgateEmulatorKernel, inexact_stores);
  CHECK(kgateEmulatorGetKernel(stream, 0, &kernel) == 0);
  CHECK(kernel.name == std::string("divide"));
  CHECK(kernel.inexact_stores == 99);
  CHECK(kgateEmulatorGetKernel(stream, 2, &kernel) == 1);
  CHECK(kgateEmulatorGetKernel(stream, 0, nullptr) == 1);
  int local = 0;
  CHECK(kgateEmulatorGetKernel(&local, 0, &kernel) == 400);
  REQUIRE(kgateEmulatorResetStatistics(stream) == 0);
  CHECK(kgateEmulatorGetKernel(stream, 0, &kernel) == 1);
  CHECK(hipStreamDestroy(stream) == Error::hipSuccess);
}

TEST_CASE("a finding that is suppressed for its kernel lets later launches of it pass") {
  const Kernels kernels("extension_kernels.gfx1151.wave32.co");
  const Buffer<int> out(1);
  kgateEmulatorOptions options = options_of(nullptr);
  options.check_races = 1;
  options.threads = 1;
  REQUIRE(kgateEmulatorSetOptions(nullptr, &options) == 0);
  const auto race = [&] {
    REQUIRE(launch(kernels["store_from_every_block"], {3, 1, 1}, {1, 1, 1}, 0, nullptr,
                   out.get()) == Error::hipSuccess);
    return hipDeviceSynchronize();
  };
  CHECK(race() == Error::hipErrorLaunchFailure);
  CHECK_THAT(std::string(kgateEmulatorLastFault()), Catch::Matchers::Contains("data race"));
  CHECK(kgateEmulatorSuppress("data-race") == 1);
  CHECK_THAT(std::string(kgateEmulatorLastErrorText()),
             Catch::Matchers::Contains("gives no reason"));
  REQUIRE(kgateEmulatorSuppress("data-race:another=not this one") == 0);
  CHECK(race() == Error::hipErrorLaunchFailure);
  REQUIRE(kgateEmulatorSuppress("data-race:store_from_*=any block's number will do") == 0);
  CHECK(race() == Error::hipSuccess);
  REQUIRE(kgateEmulatorSetOptions(nullptr, nullptr) == 0);
}

TEST_CASE("an image of known size is not read past its end") {
  std::vector<std::byte> image = object("runtime_kernels.gfx1151.wave32.co");
  void* module = nullptr;
  REQUIRE(kgateEmulatorModuleLoad(&module, image.data(), image.size()) == 0);
  CHECK(hipModuleUnload(static_cast<ModuleHandle>(module)) == Error::hipSuccess);
  image.resize(image.size() - 1);
  image.shrink_to_fit();
  CHECK(kgateEmulatorModuleLoad(&module, image.data(), image.size()) == 200);
}
