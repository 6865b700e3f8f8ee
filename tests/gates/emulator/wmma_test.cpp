// SPDX-License-Identifier: MIT
// WMMA: which lane and register hold which element, by matrices whose products every order of
// additions gives exactly; and the stated order of roundings, by one that tells orders apart.
#include <fmt/format.h>

#include <array>
#include <bit>
#include <cstdint>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "tests/catch.hpp"
#include "tests/gates/emulator/emulator_kernel.hpp"

namespace {

using kgate::emulator::FaultKind;
using kgate::emulator_tests::assemble;
using kgate::emulator_tests::TestKernel;
using u32 = std::uint32_t;
using Matrix = std::array<std::array<int, 16>, 16>;
using Encode = std::function<u32(int)>;

u32 as_single(int value) { return std::bit_cast<u32>(static_cast<float>(value)); }
u32 as_brain(int value) { return as_single(value) >> 16U; }
/// Of integers that are zero or normal in binary16 and need no rounding.
u32 as_half(int value) {
  const u32 word = as_single(value);
  if (value == 0) return 0;
  return ((word >> 16U) & 0x8000U) | (((word >> 23U) & 0xFFU) - 112U) << 10U |
         ((word >> 13U) & 0x3FFU);
}
u32 as_integer(int value) { return static_cast<u32>(value); }

struct Shape {
  std::string text;   ///< mnemonic
  unsigned bits = 0;  ///< of an element of A and B
  Encode factor;
  Encode result;
  unsigned result_bits = 32;
  std::string modifiers = {};
  bool high = false;  ///< 16-bit results are in the upper half
};

/// Registers a lane of `lines`: lane l holds line l % 16, lowest element first.
std::vector<u32> lines_of(const Matrix& matrix, const Shape& shape, unsigned lane, bool columns) {
  std::vector<u32> words(16 * shape.bits / 32);
  const u32 mask = (1U << shape.bits) - 1U;
  for (unsigned k = 0; k < 16; ++k) {
    const int value = columns ? matrix[k][lane % 16] : matrix[lane % 16][k];
    words[k * shape.bits / 32] |= (shape.factor(value) & mask) << (k * shape.bits % 32);
  }
  return words;
}

/// 24 dwords a lane: A from 0, B from 8, C from 16.
std::vector<u32> pack(const Matrix& a, const Matrix& b, const Matrix& c, const Shape& shape,
                      unsigned lanes) {
  std::vector<u32> words(24U * lanes);
  for (unsigned lane = 0; lane < lanes; ++lane) {
    const auto put = [&](unsigned at, const std::vector<u32>& values) {
      std::copy(values.begin(), values.end(), words.begin() + 24 * lane + at);
    };
    put(0, lines_of(a, shape, lane, false));
    put(8, lines_of(b, shape, lane, true));
    for (unsigned i = 0; i < 256 / lanes; ++i) {
      const u32 value = shape.result(c[i * (lanes / 16) + lane / 16][lane % 16]);
      words[24 * lane + 16 + i] = shape.high ? value << 16U : value;
    }
  }
  return words;
}

std::string kernel_text(const Shape& shape, unsigned lanes) {
  const unsigned factor = shape.bits / 2;  // registers
  const unsigned tile = 256 / lanes;
  return fmt::format(R"(
    s_load_b128 s[4:7], s[0:1], 0x0
    v_and_b32 v50, 0x3ff, v0
    v_mul_u32_u24 v40, 96, v50
    v_lshlrev_b32 v41, 5, v50
    s_waitcnt lgkmcnt(0)
    global_load_b128 v[8:11], v40, s[4:5]
    global_load_b128 v[12:15], v40, s[4:5] offset:16
    global_load_b128 v[16:19], v40, s[4:5] offset:32
    global_load_b128 v[20:23], v40, s[4:5] offset:48
    global_load_b128 v[24:27], v40, s[4:5] offset:64
    global_load_b128 v[28:31], v40, s[4:5] offset:80
    v_mov_b32 v32, 0x12345678
    v_mov_b32 v33, v32
    v_mov_b32 v34, v32
    v_mov_b32 v35, v32
    v_mov_b32 v36, v32
    v_mov_b32 v37, v32
    v_mov_b32 v38, v32
    v_mov_b32 v39, v32
    s_waitcnt vmcnt(0)
    {} v[32:{}], v[8:{}], v[16:{}], v[24:{}] {}
    global_store_b128 v41, v[32:35], s[6:7]
    global_store_b128 v41, v[36:39], s[6:7] offset:16
    s_endpgm
)",
                     shape.text, 31 + tile, 7 + factor, 15 + factor, 23 + tile, shape.modifiers);
}

std::vector<u32> run(const Shape& shape, unsigned lanes, const std::vector<u32>& input) {
  TestKernel kernel(assemble(kernel_text(shape, lanes), "gfx1151", lanes), lanes);
  const std::uint64_t out = kernel.buffer(8U * lanes);
  const std::array<std::uint64_t, 2> arguments{kernel.buffer(input.size(), input), out};
  const auto fault = kernel.run({1, 1, 1}, {lanes, 1, 1}, arguments);
  if (fault) INFO(fault->describe());
  REQUIRE(!fault);
  return kernel.read(out, 8U * lanes);
}

Matrix draw(std::mt19937& random, int low, int high) {
  Matrix matrix{};
  for (auto& row : matrix) {
    for (int& value : row)
      value = low + static_cast<int>(random() % static_cast<u32>(high - low + 1));
  }
  return matrix;
}

void check_layout(const Shape& shape, unsigned lanes, int low, int high) {
  std::mt19937 random(3);
  const Matrix a = draw(random, low, high);
  const Matrix b = draw(random, low, high);
  const Matrix c = draw(random, 0, 50);
  const auto out = run(shape, lanes, pack(a, b, c, shape, lanes));
  INFO(shape.text << " wave" << lanes << " " << shape.modifiers);
  for (unsigned lane = 0; lane < lanes; ++lane) {
    for (unsigned i = 0; i < 256 / lanes; ++i) {
      const unsigned row = i * (lanes / 16) + lane / 16;
      int sum = c[row][lane % 16];
      for (unsigned k = 0; k < 16; ++k) sum += a[row][k] * b[k][lane % 16];
      u32 expected = shape.result(sum);
      if (shape.result_bits == 16) {
        expected = shape.high ? (expected << 16U) | 0x5678U : 0x12340000U | expected;
      }
      CHECK(out[8 * lane + i] == expected);
    }
  }
}

const std::string kPrefix = "v_wmma_";

}  // namespace

TEST_CASE("WMMA takes and gives the elements that its layout says") {
  for (const unsigned lanes : {32U, 64U}) {
    check_layout({kPrefix + "f32_16x16x16_f16", 16, as_half, as_single}, lanes, -5, 5);
    check_layout({kPrefix + "f32_16x16x16_bf16", 16, as_brain, as_single}, lanes, -5, 5);
    check_layout({kPrefix + "f16_16x16x16_f16", 16, as_half, as_half, 16}, lanes, -5, 5);
    check_layout({kPrefix + "f16_16x16x16_f16", 16, as_half, as_half, 16, "op_sel:[0,0,1]", true},
                 lanes, -5, 5);
    check_layout({kPrefix + "bf16_16x16x16_bf16", 16, as_brain, as_brain, 16}, lanes, 0, 2);
    check_layout({kPrefix + "i32_16x16x16_iu8", 8, as_integer, as_integer, 32, "neg_lo:[1,1,0]"},
                 lanes, -128, 127);
    check_layout({kPrefix + "i32_16x16x16_iu8", 8, as_integer, as_integer}, lanes, 0, 255);
    check_layout({kPrefix + "i32_16x16x16_iu4", 4, as_integer, as_integer, 32, "neg_lo:[1,1,0]"},
                 lanes, -8, 7);
    check_layout({kPrefix + "i32_16x16x16_iu4", 4, as_integer, as_integer}, lanes, 0, 15);
  }
}

TEST_CASE("the model of WMMA adds products to C one by one, each sum rounded to f32") {
  // 2^24 + 1 is a tie that rounds back to 2^24, sixteen times; the exact sum is 2^24 + 16.
  Matrix ones{};
  for (auto& row : ones) row.fill(1);
  Matrix large{};
  for (auto& row : large) row.fill(1 << 24);
  const Shape shape{kPrefix + "f32_16x16x16_f16", 16, as_half, as_single};
  const auto out = run(shape, 32, pack(ones, ones, large, shape, 32));
  CHECK(out[0] == as_single(1 << 24));
}

TEST_CASE("neg_lo and neg_hi of WMMA flip even and odd elements, and C's sign and absolute value") {
  Matrix a{};
  for (auto& row : a) {
    for (unsigned k = 0; k < 16; ++k) row[k] = k % 2 == 0 ? 2 : 3;
  }
  Matrix ones{};
  for (auto& row : ones) row.fill(1);
  Matrix c{};
  for (auto& row : c) row.fill(-7);
  const auto result = [&](const std::string& modifiers) {
    const Shape shape{kPrefix + "f32_16x16x16_f16", 16, as_half, as_single, 32, modifiers};
    return run(shape, 32, pack(a, ones, c, shape, 32))[0];
  };
  CHECK(result("") == as_single(16 + 24 - 7));
  CHECK(result("neg_lo:[1,0,0]") == as_single(-16 + 24 - 7));
  CHECK(result("neg_hi:[1,0,0]") == as_single(16 - 24 - 7));
  CHECK(result("neg_lo:[0,0,1]") == as_single(16 + 24 + 7));
  CHECK(result("neg_hi:[0,0,1]") == as_single(16 + 24 + 7));
  CHECK(result("neg_lo:[0,0,1] neg_hi:[0,0,1]") == as_single(16 + 24 - 7));
}

TEST_CASE("WMMA saturates with clamp and wraps without") {
  Matrix most{};
  for (auto& row : most) row.fill(255);
  Matrix c{};
  for (auto& row : c) row.fill(0x7FFFFFF0);
  Shape shape{kPrefix + "i32_16x16x16_iu8", 8, as_integer, as_integer};
  const u32 wrapped = 0x7FFFFFF0U + 16U * 255U * 255U;
  CHECK(run(shape, 32, pack(most, most, c, shape, 32))[0] == wrapped);
  shape.modifiers = "clamp";
  CHECK(run(shape, 32, pack(most, most, c, shape, 32))[0] == 0x7FFFFFFFU);
}

TEST_CASE("WMMA on lanes that differ or are switched off is a fault") {
  const Shape shape{kPrefix + "f32_16x16x16_f16", 16, as_half, as_single};
  auto input = pack({}, {}, {}, shape, 32);
  input[24 * 20] = 1;  // A in lane 20 is not that of lane 4
  const auto code = assemble(kernel_text(shape, 32));
  TestKernel kernel(code);
  const std::array<std::uint64_t, 2> arguments{kernel.buffer(input.size(), input),
                                               kernel.buffer(256)};
  const auto differs = kernel.run({1, 1, 1}, {32, 1, 1}, arguments);
  REQUIRE(differs);
  CHECK(differs->kind == FaultKind::unsupported_operand);
  CHECK(differs->lane == 20);
  const auto off = kernel.run({1, 1, 1}, {31, 1, 1}, arguments);
  REQUIRE(off);
  CHECK(off->kind == FaultKind::unsupported_operand);
}
