// SPDX-License-Identifier: MIT
// The example's number types are those of the kernels.
#include "docs/examples/tiny_llama/number_types.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "kernels/data_type.hpp"
#include "oracle/formats/element_access.hpp"
#include "tests/catch.hpp"

namespace {

struct Type {
  kgate_type here;
  kgate::DataType there;
};
constexpr std::array kTypes{Type{KGATE_F32, kgate::DataType::f32},
                            Type{KGATE_F16, kgate::DataType::f16},
                            Type{KGATE_BF16, kgate::DataType::bf16}};

/// Whether both round `value` to the same bits.
bool stored_alike(const Type& type, float value) {
  std::array<std::byte, 4> here{};
  std::array<std::byte, 4> there{};
  tiny_llama::store(type.here, here.data(), value);
  kgate::oracle::write_element(type.there, there.data(), 0, value);
  return here == there;
}

}  // namespace

TEST_CASE("every f16 and bf16 is read as its value") {
  for (const Type& type : kTypes) {
    std::size_t wrong = 0;
    for (std::uint32_t code = 0; code < 65536; ++code) {
      std::array<std::byte, 4> bytes{};
      std::memcpy(bytes.data(), &code, sizeof code);
      const float here = tiny_llama::load(type.here, bytes.data());
      const float there = kgate::oracle::read_element(type.there, bytes.data(), 0);
      const bool both_nan = std::isnan(here) && std::isnan(there);
      wrong += both_nan || std::bit_cast<std::uint32_t>(here) == std::bit_cast<std::uint32_t>(there)
                   ? 0U
                   : 1U;
    }
    CHECK(wrong == 0);
  }
}

TEST_CASE("values, ties, the largest and the least round as the oracle rounds them") {
  for (const Type& type : kTypes) {
    std::size_t wrong = 0;
    for (std::uint32_t i = 0; i < 1'000'000; ++i) {
      // A step that visits all exponents; every other value is near a tie of a 16-bit type.
      std::uint32_t bits = i * 4294U;
      bits = i % 2 == 0 ? bits : (bits & 0xffffe000U) | (0x0fffU + i % 3);
      const auto value = std::bit_cast<float>(bits);
      wrong += std::isnan(value) || stored_alike(type, value) ? 0U : 1U;
    }
    CHECK(wrong == 0);
    for (const float value : {0.0F, -0.0F, 65504.0F, 65519.99F, 65520.0F, 0x1p-24F, 0x1p-25F,
                              0x1.000002p-25F, 0x1.ffcp-15F, 0x1.ffep-15F, 3.4e38F, INFINITY}) {
      CHECK(stored_alike(type, value));
      CHECK(stored_alike(type, -value));
    }
  }
}
