// SPDX-License-Identifier: MIT
// Which entry of add_rms_norm is launched, in what shape, and with which argument.
#include <bit>
#include <cmath>
#include <string>

#include "kernels/add_rms_norm/add_rms_norm_launch.hpp"
#include "kernels/add_rms_norm/add_rms_norm_plan.hpp"
#include "tests/kernels/add_rms_norm_arguments.hpp"
#include "tests/kernels/argument_rows.hpp"
#include "tests/kernels/launches/recorded_launch.hpp"

using namespace kgate::add_rms_norm_tests;
using kgate::AddRmsNormProfile;
using kgate::at_address;
using kgate::DataType;
using kgate::record_launch;
using kgate::RecordedLaunch;
using kgate::Shape;
using Arguments = kgate::AddRmsNormArguments;
using Row = kgate::EntryRow<Arguments>;

namespace {

/// Five rows of 256 f16 elements in whole vectors, every tensor with a stride of its own.
Arguments aligned() {
  Arguments arguments = kgate::add_rms_norm_tests::placed();
  arguments.rows = 5;
  arguments.x_stride = 264;  // 16-byte vectors in elements, not in pairs of them
  arguments.residual_stride = 280;
  arguments.normed_stride = 296;
  arguments.new_residual_stride = 312;
  arguments.hidden = 256;
  return arguments;
}

Arguments with_one_stride() {
  Arguments arguments = aligned();
  set_strides(arguments, 264);
  return arguments;
}

void set_hidden(Arguments& a, std::int32_t hidden) {
  a.hidden = hidden;
  set_strides(a, hidden);
}

void set_types(Arguments& a, DataType activation, DataType weight) {
  a.activation = activation;
  a.weight_type = weight;
}

}  // namespace

TEST_CASE("add_rms_norm: every tensor's address and stride decides whether vectors are read") {
  const std::string held = "add_rms_norm_f16_f16_held1";
  const std::string unaligned = "add_rms_norm_f16_f16_unaligned";
  const Row rows[] = {
      {[](Arguments&) {}, held},
      {[](Arguments& a) { a.x = at_address(kX + 2); }, unaligned},
      {[](Arguments& a) { a.residual = at_address(kResidual + 8); }, unaligned},
      {[](Arguments& a) { a.normed = at_address(kNormed + 4); }, unaligned},
      {[](Arguments& a) { a.new_residual = at_address(kNewResidual + 2); }, unaligned},
      {[](Arguments& a) { a.weight = at_address(kWeight + 8); }, unaligned},
      {[](Arguments& a) { a.x_stride = 265; }, unaligned},
      {[](Arguments& a) { a.residual_stride = 282; }, unaligned},
      {[](Arguments& a) { a.normed_stride = 300; }, unaligned},
      {[](Arguments& a) { a.new_residual_stride = 313; }, unaligned},
      {[](Arguments& a) { a.hidden = 255; }, unaligned},
      {[](Arguments& a) { a.hidden = 8; }, held},
      {[](Arguments& a) {
         a.residual = a.new_residual = nullptr;
         a.residual_stride = a.new_residual_stride = 1;
       },
       held},
      {[](Arguments& a) {
         a.new_residual = nullptr;
         a.new_residual_stride = 1;
       },
       held},
  };
  kgate::check_entries(aligned(), rows);
}

TEST_CASE("add_rms_norm: types and row length choose the entry") {
  const Row rows[] = {
      {[](Arguments& a) { set_types(a, DataType::f32, DataType::f32); },
       "add_rms_norm_f32_f32_held1"},
      {[](Arguments& a) { set_types(a, DataType::f16, DataType::f32); },
       "add_rms_norm_f16_f32_held1"},
      {[](Arguments& a) { set_types(a, DataType::bf16, DataType::bf16); },
       "add_rms_norm_bf16_bf16_held1"},
      {[](Arguments& a) { set_types(a, DataType::bf16, DataType::f32); },
       "add_rms_norm_bf16_f32_held1"},
      {[](Arguments& a) { set_hidden(a, 4104); }, "add_rms_norm_f16_f16_held2"},
      {[](Arguments& a) { set_hidden(a, 16384); }, "add_rms_norm_f16_f16_held4"},
      {[](Arguments& a) { set_hidden(a, 16392); }, "add_rms_norm_f16_f16_streamed"},
  };
  kgate::check_entries(aligned(), rows);
}

TEST_CASE("add_rms_norm: the packed entries are for one stride, one type and both results") {
  const std::string held = "add_rms_norm_f16_f16_held1";
  const Row rows[] = {
      {[](Arguments&) {}, "add_rms_norm_f16_f16_packed_f32_sum_held1"},
      {[](Arguments& a) { a.profile = AddRmsNormProfile::stored_sum; },
       "add_rms_norm_f16_f16_packed_stored_sum_held1"},
      {[](Arguments& a) { a.profile = AddRmsNormProfile::graph; },
       "add_rms_norm_f16_f16_packed_graph_held1"},
      {[](Arguments& a) { set_types(a, DataType::bf16, DataType::bf16); },
       "add_rms_norm_bf16_bf16_packed_f32_sum_held1"},
      {[](Arguments& a) { set_hidden(a, 8192); }, "add_rms_norm_f16_f16_packed_f32_sum_held2"},
      {[](Arguments& a) { set_hidden(a, 248); }, held},  // the last thread has no vector
      {[](Arguments& a) { set_strides(a, 2147483640); },
       "add_rms_norm_f16_f16_packed_f32_sum_held1"},
      {[](Arguments& a) { set_strides(a, 2147483648); }, held},  // 2^32 bytes
      {[](Arguments& a) { set_strides(a, 4294967560); }, held},  // 264 elements past 2^32
      {[](Arguments& a) { a.residual_stride = 272; }, held},
      {[](Arguments& a) { a.normed_stride = 272; }, held},
      {[](Arguments& a) { a.new_residual_stride = 272; }, held},
      {[](Arguments& a) { a.x_stride = 272; }, held},
      {[](Arguments& a) { a.new_residual = nullptr; }, held},
      {[](Arguments& a) { a.residual = a.new_residual = nullptr; }, held},
      {[](Arguments& a) { a.weight_type = DataType::f32; }, "add_rms_norm_f16_f32_held1"},
      {[](Arguments& a) { set_types(a, DataType::f32, DataType::f32); },
       "add_rms_norm_f32_f32_held1"},
      {[](Arguments& a) { a.weight = at_address(kWeight + 2); }, "add_rms_norm_f16_f16_unaligned"},
  };
  kgate::check_entries(with_one_stride(), rows);
}

TEST_CASE("add_rms_norm: the argument names every tensor, and stand-ins for absent ones") {
  Arguments arguments = aligned();
  const RecordedLaunch all = record_launch(arguments);
  CHECK(all.grid == Shape{5, 1, 1});
  CHECK(all.block == Shape{32, 1, 1});
  CHECK(all.dynamic_lds == 0);
  const auto launch = all.argument_as<kgate::device::AddRmsNormLaunch>();
  CHECK(kgate::same_bytes(launch.arguments, arguments));
  CHECK(launch.has_residual == 1);
  CHECK(launch.stores_sum == 1);
  CHECK(launch.vectors == 32);
  CHECK(launch.threads == 32);
  CHECK(launch.inverse_hidden == 0.00390625F);
  CHECK((launch.bias == 0 && std::signbit(launch.bias)));

  arguments.residual = arguments.new_residual = nullptr;
  arguments.weight_bias = 1;
  const auto plain = record_launch(arguments).argument_as<kgate::device::AddRmsNormLaunch>();
  CHECK(plain.has_residual == 0);
  CHECK(plain.stores_sum == 0);
  CHECK(plain.bias == 1);
  CHECK((plain.arguments.residual == arguments.x && plain.arguments.residual_stride == 264));
  CHECK(plain.arguments.new_residual == arguments.normed);
  CHECK(plain.arguments.new_residual_stride == 296);
}

TEST_CASE("add_rms_norm: the argument of a packed entry has one stride, in bytes") {
  const RecordedLaunch recorded = record_launch(with_one_stride());
  const auto packed = recorded.argument_as<kgate::device::AddRmsNormPackedLaunch>();
  CHECK(packed.x == at_address(kX));
  CHECK(packed.residual == at_address(kResidual));
  CHECK(packed.weight == at_address(kWeight));
  CHECK(packed.normed == at_address(kNormed));
  CHECK(packed.new_residual == at_address(kNewResidual));
  CHECK(packed.row_bytes == 528);
  CHECK(packed.threads == 32);
  CHECK(packed.inverse_hidden == 0.00390625F);
  CHECK(packed.eps == 1e-5F);
  CHECK(std::signbit(packed.bias));
}

TEST_CASE("add_rms_norm: packed launches have one line of up to 2^22 rows") {
  Arguments arguments = with_one_stride();
  arguments.rows = 4194304;
  CHECK(record_launch(arguments).launches == 1);
  CHECK(record_launch(arguments).grid == Shape{4194304, 1, 1});
  arguments.rows = 4194309;
  const RecordedLaunch recorded = record_launch(arguments);
  CHECK(recorded.launches == 2);
  CHECK(recorded.grid == Shape{5, 1, 1});
  const auto packed = recorded.argument_as<kgate::device::AddRmsNormPackedLaunch>();
  CHECK(packed.x == at_address(kX + std::uintptr_t{4194304} * 528));
  CHECK(packed.new_residual == at_address(kNewResidual + std::uintptr_t{4194304} * 528));
}

TEST_CASE("add_rms_norm: grids have no empty place, and the rows left are a second launch") {
  struct Rows {
    std::int64_t rows;
    int launches;
    Shape last;
    std::uintptr_t first_row;  ///< of the last launch
  };
  const Rows table[] = {{1, 1, {1, 1, 1}, 0},
                        {4096, 1, {4096, 1, 1}, 0},
                        {12288, 1, {4096, 3, 1}, 0},
                        {12293, 2, {5, 1, 1}, 12288},
                        {std::int64_t{65535} * 4096, 1, {4096, 65535, 1}, 0},
                        {std::int64_t{65536} * 4096, 2, {4096, 1, 1}, 268431360}};
  for (const Rows& one : table) {
    Arguments arguments = aligned();
    arguments.rows = one.rows;
    const RecordedLaunch recorded = record_launch(arguments);
    INFO(one.rows);
    CHECK(recorded.launches == one.launches);
    CHECK(recorded.grid == one.last);
    const auto launch = recorded.argument_as<kgate::device::AddRmsNormLaunch>();
    CHECK(launch.arguments.x == at_address(kX + one.first_row * 528));
    CHECK(launch.arguments.residual == at_address(kResidual + one.first_row * 560));
    CHECK(launch.arguments.normed == at_address(kNormed + one.first_row * 592));
    CHECK(launch.arguments.new_residual == at_address(kNewResidual + one.first_row * 624));
  }
}

TEST_CASE("add_rms_norm: without rows or with wrong arguments nothing is launched") {
  Arguments arguments = aligned();
  arguments.rows = 0;
  CHECK(record_launch(arguments).status.ok());
  CHECK(record_launch(arguments).launches == 0);
  arguments.hidden = 0;
  CHECK(record_launch(arguments).status.code() == kgate::StatusCode::invalid_argument);
  CHECK(record_launch(arguments).launches == 0);
  // No entry, width or size is looked up for what is no type.
  arguments = aligned();
  arguments.activation = std::bit_cast<DataType>(99U);
  CHECK(record_launch(arguments).status.code() == kgate::StatusCode::invalid_argument);
}

TEST_CASE(
    "add_rms_norm: is registered for both backends, and tells of a launch that a device refuses") {
  kgate::check_registrations("add_rms_norm");
  Arguments arguments = aligned();
  arguments.rows = 12293;  // which is two launches
  kgate::check_refused_launch(arguments);
}
