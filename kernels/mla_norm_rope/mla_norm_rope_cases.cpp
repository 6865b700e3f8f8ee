// SPDX-License-Identifier: MIT
// The cases of mla_norm_rope.
#include <array>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kernels/case.hpp"
#include "kernels/mla_norm_rope/mla_norm_rope_launch.hpp"
#include "kernels/mla_norm_rope/mla_norm_rope_problem.hpp"
#include "kernels/unfused/unfused_family.hpp"

namespace kgate {
namespace {

using namespace mla_norm_rope_table;  // NOLINT(google-build-using-namespace): the table's own words

constexpr DataType kF16 = DataType::f16;
constexpr DataType kBf16 = DataType::bf16;
constexpr DataType kF32 = DataType::f32;
constexpr RopePairing kNeox = RopePairing::neox;
constexpr RopePairing kInterleaved = RopePairing::interleaved;

// Heads of one of eight tensor-parallel ranks, except where the name says otherwise.
LatentModel deep_seek() { return latent_model("DeepSeek-V3", "deepseek-v3", 16); }
LatentModel deep_seek_all_heads() {
  return latent_model("DeepSeek-V3-128-heads", "deepseek-v3", 128);
}
LatentModel deep_seek_v2() { return latent_model("DeepSeek-V2", "deepseek-v2", 16); }
/// As DeepSeek-V2, whose all heads are as many as one rank's.
LatentModel deep_seek_lite() { return latent_model("DeepSeek-V2-Lite", "deepseek-v2", 16); }
LatentModel glm() { return latent_model("GLM-5", "glm-5", 8); }
LatentModel mini_cpm() { return latent_model("MiniCPM3", "minicpm3-4b", 40); }
// Sizes no model has: latents around changes of the plan, odd, not whole vectors.
constexpr LatentModel kSmall{"", "", 3, 130, 16, kNeox, 1e4F, 2053};

class Table {
 public:
  void add(Effort effort, Row row, std::string_view catches = "") {
    if (row.cached == kBf16) {
      row.cached = row.activation;  // bf16 in a row means: what the activations are
    }
    std::string id = id_of(row);
    if (ids_.insert(id).second) {
      cases_.push_back({.id = std::move(id),
                        .effort = effort,
                        .model = std::string(row.model.name),
                        .catches = std::string(catches),
                        .row = row});
    }
  }

  std::vector<Case> take(Effort effort) {
    std::erase_if(cases_, [effort](const Case& one) { return one.effort > effort; });
    return std::move(cases_);
  }

 private:
  std::vector<Case> cases_;
  std::set<std::string> ids_;
};

struct Types {
  DataType activation;
  DataType weight;
};
constexpr std::array kTypes{Types{kBf16, kBf16}, Types{kF16, kF16}, Types{kF32, kF32},
                            Types{kBf16, kF32}, Types{kF16, kF32}};
constexpr std::array kNormProfiles{MlaNormProfile::f32, MlaNormProfile::graph};
constexpr std::array kRopeProfiles{RopeProfile::f32, RopeProfile::native};

Row row_of(const LatentModel& model, std::int64_t tokens, const Types& types = kTypes[0]) {
  Row row;
  row.model = model;
  row.tokens = tokens;
  row.activation = types.activation;
  row.weight = types.weight;
  return row;
}

/// Every model, type pair, profile and pairing, straight into the cache.
void add_models(Table& table) {
  std::size_t turn = 0;
  for (const LatentModel& model :
       {deep_seek(), deep_seek_v2(), deep_seek_lite(), glm(), mini_cpm()}) {
    for (const Types& types : kTypes) {
      Row row = row_of(model, turn % 2 == 0 ? 5 : 2, types);
      row.norm_profile = kNormProfiles.at(turn % 2);
      row.rope_profile = kRopeProfiles.at(turn / 2 % 2);
      row.table = turn % 3 == 0 ? kF32 : types.activation;
      row.position = turn % 2 == 0 ? DataType::i64 : DataType::i32;
      row.outputs = turn % 3 == 1 ? Outputs::tensors : Outputs::cache;
      row.query = turn % 4 == 2 ? Query::separate : Query::none;
      row.slots = turn % 4 == 3 ? Slots::skipping : Slots::permuted;
      table.add(model.name == glm().name || turn % 3 == 0 ? Effort::quick : Effort::full, row,
                model.name == glm().name && row.outputs == Outputs::tensors
                    ? "the fused op was not there and GLM's first forward threw (vllm.cpp#2564)"
                : model.pairing == kNeox ? "the pairing of another model (TGI#150, sglang#16378)"
                                         : "");
      ++turn;
    }
  }
  for (const Types& types : {kTypes[0], kTypes[1]}) {
    for (const MlaNormProfile norm : kNormProfiles) {
      for (const RopeProfile rope : kRopeProfiles) {
        for (const RopePairing pairing : {kNeox, kInterleaved}) {
          Row row = row_of(kSmall, 3, types);
          row.model.latent = 512;
          row.model.pairing = pairing;
          row.norm_profile = norm;
          row.rope_profile = rope;
          row.outputs = Outputs::both;
          row.query = Query::in_place;
          table.add(
              types.activation == kBf16 && pairing == kInterleaved ? Effort::quick : Effort::full,
              row, "a moved rounding at any magnitude (vllm#42325)");
        }
      }
    }
  }
}

/// Where angles come from; computed ones at positions up to 1,048,575, of base 1e6.
void add_angles(Table& table) {
  for (const RopeAngles angles :
       {RopeAngles::base, RopeAngles::inverse_frequencies, RopeAngles::table, RopeAngles::none}) {
    const bool computed = angles == RopeAngles::base || angles == RopeAngles::inverse_frequencies;
    for (const DataType position : {DataType::i32, DataType::i64}) {
      Row row = row_of(glm(), 3, position == DataType::i32 ? kTypes[1] : kTypes[0]);
      row.angles = angles;
      row.position = position;
      row.outputs = Outputs::both;
      row.query = position == DataType::i32 ? Query::separate : Query::none;
      table.add(position == DataType::i32 ? Effort::quick : Effort::full, row,
                angles == RopeAngles::none ? ""
                : computed ? "unreduced angles, here up to 1,048,575 radians (mlxcel#1049)"
                           : "a table of the activation type drifts (flashinfer#619)");
      Row small = row_of(kSmall, 4, kTypes[2]);
      small.angles = angles;
      small.position = position;
      table.add(Effort::full, small);
    }
  }
}

/// Latents around every change of the plan and off every vector.
void add_sizes(Table& table) {
  std::size_t turn = 0;
  for (const std::int32_t latent : {1, 2, 7, 8, 130, 256, 257, 384, 512, 513, 769, 1024, 2048}) {
    for (std::size_t i = 0; i < 2; ++i) {
      Row row = row_of(kSmall, 3, kTypes.at((turn + i) % kTypes.size()));
      row.model.latent = latent;
      row.model.pe = std::array{16, 2, 30, 64}.at((turn + i) % 4);
      row.model.pairing = turn % 2 == i ? kNeox : kInterleaved;
      row.layout = turn % 3 == 2 ? Layout::odd : Layout::aligned;
      row.outputs = turn % 2 == 0 ? Outputs::cache : Outputs::both;
      row.block_size = 5;
      table.add(i == 0 ? Effort::quick : Effort::full, row);
    }
    ++turn;
  }
  // A mean by division is another f32 in one row of eight or so, if 1 / latent is far from an f32:
  // 1 / 130 is a hundredth of an ulp away, 1 / 192 a third.
  Row mean = row_of(kSmall, 64, kTypes[2]);
  mean.model.latent = 192;
  mean.outputs = Outputs::tensors;
  table.add(Effort::quick, mean, "a reciprocal for a division (vllm#43907)");
  for (const std::int32_t pe : {2, 6, 16, 18, 96, 128, 256}) {
    Row row = row_of(kSmall, 2, kTypes.at(turn++ % kTypes.size()));
    row.model.pe = pe;
    row.query = Query::in_place;
    row.layout = turn % 2 == 0 ? Layout::odd : Layout::aligned;
    table.add(pe == 6 || pe == 96 ? Effort::quick : Effort::full, row);
  }
}

/// Blocks, slots, fp8 and outputs.
void add_caches(Table& table) {
  for (const Outputs outputs :
       {Outputs::tensors, Outputs::cache, Outputs::both, Outputs::in_place}) {
    for (const Slots slots : {Slots::permuted, Slots::skipping, Slots::fewer, Slots::ring}) {
      if (outputs == Outputs::tensors && slots != Slots::permuted) {
        continue;
      }
      for (const Layout layout : {Layout::aligned, Layout::odd}) {
        Row row = row_of(kSmall, 7, layout == Layout::odd ? kTypes[1] : kTypes[0]);
        row.outputs = outputs;
        row.slots = slots;
        row.layout = layout;
        row.block_size = slots == Slots::ring ? 12 : 6;
        row.query = slots == Slots::skipping ? Query::separate : Query::none;
        table.add(layout == Layout::odd || outputs == Outputs::cache ? Effort::quick : Effort::full,
                  row,
                  slots == Slots::fewer ? "fewer slots than tokens (ATOM#809, aiter#3235)"
                  : outputs == Outputs::in_place
                      ? "outputs over their inputs (llama.cpp#19768, ik_llama.cpp#893)"
                  : slots == Slots::skipping ? "padding tokens keep their rotation"
                                             : "");
      }
    }
  }
  Row pages = row_of(deep_seek(), 2);
  pages.block_size = 544;
  table.add(Effort::full, pages, "block sizes that are no power of two (vllm#51722)");
  // Whole vectors, and a lane more than a head has units.
  Row lanes = row_of(kSmall, 3, kTypes[1]);
  lanes.model.latent = 128;
  lanes.model.pe = 48;
  lanes.query = Query::separate;
  lanes.outputs = Outputs::both;
  table.add(Effort::quick, lanes);
  Row wide = row_of(kSmall, 3);
  wide.layout = Layout::wide;
  wide.outputs = Outputs::in_place;
  table.add(Effort::quick, wide, "32-bit element index (vllm#43390)");
  for (const DataType cached : {DataType::f8_e4m3fn, DataType::f8_e4m3fnuz}) {
    for (const Types& types : kTypes) {
      Row row = row_of(types.weight == kF32 ? kSmall : glm(), 3, types);
      row.cached = cached;
      row.outputs = Outputs::both;
      row.layout = types.activation == kF32 ? Layout::odd : Layout::aligned;
      table.add(types.weight == kF32 ? Effort::quick : Effort::full, row,
                "a scale ignored, or the other fp8 (sglang#20705, aiter#4102)");
    }
  }
  // Four codes at a time.
  Row whole = row_of(kSmall, 3, {kF32, kF32});
  whole.model.latent = 128;
  whole.model.pe = 48;
  whole.cached = DataType::f8_e4m3fn;
  table.add(Effort::quick, whole);
}

void add_wrong_data(Table& table) {
  for (const Wrong wrong :
       {Wrong::position_past_end, Wrong::position_negative, Wrong::slot_past_end}) {
    for (const DataType position : {DataType::i32, DataType::i64}) {
      Row row = row_of(kSmall, 5, position == DataType::i32 ? kTypes[1] : kTypes[0]);
      row.wrong = wrong;
      row.position = position;
      row.outputs = Outputs::both;
      row.query = Query::separate;
      row.angles = wrong == Wrong::position_past_end && position == DataType::i64
                       ? RopeAngles::base
                       : RopeAngles::table;
      table.add(Effort::quick, row, "a position past the table read out of bounds (vllm#43676)");
    }
  }
}

void add_values(Table& table) {
  for (const Types& types : kTypes) {
    for (const Data data :
         {Data::scales, Data::outlier, Data::signed_zero, Data::tiny, Data::not_finite}) {
      Row row = row_of(kSmall, 4, types);
      row.model.latent = data == Data::outlier ? 512 : 130;
      row.data = data;
      row.eps = data == Data::tiny ? 1e-5F : 1e-6F;
      row.outputs = Outputs::both;
      table.add(types.activation == types.weight && types.activation != kF32 ? Effort::quick
                                                                             : Effort::full,
                row,
                data == Data::outlier ? "variance reduced in the activation type (sglang#27540)"
                : data == Data::tiny  ? "eps of another node (llama.cpp#14545)"
                : data == Data::signed_zero ? "+0 where the replaced graph has -0"
                                            : "");
    }
    Row gemma = row_of(kSmall, 3, types);
    gemma.model.latent = 256;
    gemma.weight_bias = 1;
    table.add(Effort::quick, gemma, "1 + w needs more bits than the weight has (vllm#3653)");
    gemma.norm_profile = MlaNormProfile::graph;
    table.add(Effort::full, gemma,
              "f32 weights beside 16-bit activations (vllm#48324, vllm.cpp#2492)");
  }
}

/// The batches engines run.
void add_batches(Table& table) {
  for (const LatentModel& model : {deep_seek(), mini_cpm()}) {
    for (const std::int64_t tokens : {1, 32, 256}) {
      for (const Types& types : {kTypes[0], kTypes[1]}) {
        Row row = row_of(model, tokens, types);
        row.query = tokens == 256 ? Query::none : Query::in_place;
        row.position = DataType::i32;
        table.add(tokens == 1 ? Effort::quick : Effort::full, row,
                  tokens == 32  ? "one batch row's positions for all (exllama#101)"
                  : tokens == 1 ? "another type's code from a cache of kernels (mlxcel#1053)"
                                : "rows after the first (mlx#3795)");
      }
    }
  }
  Row all_heads = row_of(deep_seek_all_heads(), 2);
  all_heads.query = Query::in_place;
  table.add(Effort::full, all_heads);
  // More tokens than a grid line has workgroups; the sizes are the smallest there are.
  Row many = row_of(kSmall, 16384 + 3, kTypes[1]);
  many.model.latent = 2;
  many.model.pe = 2;
  table.add(Effort::quick, many, "grid limits (mlx#3659)");
  // Many tokens whose angles are computed: one workgroup each, which goes through several rounds of
  // heads.
  Row rounds = row_of(kSmall, 512, kTypes[0]);
  rounds.angles = RopeAngles::base;
  rounds.model.latent = 16;
  rounds.model.heads = 130;
  rounds.model.pe = 2;
  rounds.query = Query::separate;
  table.add(Effort::quick, rounds);
  // As many heads as a workgroup has room for: one more would be another round.
  Row filled = row_of(kSmall, 3, kTypes[1]);
  filled.model.heads = 31;
  filled.model.pe = 64;
  filled.query = Query::separate;
  filled.outputs = Outputs::in_place;
  table.add(Effort::quick, filled);
  // Threads that the latent needs and the heads do not, before a workgroup with more heads.
  filled.model.latent = 2048;
  filled.model.heads = 40;
  filled.query = Query::in_place;
  table.add(Effort::quick, filled);
}

std::vector<Case> cases(Effort effort) {
  Table table;
  add_models(table);
  add_angles(table);
  add_sizes(table);
  add_caches(table);
  add_wrong_data(table);
  add_values(table);
  add_batches(table);
  return table.take(effort);
}

Status launch_bound(const std::any& arguments, Launcher& launcher) {
  return launch(std::any_cast<const MlaNormRopeArguments&>(arguments), launcher);
}

}  // namespace

extern const Family mla_norm_rope;
const Family mla_norm_rope{.name = "mla_norm_rope",
                           .summary = "MLA: RMSNorm of the latent, rotation of the rest, cache",
                           .cases = cases,
                           .problem = problem_of,
                           .launch = launch_bound,
                           .rows = rows_of,
                           .keep_row = keep_row,
                           .controls = controls(),
                           .bars = bars_of,
                           .absent = nullptr,
                           .bench = bench,
                           .bytes = bench_bytes,
                           .unfused = unfused_launch_of<MlaNormRopeArguments>()};

}  // namespace kgate
