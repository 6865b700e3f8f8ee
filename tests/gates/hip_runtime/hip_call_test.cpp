// SPDX-License-Identifier: MIT
// Real calls: return addresses, stacks and flat pointers, with and without the compiler's help.
#include <bit>
#include <cstring>

#include "tests/gates/hip_runtime/runtime_fixture.hpp"

using namespace kgate::runtime_tests;
using namespace kgate::hip;

namespace {

/// Runs `check` on the kernels of every build for gfx1151: -O0 and -O2, wave32 and wave64.
template <class Check>
void on_every_build(const Check& check) {
  for (const char* file :
       {"call_kernels.O0.gfx1151.wave32.co", "call_kernels.O0.gfx1151.wave64.co",
        "call_kernels.O2.gfx1151.wave32.co", "call_kernels.O2.gfx1151.wave64.co"}) {
    INFO(file);
    check(Kernels(file));
  }
  REQUIRE(hipSetDevice(1) == Error::hipSuccess);
  check(Kernels("call_kernels.O0.gfx1100.wave32.co"));
  REQUIRE(hipSetDevice(0) == Error::hipSuccess);
}

template <class Element>
std::vector<Element> run(const Kernels& kernels, const char* name, std::size_t count) {
  const Buffer<Element> out(std::vector<Element>(count, Element{}));
  REQUIRE(launch(kernels[name], {1, 1, 1}, {64, 1, 1}, 0, nullptr, out.get()) == Error::hipSuccess);
  REQUIRE(hipDeviceSynchronize() == Error::hipSuccess);
  return out.values();
}

using Words = std::vector<std::uint32_t>;

}  // namespace

TEST_CASE("lanes recurse to depths of their own") {
  on_every_build([](const Kernels& kernels) {
    const std::array<std::uint32_t, 10> fibonacci{0, 1, 1, 2, 3, 5, 8, 13, 21, 34};
    Words expected(64);
    for (std::size_t i = 0; i < 64; ++i) expected[i] = fibonacci.at(i % 10);
    CHECK(run<std::uint32_t>(kernels, "recurse", 64) == expected);
  });
}

TEST_CASE("lanes call different functions through a table") {
  on_every_build([](const Kernels& kernels) {
    Words expected(64);
    for (std::uint32_t i = 0; i < 64; ++i) {
      expected[i] = i % 3 == 0 ? i + 7 : (i % 3 == 1 ? i * 7 : i - 7);
    }
    CHECK(run<std::uint32_t>(kernels, "call_through_table", 64) == expected);
  });
}

TEST_CASE("large structs go through the stack") {
  on_every_build([](const Kernels& kernels) {
    Words expected(64);
    for (std::uint32_t i = 0; i < 64; ++i) {
      expected[i] = 200 * i + i % 5 + (39 + i % 5) % 40;
    }
    CHECK(run<std::uint32_t>(kernels, "pass_large", 64) == expected);
  });
}

TEST_CASE("a flat pointer reaches LDS, scratch and global memory") {
  on_every_build([](const Kernels& kernels) {
    Words expected(192);
    for (std::uint32_t i = 0; i < 64; ++i) {
      expected[i] = 2000 + (i % 3 == 2 ? i : 0) + (i % 2 == 1 ? 5 : 0);
      expected[64 + i] = 1000 + (i % 3 == 0 ? i : 0) + (i % 2 == 0 ? 5 : 0);
      expected[128 + i] = 3 + (i % 3 == 1 ? i : 0);
    }
    CHECK(run<std::uint32_t>(kernels, "add_anywhere", 192) == expected);
  });
}

TEST_CASE("s_setreg changes the rounding of what follows") {
  on_every_build([](const Kernels& kernels) {
    const auto values = run<float>(kernels, "change_rounding", 192);
    const float up = std::bit_cast<float>(0x3F800001U);
    for (std::size_t i = 0; i < 64; ++i) {
      CHECK(std::vector(values.begin() + static_cast<std::ptrdiff_t>(3 * i),
                        values.begin() + static_cast<std::ptrdiff_t>(3 * i + 3)) ==
            std::vector<float>{1.0F, up, 1.0F});
    }
  });
}

TEST_CASE("clocks do not go back, and messages and hints change nothing") {
  on_every_build([](const Kernels& kernels) {
    const auto values = run<std::uint64_t>(kernels, "read_clocks", 128);
    for (std::size_t i = 0; i < 64; ++i) CHECK(values[2 * i] <= values[2 * i + 1]);
  });
}
