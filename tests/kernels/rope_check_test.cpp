// SPDX-License-Identifier: MIT
// What the checks of rotary arguments accept and refuse, whichever kernel asks.
#include "kernels/rope_check.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "tests/kernels/argument_rows.hpp"

using kgate::at_address;
using kgate::DataType;
using kgate::RopeAngles;
using kgate::RopeArguments;
using kgate::RopePairing;
using kgate::RopeProfile;
using kgate::StridedBytes;
using kgate::rope_checks::position_bytes;
using kgate::rope_checks::RopeUse;
using kgate::rope_checks::table_bytes;

namespace {

struct Launch {
  RopeArguments rope{};
  RopeUse use{};
};

kgate::Status check(const Launch& launch) {
  return kgate::rope_checks::check(launch.rope, launch.use);
}

/// Four tokens in bf16 of heads of 32, of which 16 are rotated, by a table of f32.
Launch valid() {
  Launch launch;
  launch.use = {.kernel = "kernel", .activation = DataType::bf16, .tokens = 4, .head_size = 32};
  RopeArguments& rope = launch.rope;
  rope.positions = at_address(0x100000);
  rope.position_type = DataType::i64;
  rope.angles = RopeAngles::table;
  rope.table = at_address(0x200000);
  rope.table_type = DataType::f32;
  rope.table_rows = 10;
  rope.table_stride = 16;
  rope.rotary_dim = 16;
  return launch;
}

void set_sections(Launch& l, std::int32_t time, std::int32_t height, std::int32_t width) {
  l.rope.sections[0] = time;
  l.rope.sections[1] = height;
  l.rope.sections[2] = width;
  l.rope.position_stride = 4;
}

Launch computed() {
  Launch launch = valid();
  launch.rope.angles = RopeAngles::base;
  launch.rope.base = 1e4F;
  launch.rope.attention_scaling = 1;
  return launch;
}

Launch not_rotated() {
  Launch launch = valid();
  launch.rope = {};
  launch.rope.position_type = DataType::i64;
  return launch;
}

Launch scaled() {
  Launch launch = valid();
  launch.rope.q_scales = at_address<float>(0x300000);
  launch.rope.q_scale_rows = launch.rope.q_scale_period = 1;
  return launch;
}

using Row = kgate::ArgumentRow<Launch>;

}  // namespace

TEST_CASE("angles, pairing and profile of a rotation are ones there are") {
  const Row rows[] = {
      {[](Launch&) {}, ""},
      {[](Launch& l) { l.rope.angles = std::bit_cast<RopeAngles>(4U); },
       "kernel: rope.angles is 4; allowed: 0 to 3"},
      {[](Launch& l) { l.rope.pairing = RopePairing::interleaved; }, ""},
      {[](Launch& l) { l.rope.pairing = std::bit_cast<RopePairing>(2U); },
       "kernel: rope.pairing is 2; allowed: 0 (NeoX) or 1 (interleaved)"},
      {[](Launch& l) { l.rope.profile = RopeProfile::native; }, ""},
      {[](Launch& l) { l.rope.profile = std::bit_cast<RopeProfile>(2U); },
       "kernel: rope.profile is 2; allowed: 0 (f32) or 1 (native)"},
  };
  kgate::check_rows(valid(), rows);
}

TEST_CASE("a rotary dim is even, of one pair or more, and within the head") {
  const Row rows[] = {
      {[](Launch& l) { l.rope.rotary_dim = 2; }, ""},
      {[](Launch& l) { l.rope.rotary_dim = 1; },
       "kernel: rope.rotary_dim is 1; allowed: 2 to the head size, 32"},
      {[](Launch& l) { l.rope.rotary_dim = l.rope.table_rows = 0; },
       "kernel: rope.rotary_dim is 0; allowed: 2 to the head size, 32"},
      {[](Launch& l) { l.rope.rotary_dim = 15; }, "kernel: rope.rotary_dim is 15; it must be even"},
      {[](Launch& l) { l.rope.rotary_dim = 14; }, ""},
      {[](Launch& l) {
         l.rope.rotary_dim = 32;
         l.rope.table_stride = 32;
       },
       ""},
      {[](Launch& l) { l.rope.rotary_dim = 33; },
       "kernel: rope.rotary_dim is 33; allowed: 2 to the head size, 32"},
      {[](Launch& l) {
         l.rope = {};
         l.rope.rotary_dim = 2;
       },
       "kernel: rope.rotary_dim is 2; without rotation it must be 0"},
      {[](Launch& l) { l.rope = {}; }, ""},
  };
  kgate::check_rows(valid(), rows);
}

TEST_CASE("sections are not negative and add up to the pairs, in 64 bits") {
  const std::string wrong = "; they must not be negative and must add up to rotary_dim / 2, 8";
  const Row rows[] = {
      {[](Launch& l) { set_sections(l, 8, 0, 0); }, ""},
      {[](Launch& l) { set_sections(l, 0, 8, 0); }, ""},
      {[](Launch& l) { set_sections(l, 0, 0, 8); }, ""},
      {[](Launch& l) { set_sections(l, 2, 3, 3); }, ""},
      {[](Launch& l) { set_sections(l, 8, 1, 0); }, "kernel: rope.sections are 8, 1, 0" + wrong},
      {[](Launch& l) { set_sections(l, 0, 0, 7); }, "kernel: rope.sections are 0, 0, 7" + wrong},
      {[](Launch& l) { set_sections(l, -1, 9, 0); }, "kernel: rope.sections are -1, 9, 0" + wrong},
      {[](Launch& l) { set_sections(l, 9, -1, 0); }, "kernel: rope.sections are 9, -1, 0" + wrong},
      {[](Launch& l) { set_sections(l, 9, 0, -1); }, "kernel: rope.sections are 9, 0, -1" + wrong},
      {[](Launch& l) { set_sections(l, INT32_MAX, INT32_MAX, 10); },
       "kernel: rope.sections are 2147483647, 2147483647, 10" + wrong},
  };
  kgate::check_rows(valid(), rows);
}

TEST_CASE("interleaved sections fit every third pair") {
  Launch interleaved = valid();
  interleaved.rope.sections_interleaved = 1;
  const Row rows[] = {
      {[](Launch& l) { set_sections(l, 3, 3, 2); }, ""},
      {[](Launch& l) { set_sections(l, 8, 0, 0); }, ""},
      {[](Launch& l) { set_sections(l, 2, 4, 2); },
       "kernel: rope.sections[1] is 4; interleaved it is at most 3"},
      {[](Launch& l) { set_sections(l, 2, 3, 3); },
       "kernel: rope.sections[2] is 3; interleaved it is at most 2"},
      {[](Launch& l) {
         set_sections(l, 1, 4, 4);
         l.rope.rotary_dim = 18;
         l.rope.table_stride = 18;
       },
       "kernel: rope.sections[1] is 4; interleaved it is at most 3"},
      {[](Launch& l) {
         set_sections(l, 3, 3, 3);
         l.rope.rotary_dim = 18;
         l.rope.table_stride = 18;
       },
       ""},
      {[](Launch& l) {
         set_sections(l, 4, 3, 3);
         l.rope.rotary_dim = 20;
         l.rope.table_stride = 20;
       },
       ""},
      {[](Launch& l) {
         set_sections(l, 3, 4, 3);
         l.rope.rotary_dim = 20;
         l.rope.table_stride = 20;
       },
       "kernel: rope.sections[1] is 4; interleaved it is at most 3"},
  };
  kgate::check_rows(interleaved, rows);
}

TEST_CASE("positions are there where something reads them, and not elsewhere") {
  const Row rows[] = {
      {[](Launch&) {}, ""},
      {[](Launch& l) { l.rope.positions = at_address(0x100000); },
       "kernel: rope.positions is set and nothing reads it; it must be null"},
      {[](Launch& l) { l.use.needs_position = true; },
       "kernel: rope.positions is null; it must point to i64 elements"},
      {[](Launch& l) { l.rope.q_scales = at_address<float>(0x300000); },
       "kernel: rope.positions is null; it must point to i64 elements"},
      {[](Launch& l) {
         l.use.needs_position = true;
         l.rope.positions = at_address(0x100000);
       },
       ""},
  };
  kgate::check_rows(not_rotated(), rows);
}

TEST_CASE("positions are i32 or i64, and rows of them do not overlap") {
  const std::string far = "; it must be at least the tokens, 4";
  const Row rows[] = {
      {[](Launch& l) { l.rope.position_type = DataType::f32; },
       "kernel: rope.position_type is data type 0; allowed: i32, i64"},
      {[](Launch& l) {
         l.rope.position_type = DataType::i32;
         l.rope.positions = at_address(0x100004);
       },
       ""},
      {[](Launch& l) { l.rope.positions = at_address(0x100004); },
       "kernel: rope.positions is at 0x100004; it must be aligned to its i64 elements, 8 bytes"},
      {[](Launch& l) { l.rope.position_stride = -1; }, ""},
      {[](Launch& l) {
         set_sections(l, 8, 0, 0);
         l.rope.position_stride = 3;
       },
       "kernel: rope.position_stride is 3" + far},
      {[](Launch& l) {
         set_sections(l, 0, 8, 0);
         l.rope.position_stride = 3;
       },
       "kernel: rope.position_stride is 3" + far},
      {[](Launch& l) {
         set_sections(l, 0, 0, 8);
         l.rope.position_stride = 3;
       },
       "kernel: rope.position_stride is 3" + far},
      {[](Launch& l) {
         set_sections(l, 8, 0, 0);
         l.rope.position_stride = INT64_MAX / 32;
       },
       ""},
      {[](Launch& l) {
         set_sections(l, 8, 0, 0);
         l.rope.position_stride = INT64_MAX / 32 + 1;
       },
       "kernel: rope.position_stride is 288230376151711744" + far},
  };
  kgate::check_rows(valid(), rows);
}

TEST_CASE("a table is in f32 or the activation type, and its rows hold every pair twice") {
  const Row rows[] = {
      {[](Launch& l) { l.rope.table_type = DataType::bf16; }, ""},
      {[](Launch& l) { l.rope.table_type = DataType::f16; },
       "kernel: rope.table_type is data type 1; allowed: f32 or bf16"},
      {[](Launch& l) { l.rope.table_rows = 0; },
       "kernel: rope.table_rows is 0; it must be at least 1"},
      {[](Launch& l) {
         l.rope.table_rows = 1;
         l.rope.table_stride = INT64_MAX;
       },
       ""},
      {[](Launch& l) { l.rope.table_stride = 15; },
       "kernel: rope.table_stride is 15; it must be at least the row length, 16"},
      {[](Launch& l) { l.rope.table_stride = INT64_MAX / 8; },
       "kernel: rope.table_stride is 1152921504606846975; 10 rows of it exceed a 63-bit byte "
       "offset"},
      {[](Launch& l) { l.rope.table = nullptr; },
       "kernel: rope.table is null; it must point to f32 elements"},
      {[](Launch& l) { l.rope.attention_scaling = -1; }, ""},
  };
  kgate::check_rows(valid(), rows);
}

TEST_CASE("computed angles have a base above 1 or frequencies, and a scaling above 0") {
  const Row rows[] = {
      {[](Launch&) {}, ""},
      {[](Launch& l) { l.rope.base = 1; }, "kernel: rope.base is 1; it must be finite and above 1"},
      {[](Launch& l) { l.rope.base = std::nextafter(1.0F, 2.0F); }, ""},
      {[](Launch& l) { l.rope.base = std::numeric_limits<float>::infinity(); },
       "kernel: rope.base is inf; it must be finite and above 1"},
      {[](Launch& l) { l.rope.attention_scaling = 0; },
       "kernel: rope.attention_scaling is 0; it must be finite and above 0"},
      {[](Launch& l) { l.rope.attention_scaling = std::numeric_limits<float>::denorm_min(); }, ""},
      {[](Launch& l) { l.rope.attention_scaling = std::numeric_limits<float>::infinity(); },
       "kernel: rope.attention_scaling is inf; it must be finite and above 0"},
      {[](Launch& l) { l.rope.angles = RopeAngles::inverse_frequencies; },
       "kernel: rope.inverse_frequencies is null; it must point to f32 elements"},
      {[](Launch& l) {
         l.rope.angles = RopeAngles::inverse_frequencies;
         l.rope.inverse_frequencies = at_address<float>(0x300000);
         l.rope.base = 0;
       },
       ""},
      {[](Launch& l) {
         l.rope.angles = RopeAngles::inverse_frequencies;
         l.rope.inverse_frequencies = at_address<float>(0x300000);
         l.rope.attention_scaling = 0;
       },
       "kernel: rope.attention_scaling is 0; it must be finite and above 0"},
  };
  kgate::check_rows(computed(), rows);
}

TEST_CASE("scales of q have rows, a period and no negative offset") {
  const std::string wrong = "; rows and period must be at least 1, the offset at least 0";
  const std::string numbers = "kernel: rope.q_scale_rows, q_scale_period and q_scale_offset are ";
  const Row rows[] = {
      {[](Launch&) {}, ""},
      {[](Launch& l) { l.rope.q_scale_rows = 0; }, numbers + "0, 1 and 0" + wrong},
      {[](Launch& l) { l.rope.q_scale_period = 0; }, numbers + "1, 0 and 0" + wrong},
      {[](Launch& l) { l.rope.q_scale_offset = -1; }, numbers + "1, 1 and -1" + wrong},
      {[](Launch& l) { l.rope.q_scales = at_address<float>(0x300002); },
       "kernel: rope.q_scales is at 0x300002; it must be aligned to its f32 elements, 4 bytes"},
      {[](Launch& l) {
         l.rope.q_scales = nullptr;
         l.rope.q_scale_rows = 0;
       },
       ""},
  };
  kgate::check_rows(scaled(), rows);
}

TEST_CASE("the bytes of positions and of a table are what a launch may read of them") {
  Launch launch = valid();
  StridedBytes positions = position_bytes(launch.rope, std::int64_t{1} << 30);
  CHECK(positions.name == "rope.positions");
  CHECK(positions.address == 0x100000);
  CHECK(positions.run == std::int64_t{1} << 33);
  CHECK(positions.dimensions[0].count == StridedBytes{}.dimensions[0].count);
  set_sections(launch, 0, 8, 0);
  launch.rope.position_stride = std::int64_t{1} << 33;
  positions = position_bytes(launch.rope, 4);
  CHECK(positions.run == 32);
  CHECK(positions.dimensions[0].count == 3);
  CHECK(positions.dimensions[0].stride == std::int64_t{1} << 36);
  launch.rope.positions = nullptr;
  CHECK(position_bytes(launch.rope, 4).run == 0);

  launch.rope.table_stride = std::int64_t{1} << 33;
  const StridedBytes table = table_bytes(launch.rope);
  CHECK(table.name == "rope.table");
  CHECK(table.address == 0x200000);
  CHECK(table.run == 64);
  CHECK(table.dimensions[0].count == 10);
  CHECK(table.dimensions[0].stride == std::int64_t{1} << 35);
  launch.rope.angles = RopeAngles::base;
  CHECK(table_bytes(launch.rope).name.empty());
}
