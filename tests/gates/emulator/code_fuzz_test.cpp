// SPDX-License-Identifier: MIT
// Random machine code and random descriptors: an end or a fault, never a crash. The number of
// instructions is KGATE_RANDOM_CODE a wave size; Catch's --rng-seed draws others.
#include <array>
#include <cstdint>
#include <memory>
#include <random>
#include <span>
#include <vector>

#include "tests/catch.hpp"
#include "tests/gates/emulator/emulator_kernel.hpp"
#include "tests/gates/emulator/random_encoding.hpp"

namespace {

using kgate::emulator::Format;
using kgate::emulator_tests::assemble;
using kgate::emulator_tests::draw_words;
using kgate::emulator_tests::encoding_families;
using kgate::emulator_tests::FixedBits;
using kgate::emulator_tests::TestKernel;

constexpr std::uint32_t kEndProgram = 0xBFB00000;

/// Registers that random operands often hit hold what makes accesses land: s[0:3] a buffer resource
/// whose first half is a pointer, v[0:1] addresses of a lane each, v2 a small offset.
std::vector<std::uint32_t> prologue(unsigned lanes) {
  return assemble(R"(
    s_load_b64 s[4:5], s[0:1], 0x0
    s_waitcnt lgkmcnt(0)
    s_mov_b64 s[0:1], s[4:5]
    s_movk_i32 s2, 0x1000
    s_mov_b32 s3, 0x30016fac
    s_mov_b32 m0, 0
    v_and_b32 v0, 0x3ff, v0
    v_lshlrev_b32 v2, 2, v0
    v_mov_b32 v1, s5
    v_or_b32 v0, s4, v2
)",
                  "gfx1151", lanes);
}

struct Outcomes {
  unsigned ended = 0;
  unsigned faulted = 0;
};

std::shared_ptr<kgate::emulator::Program> make_program(const std::vector<std::uint32_t>& begin,
                                                       std::uint64_t address, unsigned lanes,
                                                       std::mt19937& random) {
  const auto& families = encoding_families();
  const auto& family = families.at(random() % families.size());
  const bool shaped = random() % 8 != 0;
  const auto words = shaped ? draw_words(family.format, family.fixed, random)
                            : draw_words(Format::none, FixedBits{}, random);
  std::vector<std::uint32_t> code = begin;
  code.insert(code.end(), words.begin(), words.begin() + 3);
  code.insert(code.end(), 4, kEndProgram);
  return std::make_shared<kgate::emulator::Program>(
      std::as_bytes(std::span(code)), address, *kgate::emulator::find_target("gfx1151"), lanes);
}

/// One random instruction at a time, so that the first fault does not hide the rest.
Outcomes run_random(unsigned lanes, unsigned count) {
  const auto begin = prologue(lanes);
  TestKernel kernel(begin, lanes);
  kernel.options.instruction_budget = 200;
  kernel.options.threads = 1;
  kernel.options.check_initialised = false;
  kernel.dynamic_lds = 1024;
  kernel.image.private_bytes = 64;
  const std::array<std::uint64_t, 1> arguments{kernel.buffer(16384)};
  std::mt19937 random(lanes + Catch::rngSeed());
  Outcomes outcomes;
  for (unsigned i = 0; i < count; ++i) {
    // Mostly words that decode, so that they get as far as operands and memory.
    const unsigned draws = random() % 4 == 0 ? 1 : 12;
    for (unsigned draw = 0; draw < draws; ++draw) {
      kernel.image.program = make_program(begin, kernel.image.entry_address, lanes, random);
      const std::uint64_t place = kernel.image.entry_address + 4 * begin.size();
      if (kernel.image.program->at(place)->problem == nullptr) break;
    }
    ++(kernel.run({1, 1, 1}, {lanes, 1, 1}, arguments) ? outcomes.faulted : outcomes.ended);
  }
  return outcomes;
}

}  // namespace

TEST_CASE("random instruction words end or fault, wave32") {
  const Outcomes outcomes = run_random(32, KGATE_RANDOM_CODE);
  CHECK(outcomes.ended > 1000);
  CHECK(outcomes.faulted > 1000);
}

TEST_CASE("random instruction words end or fault, wave64") {
  const Outcomes outcomes = run_random(64, KGATE_RANDOM_CODE);
  CHECK(outcomes.ended > 1000);
  CHECK(outcomes.faulted > 1000);
}

TEST_CASE("random kernel descriptors end or fault") {
  const std::vector<std::uint32_t> code{kEndProgram};
  std::mt19937 random(5 + Catch::rngSeed());
  unsigned ended = 0;
  for (unsigned i = 0; i < 2000; ++i) {
    const unsigned lanes = (random() & 1U) != 0 ? 32 : 64;
    TestKernel kernel(code, lanes);
    kernel.options.threads = 1;
    auto& descriptor = kernel.image.descriptor;
    descriptor.group_segment_fixed_size = static_cast<std::uint32_t>(random()) % 65536;
    descriptor.private_segment_fixed_size = static_cast<std::uint32_t>(random()) % 4096;
    descriptor.kernarg_size = (random() & 3U) == 0 ? static_cast<std::uint32_t>(random()) : 16;
    descriptor.compute_pgm_rsrc1 = static_cast<std::uint32_t>(random());
    descriptor.compute_pgm_rsrc2 = static_cast<std::uint32_t>(random());
    descriptor.compute_pgm_rsrc3 = static_cast<std::uint32_t>(random());
    descriptor.kernel_code_properties = static_cast<std::uint16_t>(random());
    kernel.image.private_bytes = descriptor.private_segment_fixed_size;
    const std::array<std::uint64_t, 2> arguments{};
    const auto block = static_cast<std::uint32_t>(1 + random() % 1024);
    if (!kernel.run({1, 1, 1}, {block, 1, 1}, arguments)) ++ended;
  }
  CHECK(ended > 100);
}
