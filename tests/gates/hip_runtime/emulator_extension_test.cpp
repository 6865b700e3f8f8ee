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

TEST_CASE("an image of known size is not read past its end") {
  std::vector<std::byte> image = object("runtime_kernels.gfx1151.wave32.co");
  void* module = nullptr;
  REQUIRE(kgateEmulatorModuleLoad(&module, image.data(), image.size()) == 0);
  CHECK(hipModuleUnload(static_cast<ModuleHandle>(module)) == Error::hipSuccess);
  image.resize(image.size() - 1);
  image.shrink_to_fit();
  CHECK(kgateEmulatorModuleLoad(&module, image.data(), image.size()) == 200);
}
