// SPDX-License-Identifier: MIT
// Each way gated_activation's arguments can be wrong is refused by name, and each limit is
// accepted.
#include <cstdint>
#include <limits>

#include "kernels/gated_activation/gated_activation_contract.hpp"
#include "tests/kernels/argument_rows.hpp"

using kgate::at_address;
using kgate::DataType;
using kgate::GatedActivationFunction;
using kgate::GatedActivationProfile;
using Arguments = kgate::GatedActivationArguments;
using Row = kgate::ArgumentRow<Arguments>;

namespace {

constexpr std::uintptr_t kGate = 0x100000000000;
constexpr std::uintptr_t kUp = 0x200000000000;
constexpr std::uintptr_t kOut = 0x300000000000;

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

/// Three rows of 8 bf16 elements, every tensor with a stride of its own, without a clamp.
Arguments valid() {
  Arguments arguments{};
  arguments.gate = at_address(kGate);
  arguments.up = at_address(kUp);
  arguments.out = at_address(kOut);
  arguments.rows = 3;
  arguments.gate_stride = 1000;
  arguments.up_stride = 2000;
  arguments.out_stride = 3000;
  arguments.intermediate = 8;
  arguments.limit = kInfinity;
  arguments.alpha = 1;
  arguments.type = DataType::bf16;
  return arguments;
}

void set_strides(Arguments& a, std::int64_t stride) {
  a.gate_stride = a.up_stride = a.out_stride = stride;
}

void set_gelu(Arguments& a, float alpha) {
  a.alpha = alpha;
  a.function = GatedActivationFunction::gelu;
}

void set_gelu_tanh(Arguments& a, float alpha) {
  a.alpha = alpha;
  a.function = GatedActivationFunction::gelu_tanh;
}

}  // namespace

TEST_CASE("gated_activation: sizes and codes are accepted up to their limits and named past them") {
  const Row rows[] = {
      {[](Arguments&) {}, ""},
      {[](Arguments& a) { a.intermediate = 1; }, ""},
      {[](Arguments& a) { a.intermediate = 0; },
       "gated_activation: intermediate is 0; allowed: 1 to 16777216"},
      {[](Arguments& a) {
         a.intermediate = 16777216;
         set_strides(a, 16777216);
       },
       ""},
      {[](Arguments& a) {
         a.intermediate = 16777217;
         set_strides(a, 16777217);
       },
       "gated_activation: intermediate is 16777217; allowed: 1 to 16777216"},
      {[](Arguments& a) { a.rows = 0; }, ""},
      {[](Arguments& a) { a.rows = 1; }, ""},
      {[](Arguments& a) { a.rows = -1; }, "gated_activation: rows is -1; allowed: 0 or more"},
      {[](Arguments& a) { a.type = DataType::f16; }, ""},
      {[](Arguments& a) { a.type = DataType::f32; }, ""},
      {[](Arguments& a) { a.type = DataType::f8_e4m3fn; },
       "gated_activation: type is data type 3; allowed: f16, bf16, f32"},
      {[](Arguments& a) { a.function = GatedActivationFunction{3}; },
       "gated_activation: function is 3; allowed: 0 to 2"},
      {[](Arguments& a) { a.profile = GatedActivationProfile::f32_activation; }, ""},
      {[](Arguments& a) { a.profile = GatedActivationProfile{2}; },
       "gated_activation: profile is 2; allowed: 0 or 1"},
  };
  kgate::check_rows(valid(), rows);
}

TEST_CASE("gated_activation: alpha has a range with silu and one value with the others") {
  const Row rows[] = {
      {[](Arguments& a) { a.alpha = 1.702F; }, ""},
      {[](Arguments& a) { a.alpha = 0.0009765625F; }, ""},
      {[](Arguments& a) { a.alpha = 1024; }, ""},
      {[](Arguments& a) { a.alpha = 0.0009F; },
       "gated_activation: alpha is 0.0009; allowed: 1, or with silu from 1/1024 to 1024"},
      {[](Arguments& a) { a.alpha = 1024.5F; },
       "gated_activation: alpha is 1024.5; allowed: 1, or with silu from 1/1024 to 1024"},
      {[](Arguments& a) { a.alpha = kNan; },
       "gated_activation: alpha is nan; allowed: 1, or with silu from 1/1024 to 1024"},
      {[](Arguments& a) { set_gelu(a, 1); }, ""},
      {[](Arguments& a) { set_gelu(a, 1.702F); },
       "gated_activation: alpha is 1.702; allowed: 1, or with silu from 1/1024 to 1024"},
      {[](Arguments& a) { set_gelu(a, 0.5F); },
       "gated_activation: alpha is 0.5; allowed: 1, or with silu from 1/1024 to 1024"},
      {[](Arguments& a) { set_gelu_tanh(a, 1.702F); },
       "gated_activation: alpha is 1.702; allowed: 1, or with silu from 1/1024 to 1024"},
  };
  kgate::check_rows(valid(), rows);
}

TEST_CASE("gated_activation: up_bias is any finite number") {
  const Row rows[] = {
      {[](Arguments& a) { a.up_bias = -1; }, ""},
      {[](Arguments& a) { a.up_bias = std::numeric_limits<float>::max(); }, ""},
      {[](Arguments& a) { a.up_bias = kInfinity; },
       "gated_activation: up_bias is inf; allowed: any finite number"},
  };
  kgate::check_rows(valid(), rows);
}

TEST_CASE("a limit is a positive normal number of the tensors' type, or infinity") {
  struct Limit {
    DataType type;
    float value;
    bool is_accepted;
  };
  const Limit limits[] = {
      {DataType::f16, kInfinity, true},
      {DataType::f16, 0x1p-14F, true},       // the smallest normal number
      {DataType::f16, 0x1.FF8p-15F, false},  // the largest denormal one
      {DataType::f16, 65504.0F, true},
      {DataType::f16, 65536.0F, false},
      {DataType::f16, 1 + 0x1p-10F, true},  // the last bit of f16, and half of it
      {DataType::f16, 1 + 0x1p-11F, false},
      {DataType::f16, 1 + 0x1p-23F, false},
      {DataType::f16, kNan, false},
      {DataType::bf16, kInfinity, true},
      {DataType::bf16, 0x1p-126F, true},
      {DataType::bf16, 0x1.FCp-127F, false},
      {DataType::bf16, 1 + 0x1p-7F, true},
      {DataType::bf16, 1 + 0x1p-8F, false},
      {DataType::bf16, 1 + 0x1p-23F, false},
      {DataType::f32, kInfinity, true},
      {DataType::f32, 0x1p-126F, true},
      {DataType::f32, 0x1.FFFFFCp-127F, false},
      {DataType::f32, std::numeric_limits<float>::max(), true},
      {DataType::f32, 1 + 0x1p-23F, true},
      {DataType::f32, 0.0F, false},
      {DataType::f32, kNan, false},
  };
  for (const Limit& limit : limits) {
    Arguments arguments = valid();
    arguments.type = limit.type;
    arguments.limit = limit.value;
    INFO("data type " << static_cast<std::uint32_t>(limit.type) << ", limit " << limit.value);
    CHECK(kgate::check(arguments).ok() == limit.is_accepted);
  }
  const Row rows[] = {
      {[](Arguments& a) { a.limit = 7.1F; },
       "gated_activation: limit is 7.1; allowed: a positive normal number of bf16, or infinity for "
       "no clamp"},
  };
  kgate::check_rows(valid(), rows);
}

TEST_CASE("gated_activation: without rows no pointer is looked at, with one row all are") {
  const Row rows[] = {
      {[](Arguments& a) {
         a.rows = 0;
         a.gate = a.up = nullptr;
         a.out = nullptr;
       },
       ""},
      {[](Arguments& a) {
         a.rows = 0;
         a.gate = at_address(kOut + 2);
       },
       ""},
      {[](Arguments& a) {
         a.rows = 0;
         a.intermediate = 0;
       },
       "gated_activation: intermediate is 0; allowed: 1 to 16777216"},
      {[](Arguments& a) {
         a.rows = 1;
         a.gate = nullptr;
       },
       "gated_activation: gate is null; it must point to bf16 elements"},
      {[](Arguments& a) {
         a.rows = 1;
         a.gate = at_address(kOut + 2);
       },
       "gated_activation: out at 0x300000000000 overlaps gate at 0x300000000002; allowed: no "
       "overlap, or the same address and stride"},
  };
  kgate::check_rows(valid(), rows);
}

TEST_CASE("gated_activation: pointers and strides are named") {
  const Row rows[] = {
      {[](Arguments& a) { a.up = nullptr; },
       "gated_activation: up is null; it must point to bf16 elements"},
      {[](Arguments& a) { a.gate = at_address(kGate + 1); },
       "gated_activation: gate is at 0x100000000001; it must be aligned to its bf16 elements, 2 "
       "bytes"},
      {[](Arguments& a) { a.up = at_address(kUp + 1); },
       "gated_activation: up is at 0x200000000001; it must be aligned to its bf16 elements, 2 "
       "bytes"},
      {[](Arguments& a) {
         a.type = DataType::f32;
         a.out = at_address(kOut + 2);
       },
       "gated_activation: out is at 0x300000000002; it must be aligned to its f32 elements, 4 "
       "bytes"},
      {[](Arguments& a) { set_strides(a, 8); }, ""},
      {[](Arguments& a) { a.gate_stride = 7; },
       "gated_activation: gate_stride is 7; it must be at least the row length, 8"},
      {[](Arguments& a) { a.up_stride = -1; },
       "gated_activation: up_stride is -1; it must be at least the row length, 8"},
      {[](Arguments& a) { a.out_stride = 7; },
       "gated_activation: out_stride is 7; it must be at least the row length, 8"},
      {[](Arguments& a) { a.out_stride = INT64_MAX / 2; },
       "gated_activation: out_stride is 4611686018427387903; 3 rows of it exceed a 63-bit byte "
       "offset"},
  };
  kgate::check_rows(valid(), rows);
}

TEST_CASE("halves of one tensor in either order, and results over gate or up, are accepted") {
  const Row rows[] = {
      {[](Arguments& a) {
         a.up = at_address(kGate + 16);
         a.gate_stride = a.up_stride = 16;
       },
       ""},
      {[](Arguments& a) {
         a.up = at_address(kGate - 16);
         a.gate_stride = a.up_stride = 16;
       },
       ""},
      {[](Arguments& a) {
         a.up = at_address(kGate);
         a.up_stride = a.gate_stride;
       },
       ""},
      {[](Arguments& a) {
         a.out = at_address(kGate);
         a.out_stride = a.gate_stride;
       },
       ""},
      {[](Arguments& a) {
         a.out = at_address(kUp);
         a.out_stride = a.up_stride;
       },
       ""},
      {[](Arguments& a) { a.out = at_address(kGate - 2 * 6000 - 16); }, ""},
      {[](Arguments& a) { a.out = at_address(kUp + 2 * 4000 + 16); }, ""},
  };
  kgate::check_rows(valid(), rows);
}

TEST_CASE("an output over an input in any other way is refused, at any row of either") {
  const Row rows[] = {
      {[](Arguments& a) { a.out = at_address(kGate); },
       "gated_activation: out at 0x100000000000 overlaps gate at 0x100000000000; allowed: no "
       "overlap, or the same address and stride"},
      {[](Arguments& a) {
         a.out = at_address(kUp + 2);
         a.out_stride = a.up_stride;
       },
       "gated_activation: out at 0x200000000002 overlaps up at 0x200000000000; allowed: no "
       "overlap, or the same address and stride"},
      {[](Arguments& a) {  // exactly gate, whose last column is up's first
         a.up = at_address(kGate + 14);
         a.up_stride = a.out_stride = a.gate_stride;
         a.out = at_address(kGate);
       },
       "gated_activation: out at 0x100000000000 overlaps up at 0x10000000000e; allowed: no "
       "overlap, or the same address and stride"},
      {[](Arguments& a) { a.out = at_address(kGate + 2 * 2000 + 14); },
       "gated_activation: out at 0x100000000fae overlaps gate at 0x100000000000; allowed: no "
       "overlap, or the same address and stride"},
      {[](Arguments& a) { a.out = at_address(kUp + 2 * 4000 + 14); },
       "gated_activation: out at 0x200000001f4e overlaps up at 0x200000000000; allowed: no "
       "overlap, or the same address and stride"},
      {[](Arguments& a) { a.out = at_address(kGate - 2 * 6000 - 14); },
       "gated_activation: out at 0xfffffffd112 overlaps gate at 0x100000000000; allowed: no "
       "overlap, or the same address and stride"},
      {[](Arguments& a) {  // the second row begins 2^32 bytes after the first
         a.gate_stride = std::int64_t{1} << 31;
         a.out = at_address(kGate + (std::uintptr_t{1} << 32));
       },
       "gated_activation: out at 0x100100000000 overlaps gate at 0x100000000000; allowed: no "
       "overlap, or the same address and stride"},
  };
  kgate::check_rows(valid(), rows);
}
