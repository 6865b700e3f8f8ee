// SPDX-License-Identifier: MIT
// The cases of rope_append.
#include <fmt/format.h>

#include <any>
#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

#include "kernels/append_bars.hpp"
#include "kernels/append_controls.hpp"
#include "kernels/append_problem.hpp"
#include "kernels/append_table.hpp"
#include "kernels/case.hpp"
#include "kernels/rope_append/rope_append_bench.hpp"
#include "kernels/rope_append/rope_append_grid_cases.hpp"
#include "kernels/rope_append/rope_append_launch.hpp"
#include "kernels/unfused/unfused_family.hpp"

namespace kgate {
namespace {

constexpr std::array kTypes{DataType::f16, DataType::bf16, DataType::f32};
constexpr std::array kPaged{CacheLayout::paged_nhd, CacheLayout::packed_hnd, CacheLayout::slab,
                            CacheLayout::paged_hnd, CacheLayout::split_nhd};

/// Heads of one of four ranks of Llama 3.1: 8 of q, 2 of k and v.
AppendRow llama(DataType type) {
  return sized(row_of_model(model_named("llama-3.1-8b"), type), 4, 8, 4);
}

std::string_view reported(const Model& model) {
  if (model.name.starts_with("glm-4.7")) {
    return "rotary dim taken for the head size (vllm#43676)";
  }
  if (model.name.starts_with("gpt-neox")) {
    return "NeoX partial rotary of 25 % (text-generation-inference#150)";
  }
  if (model.interleaved) {
    return "NeoX pairing hard-coded (vllm#49290)";
  }
  if (model.has_sections()) {
    return "multimodal positions collapsed to row 0 (sglang#35345)";
  }
  if (model.rotary_dim != 0 && model.rotary_dim < model.head_size) {
    return "rotary dim that is not the configuration's (vllm#37633)";
  }
  if (model.scaling == FrequencyScaling::yarn) {
    return "YaRN applied twice (TensorRT-LLM#16378)";
  }
  return model.heads != model.kv_heads
             ? "q turned by k's angles with grouped heads (ColossalAI#6428)"
             : "positions that run on across sequences (exllama#101)";
}

/// Every model as a token, short windows, many sequences and a prefill. The large batches have the
/// heads of one of eight tensor-parallel ranks.
void add_models(AppendTable& table) {
  constexpr std::array<std::array<std::int64_t, 2>, 4> kBatches{
      {{1, 1}, {4, 8}, {32, 8}, {1, 256}}};
  std::size_t walk = 0;
  std::size_t number = 0;
  for (const Model& model : models()) {
    if (model.mla_lora != 0 || model.kv_shared) {
      continue;
    }
    ++walk;
    const DataType quick_type = ++number % 2 == 0 ? DataType::f16 : DataType::bf16;
    for (const DataType type : kTypes) {
      // The engine of this one computes in f32.
      if (type == DataType::f32 && model.name != "stories260k") {
        continue;
      }
      for (const auto& [sequences, tokens_each] : kBatches) {
        const bool large = sequences * tokens_each > 64;
        AppendRow row = sized(row_of_model(model, type), sequences, tokens_each,
                              large            ? 8
                              : sequences == 4 ? 4
                                               : 1);
        ++walk;
        if (model.window == 0) {
          row.cache = kPaged.at(walk % kPaged.size());
        }
        row.place = walk % 3 == 0 ? AppendPlace::q_in_place : AppendPlace::separate;
        row.position_type = walk % 2 == 0 ? DataType::i32 : DataType::i64;
        row.table_type = walk % 4 == 1 ? type : DataType::f32;
        row.profile = walk % 4 == 2 ? RopeProfile::native : RopeProfile::f32;
        if (walk % 4 == 3) {
          row = with_computed_angles(row);
        }
        table.add(sequences == 4 && type == quick_type ? Effort::quick : Effort::full, row,
                  reported(model));
      }
    }
  }
}

void add_layouts(AppendTable& table) {
  for (const DataType type : kTypes) {
    const Effort effort = type == DataType::bf16 ? Effort::full : Effort::quick;
    for (const CacheLayout layout :
         {CacheLayout::none, CacheLayout::slab, CacheLayout::paged_nhd, CacheLayout::paged_hnd,
          CacheLayout::packed_hnd, CacheLayout::split_nhd, CacheLayout::ring}) {
      AppendRow row = sized(llama(type), 3, 5, 4);
      row.cache = layout;
      row.block_size = 7;
      row.kv_out = true;
      table.add(
          effort, row,
          layout == CacheLayout::packed_hnd ? "writer that wants contiguous blocks (vllm#51722)"
          : layout == CacheLayout::none     ? "code of the type that came first (mlxcel#1053)"
                                        : "layout taken from another number of heads (vllm#49373)");
    }
    AppendRow padded = sized(llama(type), 1, 9, 8);
    padded.cache = CacheLayout::packed_hnd;
    padded.block_size = 544;
    table.add(effort, padded, "block size taken for a power of two (aiter#4312)");
    AppendRow kept = sized(llama(type), 3, 8, 8);
    kept.cache = CacheLayout::ring;
    kept.ring_keep = 5;
    table.add(effort, kept);
    AppendRow shorter = sized(llama(type), 3, 5, 8);
    // Not of the NeoX entries, which have such rows of their own below.
    shorter.angles = RopeAngles::inverse_frequencies;
    shorter.short_slots = true;
    table.add(effort, shorter, "fewer slots than tokens (aiter#3235)");
    AppendRow k_alone = sized(llama(type), 2, 3, 8);
    k_alone.with_v = false;
    table.add(Effort::full, k_alone);
  }
}

void add_quantized(AppendTable& table) {
  std::size_t walk = 0;
  for (const DataType type : kTypes) {
    for (const DataType cached : {DataType::f8_e4m3fn, DataType::f8_e4m3fnuz}) {
      for (const AppendStrides strides : {AppendStrides::dense, AppendStrides::odd}) {
        AppendRow row = sized(llama(type), 2, 4, 8);
        row.cache_type = cached;
        row.strides = strides;
        row.cache = kPaged.at(walk++ % kPaged.size());
        row.kv_out = walk % 2 == 0;
        row.data = walk % 3 == 0 ? AppendData::special : AppendData::normal;
        const bool left = type == DataType::f32 && strides == AppendStrides::odd;
        table.add(left ? Effort::full : Effort::quick, row,
                  cached == DataType::f8_e4m3fnuz ? "twice the value in the other fp8 (aiter#4102)"
                                                  : "scales ignored (sglang#20705)");
      }
    }
    // The last vector of a head is not whole.
    AppendRow part = sized(row_of_model(made_up("10-6", 2, 1, 10, 6), type), 2, 3);
    part.cache_type = DataType::f8_e4m3fn;
    table.add(type == DataType::bf16 ? Effort::full : Effort::quick, part);
    AppendRow ties = sized(row_of_model(model_named("granite-nope"), type), 1, 4);
    ties.cache_type = DataType::f8_e4m3fn;
    ties.data = AppendData::ties;
    table.add(type == DataType::f16 ? Effort::quick : Effort::full, ties,
              "a quotient at a tie moved by a reciprocal (vllm#43907)");
    AppendRow unscaled = sized(llama(type), 2, 3, 8);
    unscaled.cache_type = DataType::f8_e4m3fn;
    unscaled.cache_scales = false;
    table.add(type == DataType::bf16 ? Effort::quick : Effort::full, unscaled,
              "an fp8 cache without scales (TensorRT-LLM#16916)");
  }
}

void add_places(AppendTable& table) {
  for (const DataType type : kTypes) {
    for (const AppendPlace place :
         {AppendPlace::separate, AppendPlace::q_in_place, AppendPlace::all_in_place}) {
      for (const AppendStrides strides :
           {AppendStrides::dense, AppendStrides::packed, AppendStrides::gated, AppendStrides::odd,
            AppendStrides::head_major}) {
        AppendRow row = sized(llama(type), 2, 3, 8);
        row.place = place;
        row.strides = strides;
        row.kv_out = true;
        const bool quick = type == DataType::f16 && place != AppendPlace::q_in_place;
        table.add(quick ? Effort::quick : Effort::full, row,
                  strides == AppendStrides::packed
                      ? "k a strided view of the projection (ColossalAI#6428)"
                  : place == AppendPlace::all_in_place
                      ? "wrong strides on an input that is its output (mlx#1340)"
                  : place == AppendPlace::q_in_place
                      ? "an output over an input still in use (llama.cpp#19768)"
                  : strides == AppendStrides::odd
                      ? "another order of roundings by address (a llama.cpp fork's #67)"
                      : "");
      }
    }
    AppendRow wide = sized(llama(type), 1, 3, 8);
    wide.strides = AppendStrides::wide;
    table.add(type == DataType::f16 ? Effort::quick : Effort::full, wide,
              "32-bit element index (vllm#43390)");
  }
}

/// Sizes no vector divides, and rotary dims down to one pair.
void add_sizes(AppendTable& table) {
  struct Size {
    std::int32_t head_size;
    std::int32_t rotary_dim;
  };
  constexpr std::array kSizes{Size{2, 2},   Size{7, 4},   Size{10, 6},  Size{36, 36},
                              Size{48, 16}, Size{72, 72}, Size{80, 32}, Size{100, 50},
                              Size{264, 8}, Size{576, 64}};
  std::size_t walk = 0;
  for (const DataType type : kTypes) {
    for (const Size& size : kSizes) {
      for (const bool interleaved : {false, true}) {
        Model model = made_up("", 5, 3, size.head_size, size.rotary_dim);
        model.name += std::to_string(size.head_size) + "-" + std::to_string(size.rotary_dim) +
                      (interleaved ? "-interleaved" : "");
        model.interleaved = interleaved;
        model.v_head_size = size.head_size + static_cast<std::int32_t>(walk % 3) * 4;
        AppendRow row = sized(row_of_model(model, type), 1, 4);
        row.cache = kPaged.at(++walk % kPaged.size());
        row.profile = walk % 4 == 0 ? RopeProfile::native : RopeProfile::f32;
        row.table_type = walk % 3 == 0 ? type : DataType::f32;
        table.add(walk % 3 == 1 ? Effort::quick : Effort::full, row);
      }
    }
  }
}

void add_values(AppendTable& table) {
  for (const DataType type : kTypes) {
    AppendRow special = sized(llama(type), 2, 6, 4);
    special.data = AppendData::special;
    table.add(Effort::quick, special, "the sign of a zero lost in a product");
    special.place = AppendPlace::all_in_place;
    special.kv_out = true;
    special.strides = AppendStrides::odd;
    table.add(Effort::full, special);
    for (const DataType table_type : {DataType::f32, type}) {
      AppendRow far = sized(llama(type), 8, 1, 4);
      far.table_type = table_type;
      far.profile = RopeProfile::native;
      table.add(Effort::quick, far,
                table_type == type ? "f16 tables drift at large positions (flashinfer#619)"
                                   : "rows past the first wrong at one token each (mlx#3795)");
    }
    for (const char* model : {"qwen2.5-0.5b", "llama-3.1-8b", "qwen3-vl-8b", "phi-3.5-mini-long"}) {
      table.add(type == DataType::bf16 ? Effort::full : Effort::quick,
                with_computed_angles(sized(row_of_model(model_named(model), type), 5, 1, 8)),
                "sines of angles that were not reduced (mlxcel#1049)");
    }
    // The last unit has one pair, and there is no frequency after it.
    AppendRow nine = sized(row_of_model(made_up("32-18", 2, 1, 32, 18), type), 2, 3);
    nine.angles = RopeAngles::inverse_frequencies;
    table.add(type == DataType::f16 ? Effort::quick : Effort::full, nine);
    Model multimodal = made_up("interleaved-sections", 4, 2, 64, 48);
    multimodal.interleaved = true;
    multimodal.sections = {10, 8, 6};
    table.add(Effort::quick, sized(row_of_model(multimodal, type), 2, 5),
              "multimodal positions with interleaved pairs (vllm#49290)");
  }
}

/// All pairs in one section, and rows of positions past 32 bits.
void add_sections(AppendTable& table) {
  Model model = made_up("one-section", 2, 1, 32, 16);
  for (std::size_t axis = 0; axis < 3; ++axis) {
    model.name = fmt::format("made-up-section-{}", axis);
    model.sections = {};
    model.sections.at(axis) = 8;
    AppendRow row = sized(row_of_model(model, DataType::f16), 2, 3);
    table.add(Effort::quick, row, "multimodal positions collapsed to row 0 (sglang#35345)");
    row.trouble = AppendTrouble::position_negative;
    table.add(axis == 0 ? Effort::quick : Effort::full, row);
  }
  model.name = "made-up-sections";
  model.sections = {4, 2, 2};
  AppendRow far = sized(row_of_model(model, DataType::f16), 1, 3);
  far.position_type = DataType::i32;
  far.cache = CacheLayout::none;
  far.strides = AppendStrides::far_positions;
  table.add(Effort::quick, far, "32-bit element index (vllm#43390)");
}

void add_troubles(AppendTable& table) {
  for (const AppendTrouble trouble :
       {AppendTrouble::position_negative, AppendTrouble::position_past_end,
        AppendTrouble::slot_past_end, AppendTrouble::slot_past_32_bits}) {
    for (const CacheLayout layout : {CacheLayout::paged_nhd, CacheLayout::ring}) {
      AppendRow row = sized(llama(DataType::f16), 4, 3, 8);
      row.trouble = trouble;
      row.cache = layout;
      row.kv_out = true;
      table.add(layout == CacheLayout::ring ? Effort::full : Effort::quick, row,
                "table read out of bounds (vllm#43676)");
    }
    AppendRow computed = with_computed_angles(sized(llama(DataType::bf16), 4, 3, 8));
    computed.trouble = trouble;
    computed.position_type = DataType::i32;
    computed.cache_type = DataType::f8_e4m3fn;
    table.add(trouble == AppendTrouble::position_past_end ? Effort::quick : Effort::full, computed);
    AppendRow still = sized(row_of_model(model_named("granite-nope"), DataType::f16), 4, 3);
    still.trouble = trouble;
    still.cache = CacheLayout::ring;
    table.add(trouble == AppendTrouble::position_past_end ? Effort::quick : Effort::full, still);
    Model multimodal = model_named("qwen3-vl-8b");
    AppendRow row = sized(row_of_model(multimodal, DataType::bf16), 4, 3, 8);
    row.trouble = trouble;
    row.place = AppendPlace::q_in_place;
    const bool slot =
        trouble == AppendTrouble::slot_past_end || trouble == AppendTrouble::slot_past_32_bits;
    table.add(slot ? Effort::full : Effort::quick, row);
  }
  AppendRow wrapped = sized(row_of_model(model_named("qwen3-vl-8b"), DataType::f16), 4, 3, 8);
  wrapped.trouble = AppendTrouble::position_past_32_bits;
  table.add(Effort::quick, wrapped);
  // Without rotation a position need only be below 2^31.
  Model endless = made_up("endless", 4, 2, 64, 0);
  endless.max_positions = 2147483647;
  AppendRow last = sized(row_of_model(endless, DataType::f16), 3, 4);
  last.cache = CacheLayout::ring;
  table.add(Effort::quick, last);
  AppendRow scaled = sized(row_of_model(model_named("ministral-3-8b"), DataType::f16), 6, 1, 8);
  scaled.trouble = AppendTrouble::q_scale_past_end;
  table.add(Effort::quick, scaled);
}

std::vector<Case> cases(Effort effort) {
  AppendTable table("rope_append");
  add_models(table);
  add_layouts(table);
  add_quantized(table);
  add_places(table);
  add_sizes(table);
  add_values(table);
  add_sections(table);
  add_troubles(table);
  add_rope_append_grid_cases(table);
  return table.take(effort);
}

Problem problem(const Case& one, std::uint64_t seed, std::byte poison) {
  return append_problem(std::any_cast<const AppendRow&>(one.row), seed, poison);
}

Status launch_bound(const std::any& arguments, Launcher& launcher) {
  return launch(std::any_cast<const RopeAppendArguments&>(arguments), launcher);
}

}  // namespace

extern const Family rope_append;
const Family rope_append{.name = "rope_append",
                         .summary = "rotates q and k and stores k and v in a KV cache",
                         .cases = cases,
                         .problem = problem,
                         .launch = launch_bound,
                         .rows = append_tokens_of,
                         .keep_row = keep_append_token,
                         .controls = append_controls(),
                         .bars = append_bars,
                         .bench = rope_append_bench,
                         .bytes = append_bytes,
                         .unfused = unfused_launch_of<RopeAppendArguments>()};

}  // namespace kgate
