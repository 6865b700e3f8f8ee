// SPDX-License-Identifier: MIT
// Each way add_rms_norm's arguments can be wrong is refused by name, and each limit is accepted.
#include <cstdint>
#include <limits>

#include "kernels/add_rms_norm/add_rms_norm_contract.hpp"
#include "tests/kernels/add_rms_norm_arguments.hpp"
#include "tests/kernels/argument_rows.hpp"

using namespace kgate::add_rms_norm_tests;
using kgate::AddRmsNormProfile;
using kgate::at_address;
using kgate::DataType;
using Arguments = kgate::AddRmsNormArguments;
using Row = kgate::ArgumentRow<Arguments>;

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

/// Three rows of 8 f16 elements, every tensor with a stride of its own.
Arguments valid() {
  Arguments arguments = kgate::add_rms_norm_tests::placed();
  arguments.rows = 3;
  arguments.x_stride = 1000;
  arguments.residual_stride = 2000;
  arguments.normed_stride = 3000;
  arguments.new_residual_stride = 4000;
  arguments.hidden = 8;
  return arguments;
}

void set_types(Arguments& a, DataType activation, DataType weight) {
  a.activation = activation;
  a.weight_type = weight;
}

}  // namespace

TEST_CASE("add_rms_norm: values are accepted up to their limits and named past them") {
  const Row rows[] = {
      {[](Arguments&) {}, ""},
      {[](Arguments& a) { a.hidden = 1; }, ""},
      {[](Arguments& a) { a.hidden = 0; }, "add_rms_norm: hidden is 0; allowed: 1 to 65536"},
      {[](Arguments& a) {
         a.hidden = 65536;
         set_strides(a, 65536);
       },
       ""},
      {[](Arguments& a) {
         a.hidden = 65537;
         set_strides(a, 65537);
       },
       "add_rms_norm: hidden is 65537; allowed: 1 to 65536"},
      {[](Arguments& a) { a.rows = 1; }, ""},
      {[](Arguments& a) { a.rows = -1; }, "add_rms_norm: rows is -1; allowed: 0 to 2147483648"},
      {[](Arguments& a) { a.rows = 2147483648; }, ""},
      {[](Arguments& a) { a.rows = 2147483649; },
       "add_rms_norm: rows is 2147483649; allowed: 0 to 2147483648"},
      {[](Arguments& a) { a.eps = 0; }, ""},
      {[](Arguments& a) { a.eps = -1e-6F; },
       "add_rms_norm: eps is -1e-06; allowed: finite, not negative"},
      {[](Arguments& a) { a.eps = kInfinity; },
       "add_rms_norm: eps is inf; allowed: finite, not negative"},
      {[](Arguments& a) { a.eps = kNan; },
       "add_rms_norm: eps is nan; allowed: finite, not negative"},
      {[](Arguments& a) { a.weight_bias = 1; }, ""},
      {[](Arguments& a) { a.weight_bias = 0.5F; },
       "add_rms_norm: weight_bias is 0.5; allowed: 0 or 1"},
      {[](Arguments& a) { a.weight_bias = 2; }, "add_rms_norm: weight_bias is 2; allowed: 0 or 1"},
      {[](Arguments& a) { a.profile = AddRmsNormProfile::stored_sum; }, ""},
      {[](Arguments& a) { a.profile = AddRmsNormProfile::graph; }, ""},
      {[](Arguments& a) { a.profile = AddRmsNormProfile{3}; },
       "add_rms_norm: profile is 3; allowed: 0 to 2"},
  };
  kgate::check_rows(valid(), rows);
}

TEST_CASE("add_rms_norm: type pairs with a kernel are accepted, others refused") {
  const Row rows[] = {
      {[](Arguments& a) { set_types(a, DataType::f16, DataType::f32); }, ""},
      {[](Arguments& a) { set_types(a, DataType::bf16, DataType::bf16); }, ""},
      {[](Arguments& a) { set_types(a, DataType::bf16, DataType::f32); }, ""},
      {[](Arguments& a) { set_types(a, DataType::f32, DataType::f32); }, ""},
      {[](Arguments& a) { set_types(a, DataType::f8_e4m3fn, DataType::f8_e4m3fn); },
       "add_rms_norm: activation is data type 3; allowed: f16, bf16, f32"},
      {[](Arguments& a) { set_types(a, DataType::f16, DataType::bf16); },
       "add_rms_norm: weight_type is data type 2; allowed with f16: f16 or f32"},
      {[](Arguments& a) { set_types(a, DataType::f32, DataType::f16); },
       "add_rms_norm: weight_type is data type 1; allowed with f32: f32 or f32"},
  };
  kgate::check_rows(valid(), rows);
}

TEST_CASE("add_rms_norm: null and misaligned pointers are named") {
  const Row rows[] = {
      {[](Arguments& a) { a.x = nullptr; },
       "add_rms_norm: x is null; it must point to f16 elements"},
      {[](Arguments& a) { a.normed = nullptr; },
       "add_rms_norm: normed is null; it must point to f16 elements"},
      {[](Arguments& a) { a.weight = nullptr; },
       "add_rms_norm: weight is null; it must point to f16 elements"},
      {[](Arguments& a) { a.residual = nullptr; },
       "add_rms_norm: new_residual is set and residual is null; set both, or neither for plain "
       "rms_norm"},
      {[](Arguments& a) { a.x = at_address(kX + 1); },
       "add_rms_norm: x is at 0x100000000001; it must be aligned to its f16 elements, 2 bytes"},
      {[](Arguments& a) { a.residual = at_address(kResidual + 1); },
       "add_rms_norm: residual is at 0x200000000001; it must be aligned to its f16 elements, 2 "
       "bytes"},
      {[](Arguments& a) { a.normed = at_address(kNormed + 1); },
       "add_rms_norm: normed is at 0x300000000001; it must be aligned to its f16 elements, 2 "
       "bytes"},
      {[](Arguments& a) { a.new_residual = at_address(kNewResidual + 1); },
       "add_rms_norm: new_residual is at 0x400000000001; it must be aligned to its f16 elements, "
       "2 bytes"},
      {[](Arguments& a) {
         a.weight = at_address(kWeight + 2);
         a.weight_type = DataType::f32;
       },
       "add_rms_norm: weight is at 0x500000000002; it must be aligned to its f32 elements, 4 "
       "bytes"},
      {[](Arguments& a) { a.residual = a.new_residual = nullptr; }, ""},
      {[](Arguments& a) { a.new_residual = nullptr; }, ""},
  };
  kgate::check_rows(valid(), rows);
}

TEST_CASE("add_rms_norm: without rows no pointer is looked at, with one row all are") {
  const Row rows[] = {
      {[](Arguments& a) {
         a.rows = 0;
         a.x = a.weight = nullptr;
         a.normed = nullptr;
       },
       ""},
      {[](Arguments& a) {
         a.rows = 0;
         a.hidden = 0;
       },
       "add_rms_norm: hidden is 0; allowed: 1 to 65536"},
      {[](Arguments& a) {  // f32 weights that begin before normed and reach past its beginning
         a.rows = 0;
         a.normed_stride = 8;
         a.weight_type = DataType::f32;
         a.weight = at_address(kNormed - 8);
       },
       ""},
      {[](Arguments& a) {
         a.rows = 1;
         a.x = nullptr;
       },
       "add_rms_norm: x is null; it must point to f16 elements"},
      {[](Arguments& a) {
         a.rows = 1;
         a.weight = nullptr;
       },
       "add_rms_norm: weight is null; it must point to f16 elements"},
      {[](Arguments& a) {
         a.rows = 1;
         a.weight = a.normed;
       },
       "add_rms_norm: normed at 0x300000000000 overlaps weight at 0x300000000000; allowed: no "
       "overlap"},
  };
  kgate::check_rows(valid(), rows);
}

TEST_CASE("add_rms_norm: strides of a row are accepted, smaller and overflowing ones are named") {
  const Row rows[] = {
      {[](Arguments& a) { set_strides(a, 8); }, ""},
      {[](Arguments& a) { a.x_stride = 7; },
       "add_rms_norm: x_stride is 7; it must be at least the row length, 8"},
      {[](Arguments& a) { a.residual_stride = 7; },
       "add_rms_norm: residual_stride is 7; it must be at least the row length, 8"},
      {[](Arguments& a) { a.normed_stride = -24; },
       "add_rms_norm: normed_stride is -24; it must be at least the row length, 8"},
      {[](Arguments& a) { a.new_residual_stride = 7; },
       "add_rms_norm: new_residual_stride is 7; it must be at least the row length, 8"},
      {[](Arguments& a) { a.x_stride = std::int64_t{1} << 62; },
       "add_rms_norm: x_stride is 4611686018427387904; 3 rows of it exceed a 63-bit byte offset"},
      {[](Arguments& a) {
         a.new_residual = nullptr;
         a.new_residual_stride = -1;
       },
       ""},
      {[](Arguments& a) {
         a.residual = a.new_residual = nullptr;
         a.residual_stride = a.new_residual_stride = -1;
       },
       ""},
  };
  kgate::check_rows(valid(), rows);
}

TEST_CASE("add_rms_norm: results in place and columns of one tensor are accepted") {
  const Row rows[] = {
      {[](Arguments& a) {
         a.normed = at_address(kX);
         a.normed_stride = a.x_stride;
         a.new_residual = at_address(kResidual);
         a.new_residual_stride = a.residual_stride;
       },
       ""},
      {[](Arguments& a) {
         set_strides(a, 24);
         a.residual = at_address(kX + 16);
         a.normed = at_address(kX + 32);
       },
       ""},
      {[](Arguments& a) { a.weight = at_address(kNormed - 16); }, ""},
      {[](Arguments& a) { a.weight = at_address(kNormed + 16); }, ""},
      {[](Arguments& a) {  // what is absent has no bytes, at address 0 neither
         a.residual = a.new_residual = nullptr;
         a.normed = at_address(2);
       },
       ""},
  };
  kgate::check_rows(valid(), rows);
}

TEST_CASE("add_rms_norm: outputs that overlap another tensor are refused") {
  const Row rows[] = {
      {[](Arguments& a) { a.normed = at_address(kX); },
       "add_rms_norm: normed at 0x100000000000 overlaps x at 0x100000000000; allowed: no overlap, "
       "or the same address and stride"},
      {[](Arguments& a) { a.residual = a.normed; },
       "add_rms_norm: normed at 0x300000000000 overlaps residual at 0x300000000000; allowed: no "
       "overlap"},
      {[](Arguments& a) { a.weight = a.normed; },
       "add_rms_norm: normed at 0x300000000000 overlaps weight at 0x300000000000; allowed: no "
       "overlap"},
      {[](Arguments& a) { a.new_residual = a.normed; },
       "add_rms_norm: normed at 0x300000000000 overlaps new_residual at 0x300000000000; allowed: "
       "no overlap"},
      {[](Arguments& a) { a.residual = a.new_residual; },
       "add_rms_norm: new_residual at 0x400000000000 overlaps residual at 0x400000000000; allowed: "
       "no overlap, or the same address and stride"},
      {[](Arguments& a) { a.x = a.new_residual; },
       "add_rms_norm: new_residual at 0x400000000000 overlaps x at 0x400000000000; allowed: no "
       "overlap"},
      {[](Arguments& a) { a.weight = a.new_residual; },
       "add_rms_norm: new_residual at 0x400000000000 overlaps weight at 0x400000000000; allowed: "
       "no overlap"},
      {[](Arguments& a) { a.weight = at_address(kNormed - 14); },
       "add_rms_norm: normed at 0x300000000000 overlaps weight at 0x2ffffffffff2; allowed: no "
       "overlap"},
      {[](Arguments& a) { a.weight = at_address(kNormed + 14); },
       "add_rms_norm: normed at 0x300000000000 overlaps weight at 0x30000000000e; allowed: no "
       "overlap"},
  };
  kgate::check_rows(valid(), rows);
}

TEST_CASE("add_rms_norm: the last row of each tensor is where its own stride puts it") {
  const Row rows[] = {
      {[](Arguments& a) { a.normed = at_address(kX + 2 * 2000); },
       "add_rms_norm: normed at 0x100000000fa0 overlaps x at 0x100000000000; allowed: no overlap, "
       "or the same address and stride"},
      {[](Arguments& a) { a.normed = at_address(kResidual + 2 * 4000); },
       "add_rms_norm: normed at 0x200000001f40 overlaps residual at 0x200000000000; allowed: no "
       "overlap"},
      {[](Arguments& a) { a.weight = at_address(kNormed + 2 * 6000); },
       "add_rms_norm: normed at 0x300000000000 overlaps weight at 0x300000002ee0; allowed: no "
       "overlap"},
      {[](Arguments& a) { a.weight = at_address(kNewResidual + 2 * 8000); },
       "add_rms_norm: new_residual at 0x400000000000 overlaps weight at 0x400000003e80; allowed: "
       "no overlap"},
      {[](Arguments& a) {  // the second row begins 2^32 bytes after the first
         a.normed_stride = std::int64_t{1} << 31;
         a.weight = at_address(kNormed + (std::uintptr_t{1} << 32));
       },
       "add_rms_norm: normed at 0x300000000000 overlaps weight at 0x300100000000; allowed: no "
       "overlap"},
  };
  kgate::check_rows(valid(), rows);
}
