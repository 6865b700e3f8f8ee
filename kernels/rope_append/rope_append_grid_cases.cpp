// SPDX-License-Identifier: MIT
// Cases of rope_append around how a launch spreads heads and tokens.
#include "kernels/rope_append/rope_append_grid_cases.hpp"

#include <fmt/format.h>

#include <array>
#include <string_view>

namespace kgate {
namespace {

constexpr std::array kTypes{DataType::f16, DataType::bf16, DataType::f32};

/// What the entries for NeoX pairs are made for: both profiles with their tables, with and without
/// a cache, few tokens and, without one, so many that a thread has two heads, the last of them only
/// one.
void add_neox(AppendTable& table) {
  const Model odd_heads = made_up("odd-heads", 3, 1, 64, 32);
  for (const DataType type : kTypes) {
    for (const RopeProfile profile : {RopeProfile::f32, RopeProfile::native}) {
      const Effort effort = type == DataType::f16 ? Effort::quick : Effort::full;
      AppendRow row = sized(row_of_model(odd_heads, type), 3, 5);
      row.profile = profile;
      row.table_type = profile == RopeProfile::native ? type : DataType::f32;
      row.position_type = profile == RopeProfile::native ? DataType::i32 : DataType::i64;
      row.cache = CacheLayout::slab;
      row.short_slots = true;
      table.add(Effort::quick, row);
      table.add(Effort::full, sized(row, 342, 3));
      row.cache = CacheLayout::none;
      row.short_slots = false;
      row.with_v = false;
      row.place = AppendPlace::q_in_place;
      table.add(Effort::quick, row);
      row.place = AppendPlace::separate;
      table.add(effort, sized(row, 683, 3));
    }
  }
}

/// Strides that differ between k and v and past 32 bits, and a thread's heads in two waves.
void add_neox_strides(AppendTable& table) {
  constexpr std::string_view kIndex = "32-bit element index (vllm#43390)";
  Model two_sizes = made_up("128-and-64", 3, 2, 128, 64);
  two_sizes.v_head_size = 64;
  AppendRow row = sized(row_of_model(two_sizes, DataType::bf16), 2, 2);
  row.kv_out = true;
  table.add(Effort::quick, row, "the head size of k taken for that of v");
  row.v_out = false;
  table.add(Effort::quick, row);
  Model far_heads = made_up("far", 4, 1, 16, 16);
  far_heads.kv_shared = true;
  row = sized(row_of_model(far_heads, DataType::bf16), 1, 4);
  row.cache = CacheLayout::none;
  row.strides = AppendStrides::far_tokens;
  table.add(Effort::quick, row, kIndex);
  row.strides = AppendStrides::far_heads;
  table.add(Effort::quick, row, kIndex);
  row = sized(row_of_model(made_up("far-blocks", 1, 1, 16, 16), DataType::bf16), 1, 5);
  row.cache = CacheLayout::far_nhd;
  row.with_v = false;  // two such caches need more memory than some boards have
  row.block_size = 2;
  table.add(Effort::quick, row, kIndex);
  // Elements of a byte leave the memory for both.
  row.with_v = true;
  row.cache_type = DataType::f8_e4m3fn;
  table.add(Effort::quick, row, kIndex);
  row.cache = CacheLayout::far_slots;
  table.add(Effort::quick, row, kIndex);
  Model table_model = made_up("far-table", 1, 1, 16, 16);
  table_model.interleaved = true;
  table_model.max_positions = 4;
  row = sized(row_of_model(table_model, DataType::f16), 1, 2);
  row.profile = RopeProfile::native;
  row.table_type = DataType::f16;
  row.position_type = DataType::i32;
  row.cache = CacheLayout::none;
  row.strides = AppendStrides::far_table;
  table.add(Effort::quick, row, kIndex);
  row = sized(row_of_model(made_up("two-waves", 15, 3, 64, 32), DataType::bf16), 1, 2050);
  row.cache = CacheLayout::none;
  row.with_v = false;
  row.place = AppendPlace::q_in_place;
  table.add(Effort::quick, row, "an output over an input still in use (llama.cpp#19768)");
}

/// Enough tokens for a thread to go through several heads, and for a second line of the grid.
void add_many_tokens(AppendTable& table) {
  constexpr std::string_view kThreshold =
      "all heads but the first of a wave wrong above a threshold (vllm#51049)";
  const Model many = made_up("many-heads", 68, 3, 32, 16);
  for (const DataType type : kTypes) {
    // Computed angles are shared by a token's heads from 512 tokens on, a table's from 1024.
    table.add(type == DataType::f16 ? Effort::quick : Effort::full,
              with_computed_angles(sized(row_of_model(many, type), 171, 3)), kThreshold);
  }
  table.add(Effort::full, sized(row_of_model(many, DataType::f16), 342, 3), kThreshold);
  // More units than lanes, in the second round of heads.
  const Model long_heads = made_up("long-heads", 3, 1, 512, 78);
  table.add(Effort::quick,
            with_computed_angles(sized(row_of_model(long_heads, DataType::bf16), 512, 1)),
            kThreshold);
  // Values of another size than q and k, where not all angles come from a table.
  for (const std::int32_t v_head_size : {64, 192}) {
    Model model = made_up("128-and-" + std::to_string(v_head_size), 3, 2, 128, 64);
    model.v_head_size = v_head_size;
    AppendRow row = with_computed_angles(sized(row_of_model(model, DataType::bf16), 2, 2));
    row.place = AppendPlace::all_in_place;
    row.kv_out = true;
    table.add(Effort::quick, row, "the head size of k taken for that of v");
  }
  // One head by 32 lanes, and by one: who reports an error, and whether the only round is made.
  for (const std::int32_t head_size : {512, 16}) {
    for (const bool interleaved : {false, true}) {
      Model one = made_up(fmt::format("one-of-{}{}", head_size, interleaved ? "-interleaved" : ""),
                          1, 1, head_size, head_size);
      one.interleaved = interleaved;
      one.kv_shared = true;
      AppendRow row = sized(row_of_model(one, DataType::bf16), 1, 3);
      row.cache = CacheLayout::none;
      table.add(Effort::quick, row);
      row.trouble = AppendTrouble::position_past_end;
      table.add(Effort::quick, row, "table read out of bounds (vllm#43676)");
    }
  }
  // Copies of q alone: the least that a launch of so many workgroups can do.
  Model tiny = made_up("tiny", 1, 1, 8, 0);
  tiny.max_positions = 32768;
  tiny.kv_shared = true;
  AppendRow lines = sized(row_of_model(tiny, DataType::f16), 1, 16384 + 5);
  lines.cache = CacheLayout::none;
  table.add(Effort::quick, lines, "grid limits (mlx#3659)");
  Model turned = made_up("tiny-neox", 1, 1, 16, 16);
  turned.max_positions = 32768;
  turned.kv_shared = true;
  lines = sized(row_of_model(turned, DataType::bf16), 1, 16384 + 5);
  lines.cache = CacheLayout::none;
  table.add(Effort::quick, lines, "grid limits (mlx#3659)");
}

}  // namespace

void add_rope_append_grid_cases(AppendTable& table) {
  add_neox(table);
  add_neox_strides(table);
  add_many_tokens(table);
}

}  // namespace kgate
