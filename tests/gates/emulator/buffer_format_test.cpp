// SPDX-License-Identifier: MIT
// Typed buffer accesses: formats, ranges, swizzling. Expected values are constants of the formats.
#include <array>
#include <bit>
#include <cstdint>
#include <string>
#include <vector>

#include "tests/catch.hpp"
#include "tests/gates/emulator/emulator_kernel.hpp"

namespace {

using kgate::emulator_tests::assemble;
using kgate::emulator_tests::TestKernel;
using u32 = std::uint32_t;

u32 single(double value) { return std::bit_cast<u32>(static_cast<float>(value)); }

/// Runs lines on lane 0 with a resource in s[8:11] over `memory` and returns v[4:7] and the memory.
struct Result {
  std::vector<u32> registers;
  std::vector<u32> memory;
};
struct Resource {
  u32 word1 = 0;  ///< stride and swizzle; the high address bits are added
  u32 records = 64;
  u32 word3 = 0x30000FAC;  ///< raw range check, components in order
};
Result run(const std::string& lines, const std::vector<u32>& memory,
           const Resource& resource = {}) {
  const auto text = R"(
    s_load_b128 s[4:7], s[0:1], 0x0
    s_load_b64 s[10:11], s[0:1], 0x10
    s_load_b32 s12, s[0:1], 0x18
    s_waitcnt lgkmcnt(0)
    s_mov_b32 s8, s4
    s_or_b32 s9, s5, s12
    v_mov_b32 v4, 0x11111111
    v_mov_b32 v5, v4
    v_mov_b32 v6, v4
    v_mov_b32 v7, v4
)" + lines + R"(
    v_mov_b32 v30, 0
    global_store_b128 v30, v[4:7], s[6:7]
    s_endpgm
)";
  TestKernel kernel(assemble(text));
  const std::uint64_t data = kernel.buffer(memory.size(), memory);
  const std::uint64_t out = kernel.buffer(4);
  const std::array<std::uint64_t, 4> arguments{
      data, out, resource.records | (std::uint64_t{resource.word3} << 32U), resource.word1};
  const auto fault = kernel.run({1, 1, 1}, {1, 1, 1}, arguments);
  if (fault) INFO(fault->describe());
  REQUIRE(!fault);
  return {kernel.read(out, 4), kernel.read(data, memory.size())};
}
std::vector<u32> loaded(const std::string& format, const std::vector<u32>& memory,
                        const std::string& what = "tbuffer_load_format_xyzw v[4:7]") {
  return run(what + ", off, s[8:11], 0 format:[" + format + "]\ns_waitcnt vmcnt(0)", memory)
      .registers;
}
std::vector<u32> stored(const std::string& format, std::array<u32, 4> values) {
  std::string lines;
  for (unsigned i = 0; i < 4; ++i) {
    lines += "v_mov_b32 v" + std::to_string(10 + i) + ", " + std::to_string(values.at(i)) + "\n";
  }
  return run(lines + "tbuffer_store_format_xyzw v[10:13], off, s[8:11], 0 format:[" + format + "]",
             {0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF})
      .memory;
}

using Words = std::vector<u32>;

}  // namespace

TEST_CASE("typed loads convert each kind of component") {
  CHECK(loaded("BUF_FMT_8_8_8_8_UNORM", {0xFF800100}) ==
        Words{0, single(1.0 / 255), single(128.0 / 255), single(1)});
  CHECK(loaded("BUF_FMT_8_8_8_8_SNORM", {0x81807F01}) ==
        Words{single(1.0 / 127), single(1), single(-1), single(-1)});
  CHECK(loaded("BUF_FMT_8_8_8_8_USCALED", {0xFF800100}) ==
        Words{0, single(1), single(128), single(255)});
  CHECK(loaded("BUF_FMT_8_8_8_8_SSCALED", {0xFF807F00}) ==
        Words{0, single(127), single(-128), single(-1)});
  CHECK(loaded("BUF_FMT_8_8_8_8_UINT", {0xFF800100}) == Words{0, 1, 128, 255});
  CHECK(loaded("BUF_FMT_16_16_SINT", {0x8000FFFF}) == Words{0xFFFFFFFF, 0xFFFF8000, 0, 0});
  CHECK(loaded("BUF_FMT_16_16_FLOAT", {0xC0003C01}) ==
        Words{single(1 + 1.0 / 1024), single(-2), 0, 0});
  CHECK(loaded("BUF_FMT_32_32_32_FLOAT", {1, 2, 3}) == Words{1, 2, 3, 0});
  // X is in the lowest bits: 11 bits, 11 bits, 10 bits.
  CHECK(loaded("BUF_FMT_10_11_11_FLOAT", {0x3C0U | (0x400U << 11U) | (0x1C0U << 22U)}) ==
        Words{single(1), single(2), single(0.5), 0});
  CHECK(loaded("BUF_FMT_2_10_10_10_UINT", {1U | (2U << 10U) | (1023U << 20U) | (3U << 30U)}) ==
        Words{1, 2, 1023, 3});
  CHECK(loaded("BUF_FMT_10_10_10_2_UINT", {3U | (1U << 2U) | (2U << 12U) | (1023U << 22U)}) ==
        Words{3, 1, 2, 1023});
}

TEST_CASE("D16 loads truncate f32, round other formats, and keep the other half") {
  // 1 + 2^-11 + 2^-12 is nearer to 1 + 2^-10.
  const Words from_single = loaded("BUF_FMT_32_FLOAT", {single(1 + 1.0 / 2048 + 1.0 / 4096)},
                                   "tbuffer_load_d16_format_x v4");
  CHECK(from_single[0] == 0x11113C00);
  // 2/255 = 0x1.0101...p-7: f16 0x2004 is nearest.
  CHECK(loaded("BUF_FMT_8_8_UNORM", {0x0102}, "tbuffer_load_d16_format_xy v4")[0] == 0x1C042004);
}

TEST_CASE("typed stores convert each kind of component") {
  CHECK(stored("BUF_FMT_8_8_8_8_UNORM",
               {single(0.5), single(1.5), single(-1), single(1.0 / 255)})[0] ==
        0x0100FF80);  // 127.5 rounds to even
  CHECK(stored("BUF_FMT_8_8_8_8_SNORM", {single(1), single(-1), single(-9), single(0)})[0] ==
        0x0081817F);
  CHECK(stored("BUF_FMT_16_16_FLOAT", {single(1), single(-2), 0, 0})[0] == 0xC0003C00);
  CHECK(stored("BUF_FMT_2_10_10_10_UINT", {1, 2, 1023, 3})[0] ==
        (1U | (2U << 10U) | (1023U << 20U) | (3U << 30U)));
  CHECK(stored("BUF_FMT_32_32_UINT", {7, 8, 9, 10}) == Words{7, 8, 0xFFFFFFFF, 0xFFFFFFFF});
}

TEST_CASE("a format of the resource selects components, 0 and 1") {
  // Format 32_32_UINT (48); dst_sel y, x, 1, 0.
  const u32 word3 = (3U << 28U) | (48U << 12U) | 5U | (4U << 3U) | (1U << 6U) | (0U << 9U);
  CHECK(run("buffer_load_format_xyzw v[4:7], off, s[8:11], 0\ns_waitcnt vmcnt(0)", {21, 22},
            {0, 64, word3})
            .registers == Words{22, 21, 1, 0});
}

TEST_CASE("a typed element is in range as a whole or not at all") {
  CHECK(run("tbuffer_load_format_xyzw v[4:7], off, s[8:11], 0 format:[BUF_FMT_32_32_UINT] offset:8"
            "\ns_waitcnt vmcnt(0)",
            {1, 2, 3, 4}, {0, 12, 0x30000FAC})
            .registers == Words{0, 0, 0, 0});
  // The record count of a raw buffer shrinks by the scalar offset.
  CHECK(run("s_movk_i32 s20, 4\nbuffer_load_b64 v[4:5], off, s[8:11], s20 offset:0"
            "\ns_waitcnt vmcnt(0)",
            {1, 2, 3, 4}, {0, 8, 0x30000FAC})
            .registers == Words{2, 0, 0x11111111, 0x11111111});
}

TEST_CASE("a swizzled buffer keeps the same dword of eight records together") {
  std::vector<u32> memory(64);
  for (u32 i = 0; i < 64; ++i) memory[i] = i;
  // Stride 8, 4-byte elements, 8 indices: record 9, dword 1 is the second group's 8 + 1.
  const Resource resource{(1U << 30U) | (8U << 16U), 32, 0x00000FAC};
  CHECK(run("v_mov_b32 v10, 9\nbuffer_load_b32 v4, v10, s[8:11], 0 idxen offset:4"
            "\ns_waitcnt vmcnt(0)",
            memory, resource)
            .registers[0] == 16 + 8 + 1);
}
