// SPDX-License-Identifier: MIT
// The cases of qk_norm_rope_append.
#include <any>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/append_bars.hpp"
#include "kernels/append_controls.hpp"
#include "kernels/append_problem.hpp"
#include "kernels/append_table.hpp"
#include "kernels/case.hpp"
#include "kernels/qk_norm_rope_append/qk_norm_rope_append_controls.hpp"
#include "kernels/qk_norm_rope_append/qk_norm_rope_append_launch.hpp"
#include "kernels/unfused/unfused_family.hpp"

namespace kgate {
namespace {

constexpr std::array kTypes{DataType::f16, DataType::bf16, DataType::f32};
constexpr std::array kPaged{CacheLayout::paged_nhd, CacheLayout::packed_hnd, CacheLayout::slab,
                            CacheLayout::paged_hnd, CacheLayout::split_nhd};
constexpr std::array kNorms{QkNormProfile::rounded, QkNormProfile::graph, QkNormProfile::unrounded,
                            QkNormProfile::grouped};

AppendRow normed_row(const Model& model, DataType type, std::int64_t sequences,
                     std::int64_t tokens_each, std::int32_t share = 1) {
  AppendRow row = sized(row_of_model(model, type), sequences, tokens_each, share);
  row.normed = true;
  return row;
}

std::string_view reported(const Model& model) {
  if (model.norm_f32) {
    return "f32 weights beside 16-bit activations (vllm#48324, vllm#44694)";
  }
  if (model.norm == HeadNorm::gemma) {
    return "1 + w needs more bits than the weight has (vllm#3653)";
  }
  if (model.name == "glm-4.7") {
    return "rotary dim taken for the head size (vllm#43676)";
  }
  if (model.sections[0] != 0) {
    return "multimodal positions collapsed to row 0 (sglang#35345)";
  }
  return model.v_norm ? "variance reduced in the activation type (sglang#27540)"
                      : "eps of another norm (llama.cpp#14545)";
}

/// Every model with norms as a token, short windows, many sequences and a prefill. The larger
/// batches have the heads of one of several tensor-parallel ranks.
void add_models(AppendTable& table) {
  constexpr std::array<std::array<std::int64_t, 2>, 4> kBatches{
      {{1, 1}, {4, 8}, {32, 8}, {1, 256}}};
  std::size_t walk = 0;
  std::size_t number = 0;
  for (const Model& model : models()) {
    if (model.norm == HeadNorm::none) {
      continue;
    }
    ++walk;
    const DataType quick_type = ++number % 2 == 0 ? DataType::f16 : DataType::bf16;
    for (const DataType type : {DataType::f16, DataType::bf16}) {
      for (const auto& [sequences, tokens_each] : kBatches) {
        const std::int64_t tokens = sequences * tokens_each;
        AppendRow row = normed_row(model, type, sequences, tokens_each,
                                   tokens > 64  ? 8
                                   : tokens > 1 ? 4
                                                : 1);
        ++walk;
        if (model.window == 0 && !model.kv_shared) {
          row.cache = kPaged.at(walk % kPaged.size());
        }
        row.place = walk % 3 == 0 ? AppendPlace::q_in_place : AppendPlace::separate;
        row.position_type = walk % 2 == 0 ? DataType::i32 : DataType::i64;
        row.norm_profile = kNorms.at(walk % kNorms.size());
        row.table_type = walk % 5 == 1 ? type : DataType::f32;
        if (row.norm_profile == QkNormProfile::graph && walk % 3 != 0) {
          row.profile = RopeProfile::native;
        }
        if (walk % 5 == 3) {
          row = with_computed_angles(row);
        }
        table.add(sequences == 4 && type == quick_type ? Effort::quick : Effort::full, row,
                  reported(model));
      }
    }
  }
}

/// Every head size of the kernel, and some that no vector divides.
void add_sizes(AppendTable& table) {
  struct Size {
    std::int32_t head_size;
    std::int32_t rotary_dim;
  };
  constexpr std::array kSizes{Size{1, 0},     Size{16, 16},   Size{17, 8},    Size{64, 64},
                              Size{72, 72},   Size{96, 96},   Size{96, 24},   Size{128, 128},
                              Size{128, 78},  Size{192, 64},  Size{192, 192}, Size{256, 256},
                              Size{500, 100}, Size{512, 512}, Size{512, 78}};
  std::size_t walk = 0;
  std::size_t turn = 0;  // so that each type's quick cases are of other sizes
  for (const DataType type : kTypes) {
    ++turn;
    for (const Size& size : kSizes) {
      Model model = made_up(std::to_string(size.head_size) + "-" + std::to_string(size.rotary_dim),
                            3, 1, size.head_size, size.rotary_dim);
      ++walk;
      model.norm = walk % 3 == 0 ? HeadNorm::gemma : HeadNorm::plain;
      model.norm_f32 = walk % 2 == 0;
      model.v_norm = walk % 4 == 0;
      model.interleaved = walk % 5 == 0;
      AppendRow row = normed_row(model, type, 1, 4);
      row.norm_profile = kNorms.at(walk % kNorms.size());
      row.cache = kPaged.at(walk % kPaged.size());
      table.add((walk + turn) % 3 == 0 ? Effort::quick : Effort::full, row);
    }
  }
}

/// All types of weights with all profiles, in place on a packed projection.
void add_profiles(AppendTable& table) {
  const Model& model = model_named("qwen3-8b");
  for (const DataType type : kTypes) {
    for (const DataType weights : {type, DataType::f32}) {
      for (const QkNormProfile norm : kNorms) {
        for (const RopeProfile profile : {RopeProfile::f32, RopeProfile::native}) {
          if (profile == RopeProfile::native && norm >= QkNormProfile::unrounded) {
            continue;
          }
          AppendRow row = normed_row(model, type, 1, 3, 8);
          row.weight_type = weights;
          row.norm_profile = norm;
          row.profile = profile;
          row.place = AppendPlace::all_in_place;
          row.strides = AppendStrides::packed;
          row.kv_out = true;
          table.add(type == DataType::bf16 ? Effort::quick : Effort::full, row,
                    profile == RopeProfile::native ? "a rounding moved (vllm#42325)"
                    : weights != type ? "weights taken to be of the activation type (vllm.cpp#2492)"
                    : norm == QkNormProfile::graph
                        ? "the roundings of another engine (sglang#2258)"
                        : "store and reload of one projection across threads (vllm#48872)");
        }
      }
    }
  }
}

void add_values(AppendTable& table) {
  for (const DataType type : kTypes) {
    for (const AppendData data : {AppendData::special, AppendData::outlier, AppendData::zero}) {
      AppendRow row = normed_row(model_named("gemma-4-sliding"), type, 2, 4, 4);
      row.data = data;
      row.norm_profile =
          data == AppendData::outlier ? QkNormProfile::unrounded : QkNormProfile::rounded;
      table.add(type == DataType::f16 ? Effort::quick : Effort::full, row,
                data == AppendData::outlier
                    ? "variance reduced in the activation type (sglang#27540)"
                    : "");
    }
    AppendRow quantized = normed_row(model_named("qwen3-8b"), type, 2, 4, 8);
    quantized.cache_type = DataType::f8_e4m3fn;
    quantized.strides = AppendStrides::odd;
    table.add(Effort::full, quantized, "scales ignored (sglang#20705)");
    AppendRow shorter = normed_row(model_named("qwen3-8b"), type, 3, 3, 8);
    shorter.short_slots = true;
    shorter.kv_out = true;
    table.add(Effort::full, shorter, "fewer slots than tokens (aiter#3235)");
    AppendRow past = normed_row(model_named("qwen3-vl-8b"), type, 3, 3, 8);
    past.trouble = AppendTrouble::position_past_end;
    table.add(Effort::full, past, "table read out of bounds (vllm#43676)");
    past.trouble = AppendTrouble::slot_past_end;
    past.place = AppendPlace::all_in_place;
    past.kv_out = true;
    table.add(type == DataType::bf16 ? Effort::quick : Effort::full, past);
    table.add(type == DataType::f16 ? Effort::quick : Effort::full,
              with_computed_angles(normed_row(model_named("qwen3-8b"), type, 3, 1, 8)),
              "sines of angles that were not reduced (mlxcel#1049)");
    Model scaled = model_named("ministral-3-8b");
    scaled.name = "made-up-scaled-and-normed";
    scaled.norm = HeadNorm::plain;
    AppendRow q_scales = normed_row(scaled, type, 6, 1, 8);
    q_scales.profile = type == DataType::bf16 ? RopeProfile::native : RopeProfile::f32;
    table.add(type == DataType::bf16 ? Effort::quick : Effort::full, q_scales);
    q_scales.trouble = AppendTrouble::q_scale_past_end;
    table.add(type == DataType::f16 ? Effort::quick : Effort::full, q_scales);
  }
}

/// Enough tokens for a lane to go through several heads.
void add_many_tokens(AppendTable& table) {
  for (const DataType type : kTypes) {
    Model many = made_up("many-heads", 68, 3, 32, 16);
    many.norm = HeadNorm::plain;
    many.v_norm = true;
    // Computed angles are shared by a token's heads from 512 tokens on.
    table.add(type == DataType::bf16 ? Effort::quick : Effort::full,
              with_computed_angles(normed_row(many, type, 171, 3)),
              "all heads but the first of a wave wrong above a threshold (vllm#51049)");
  }
  // More units than lanes, in the second round of heads.
  Model long_heads = made_up("long-heads", 3, 1, 512, 78);
  long_heads.norm = HeadNorm::plain;
  table.add(Effort::quick, with_computed_angles(normed_row(long_heads, DataType::bf16, 512, 1)),
            "all heads but the first of a wave wrong above a threshold (vllm#51049)");
}

/// Values of another size than q and k, normed in place, and more tokens than a grid line has.
void add_shapes(AppendTable& table) {
  for (const DataType type : kTypes) {
    for (const std::int32_t v_head_size : {64, 192}) {
      Model model = made_up("128-and-" + std::to_string(v_head_size), 3, 2, 128, 64);
      model.v_head_size = v_head_size;
      model.norm = HeadNorm::plain;
      model.v_norm = v_head_size == 64;
      AppendRow row = normed_row(model, type, 2, 2);
      row.place = AppendPlace::all_in_place;
      row.kv_out = true;
      table.add(type == DataType::bf16 ? Effort::quick : Effort::full, row,
                "the head size of k taken for that of v");
    }
  }
  // One head by 32 lanes, and by one: who reports an error, and whether the only round is made.
  for (const std::int32_t head_size : {512, 16}) {
    Model one = made_up("one-of-" + std::to_string(head_size), 1, 1, head_size, head_size);
    one.kv_shared = true;
    one.norm = HeadNorm::plain;
    AppendRow row = normed_row(one, DataType::bf16, 1, 9);
    row.cache = CacheLayout::none;
    table.add(Effort::quick, row);
    row.trouble = AppendTrouble::position_past_end;
    table.add(Effort::quick, row, "table read out of bounds (vllm#43676)");
  }
  Model tiny = made_up("tiny", 1, 1, 1, 0);
  tiny.norm = HeadNorm::plain;
  AppendRow lines = normed_row(tiny, DataType::bf16, 1, 16384 + 5);
  lines.cache = CacheLayout::none;
  table.add(Effort::quick, lines, "grid limits (mlx#3659)");
}

std::vector<Case> cases(Effort effort) {
  AppendTable table("qk_norm_rope_append");
  add_models(table);
  add_sizes(table);
  add_profiles(table);
  add_values(table);
  add_many_tokens(table);
  add_shapes(table);
  return table.take(effort);
}

/// Qwen3 and Gemma 4 shapes: decode to prefill, f16, out of place, into a paged cache.
std::vector<Case> bench() {
  AppendTable table("qk_norm_rope_append");
  for (const char* name : {"qwen3-8b", "gemma-4-full"}) {
    for (const std::int64_t tokens : {1, 4, 8, 64, 1024, 16384}) {
      Model model = model_named(name);
      model.sections = {};
      AppendRow row = normed_row(model, DataType::f16, tokens, 1);
      row.cache = CacheLayout::paged_nhd;
      table.add(Effort::full, row);
    }
  }
  return table.take(Effort::full);
}

Problem problem(const Case& one, std::uint64_t seed, std::byte poison) {
  return append_problem(std::any_cast<const AppendRow&>(one.row), seed, poison);
}

Status launch_bound(const std::any& arguments, Launcher& launcher) {
  return launch(std::any_cast<const QkNormRopeAppendArguments&>(arguments), launcher);
}

}  // namespace

extern const Family qk_norm_rope_append;
const Family qk_norm_rope_append{
    .name = "qk_norm_rope_append",
    .summary = "norms the heads of q and k, rotates them and stores k and v in a KV cache",
    .cases = cases,
    .problem = problem,
    .launch = launch_bound,
    .rows = append_tokens_of,
    .keep_row = keep_append_token,
    .controls = qk_norm_rope_append_controls(),
    .bars = append_bars,
    .bench = bench,
    .bytes = append_bytes,
    .unfused = unfused_launch_of<QkNormRopeAppendArguments>()};

}  // namespace kgate
