// SPDX-License-Identifier: MIT
// The bars of the append kernels are what rope_append.md derives, here recomputed by hand.
#include "kernels/append_bars.hpp"

#include "kernels/append_table.hpp"
#include "tests/catch.hpp"

using kgate::AppendRow;
using kgate::Case;
using kgate::DataType;
using kgate::model_named;

namespace {

AppendRow row_of(const char* model, DataType type) {
  return kgate::row_of_model(model_named(model), type);
}

double bar(const AppendRow& row, DataType stored) {
  Case one;
  one.row = row;
  return kgate::append_bars(one, stored).ulp;
}

double bar(const AppendRow& row) { return bar(row, row.activation); }

}  // namespace

TEST_CASE("one rounding may be off by half an ulp") {
  CHECK(bar(row_of("llama-3.1-8b", DataType::f16)) == Approx(0.5 * 1.02));
}

TEST_CASE("native adds two products, and cosines that were not of the activation type") {
  AppendRow row = row_of("llama-3.1-8b", DataType::bf16);
  row.profile = kgate::RopeProfile::native;
  CHECK(bar(row) == Approx((0.5 + 0.75 + 1) * 1.02));
  row.table_type = DataType::bf16;
  CHECK(bar(row) == Approx((0.5 + 0.75) * 1.02));
}

TEST_CASE("the first rounding of q grows with its scale") {
  // Tables end at position 131071, quotient 7: 1 + 0.1 ln 8. Computed angles at 1048575: 1 + 0.1 ln
  // 64.
  AppendRow row = row_of("ministral-3-8b", DataType::bf16);
  CHECK(bar(row) == Approx((0.5 * 1.2079441542 + 0.5) * 1.02));
  CHECK(bar(kgate::with_computed_angles(row)) == Approx((0.5 * 1.4158883083 + 0.5) * 1.02));
}

TEST_CASE("what is not rotated is copied, or rounded once by its scale") {
  CHECK(bar(row_of("granite-nope", DataType::f16)) == 0);
  CHECK(bar(row_of("llama-4-nope", DataType::f16)) == Approx(0.5 * 1.02));
}

TEST_CASE("a rounded head brings its roundings along, in graph those of both factors") {
  AppendRow row = row_of("qwen3-8b", DataType::f16);
  row.normed = true;
  CHECK(bar(row) == Approx((0.7072 + 0.5) * 1.02));
  row.norm_profile = kgate::QkNormProfile::graph;
  CHECK(bar(row) == Approx((0.7072 + 1 + 0.5) * 1.02));
  row.weight_type = DataType::f32;
  CHECK(bar(row) == Approx((0.7072 + 2 + 0.5) * 1.02));
  row.norm_profile = kgate::QkNormProfile::unrounded;
  CHECK(bar(row) == Approx(0.5 * 1.02));
}

TEST_CASE("an ulp of bf16 is up to an eighth of one of e4m3") {
  const AppendRow row = row_of("llama-3.1-8b", DataType::bf16);
  CHECK(bar(row, DataType::f8_e4m3fn) == Approx(0.51 + 0.51 / 8));
}
