// SPDX-License-Identifier: MIT
// The cases of add_rms_norm.
#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kernels/add_rms_norm/add_rms_norm_launch.hpp"
#include "kernels/add_rms_norm/add_rms_norm_problem.hpp"
#include "kernels/case.hpp"
#include "kernels/unfused/unfused_family.hpp"

namespace kgate {
namespace {

using add_rms_norm_table::Data;
using add_rms_norm_table::Layout;
using add_rms_norm_table::Place;
using add_rms_norm_table::Residual;
using add_rms_norm_table::Row;
using Profile = AddRmsNormProfile;

constexpr DataType kF16 = DataType::f16;
constexpr DataType kBf16 = DataType::bf16;
constexpr DataType kF32 = DataType::f32;

struct Size {
  std::int32_t hidden;
  std::string_view model;  ///< a model family of that hidden size
};

// Around every change of the plan (one group of 32 threads, several, two and four vectors a thread)
// and around what is no multiple of a vector, plus the sizes engines run.
constexpr std::array kSizes{Size{1, ""},
                            Size{2, ""},
                            Size{31, ""},
                            Size{64, "stories260K"},
                            Size{127, ""},
                            Size{128, "Qwen3 head"},
                            Size{130, ""},
                            Size{769, ""},
                            Size{1024, "Qwen3 0.6B"},
                            Size{2048, "Llama 3.2 1B"},
                            Size{3072, "Llama 3.2 3B"},
                            Size{4096, "Llama 3.1 8B"},
                            Size{5120, "Qwen2.5 14B"},
                            Size{5125, ""},
                            Size{8192, "Llama 3.1 70B"},
                            Size{16384, "Llama 3.1 405B"}};
constexpr std::array<std::int64_t, 6> kRows{1, 2, 3, 4, 8, 33};

struct Types {
  DataType activation;
  DataType weight;
};
constexpr std::array kTypes{Types{kF16, kF16}, Types{kBf16, kF32}, Types{kF32, kF32},
                            Types{kBf16, kBf16}, Types{kF16, kF32}};
constexpr std::array kProfiles{Profile::f32_sum, Profile::stored_sum, Profile::graph};
constexpr std::array kLayouts{Layout::packed, Layout::padded, Layout::odd};
constexpr std::array kPlaces{Place::separate, Place::normed_in_x, Place::sum_in_residual,
                             Place::both};

/// Collects cases; the first of several equal rows stays.
class Table {
 public:
  void add(Effort effort, const Row& row, std::string_view catches = "",
           std::string_view model = "") {
    std::string id = add_rms_norm_table::id_of(row);
    if (ids_.insert(id).second) {
      cases_.push_back({.id = std::move(id),
                        .effort = effort,
                        .model = std::string(model),
                        .catches = std::string(catches),
                        .row = row});
    }
  }

  std::vector<Case> take(Effort effort) {
    std::vector<Case> taken;
    for (Case& one : cases_) {
      if (one.effort <= effort) {
        taken.push_back(std::move(one));
      }
    }
    return taken;
  }

 private:
  std::vector<Case> cases_;
  std::set<std::string> ids_;
};

/// A row of the cross product; layout, place and residual walk along so that each meets each.
Row product(std::size_t size, std::size_t rows, std::size_t types, std::size_t profile) {
  const std::size_t walk = size + 2 * rows + 3 * types + 5 * profile;
  Row row{.hidden = kSizes.at(size).hidden,
          .rows = kRows.at(rows),
          .activation = kTypes.at(types).activation,
          .weight = kTypes.at(types).weight,
          .profile = kProfiles.at(profile)};
  row.layout = kLayouts.at(walk % kLayouts.size());
  row.place = kPlaces.at(walk / 2 % kPlaces.size());
  if (walk % 5 == 4) {
    row.residual = Residual::none;
    row.place = row.place == Place::both || row.place == Place::normed_in_x ? Place::normed_in_x
                                                                            : Place::separate;
  }
  return row;
}

void add_sizes(Table& table) {
  for (std::size_t size = 0; size < kSizes.size(); ++size) {
    for (std::size_t turn = 0; turn < 3; ++turn) {
      const std::size_t rows = (size + turn) % (kSizes.at(size).hidden > 4096 ? 4 : kRows.size());
      table.add(Effort::quick,
                product(size, rows, (size + 2 * turn) % kTypes.size(), (size + turn) % 3),
                turn == 0 ? "order-exact reference instead of a tolerance (sglang#2258)" : "",
                kSizes.at(size).model);
    }
  }
  for (std::size_t size = 0; size < kSizes.size(); ++size) {
    for (std::size_t rows = 0; rows < kRows.size(); ++rows) {
      for (std::size_t types = 0; types < kTypes.size(); ++types) {
        // The profiles are one where nothing is rounded between.
        const std::size_t profiles = kTypes.at(types).activation == kF32 ? 1 : kProfiles.size();
        for (std::size_t profile = 0; profile < profiles; ++profile) {
          table.add(Effort::full, product(size, rows, types, profile), "", kSizes.at(size).model);
        }
      }
    }
  }
}

/// Every type pair on every way of reading a row: held in 1, 2, 4 vectors, streamed, unaligned.
void add_readings(Table& table) {
  for (const Types& types : kTypes) {
    const bool wide_elements = types.activation == kF32;
    for (const std::int32_t vectors : {512, 1024, 2048, 4096, 8192}) {
      const std::int32_t hidden = vectors * (wide_elements ? 4 : 8);
      const Row row{
          .hidden = hidden, .rows = 2, .activation = types.activation, .weight = types.weight};
      table.add(hidden == 8192 || hidden == 32768 ? Effort::quick : Effort::full, row,
                "shared memory sized for short rows (flashinfer#645)");
    }
    table.add(Effort::full, {.hidden = 65536,
                             .rows = 2,
                             .activation = types.activation,
                             .weight = types.weight,
                             .place = Place::both});
    // The last of the vectors that threads hold is there for a part of them.
    if (!wide_elements) {
      for (const std::int32_t hidden : {8 * 545, 8 * 1057}) {
        table.add(Effort::quick, {.hidden = hidden,
                                  .rows = 2,
                                  .activation = types.activation,
                                  .weight = types.weight,
                                  .layout = Layout::padded});
      }
    }
    table.add(Effort::quick, {.hidden = 1037,
                              .rows = 3,
                              .activation = types.activation,
                              .weight = types.weight,
                              .layout = Layout::odd});
  }
}

void add_layouts(Table& table) {
  for (const Types& types : {kTypes[0], kTypes[1], kTypes[2]}) {
    for (const Layout layout : kLayouts) {
      for (const Place place : kPlaces) {
        table.add(place == Place::both ? Effort::quick : Effort::full,
                  {.hidden = 2048,
                   .rows = 5,
                   .activation = types.activation,
                   .weight = types.weight,
                   .layout = layout,
                   .place = place},
                  place == Place::both
                      ? "both outputs on their inputs, repeated (ik_llama.cpp#893, llama.cpp#19768)"
                      : "store and reload across threads without a barrier (vllm#48872)");
      }
    }
    table.add(Effort::quick, {.hidden = 512,
                              .rows = 4,
                              .activation = types.activation,
                              .weight = types.weight,
                              .residual = Residual::read});
    table.add(Effort::quick,
              {.hidden = 512,
               .rows = 4,
               .activation = types.activation,
               .weight = types.weight,
               .residual = Residual::none},
              "norm without add (llama.cpp#16577)");
  }
}

void add_values(Table& table) {
  for (const Types& types : kTypes) {
    const auto add = [&](Data data, std::int32_t hidden, float eps, std::string_view catches) {
      for (const Profile profile : kProfiles) {
        if (profile != Profile::f32_sum && types.activation == kF32) {
          continue;
        }
        const bool quick = types.activation == types.weight || profile == Profile::graph;
        table.add(quick ? Effort::quick : Effort::full,
                  {.hidden = hidden,
                   .rows = 4,
                   .activation = types.activation,
                   .weight = types.weight,
                   .profile = profile,
                   .data = data,
                   .eps = eps},
                  catches);
      }
    };
    add(Data::scales, 1024, 1e-5F, "a moved rounding at any magnitude (vllm#42325)");
    add(Data::outlier, 4096, 1e-6F, "variance reduced in the activation type (sglang#27540)");
    add(Data::zero, 256, 1e-5F, "");
    add(Data::signed_zero, 512, 1e-5F, "+0 where the replaced graph has -0");
    add(Data::denormal, 512, 1e-5F, "");
    add(Data::infinite, 130, 1e-5F, "");
    add(Data::nan, 130, 1e-5F, "");
    add(Data::tiny, 1024, 1e-5F, "eps of another node (llama.cpp#14545)");
    // Gemma: the factor is 1 + w.
    table.add(Effort::quick,
              {.hidden = 2304,
               .rows = 3,
               .activation = types.activation,
               .weight = types.weight,
               .weight_bias = 1,
               .eps = 1e-6F},
              types.weight == kF32 && types.activation != kF32
                  ? "f32 weights beside 16-bit activations (vllm#48324, vllm#44694, vllm.cpp#2492)"
                  : "1 + w needs more bits than the weight has (vllm#3653)",
              "Gemma 2 2B");
    table.add(Effort::quick,
              {.hidden = 2304,
               .rows = 3,
               .activation = types.activation,
               .weight = types.weight,
               .profile = Profile::graph,
               .data = Data::scales,
               .weight_bias = 1,
               .eps = 1e-6F},
              "the sum keeps the activation type (vllm#42588)", "Gemma 2 2B");
    table.add(Effort::full, {.hidden = 64,
                             .rows = 3,
                             .activation = types.activation,
                             .weight = types.weight,
                             .data = Data::zero,
                             .eps = 0});
  }
}

void add_many_rows(Table& table) {
  for (const Layout layout :
       {Layout::wide_x, Layout::wide_residual, Layout::wide_normed, Layout::wide_new_residual}) {
    table.add(layout == Layout::wide_x || layout == Layout::wide_new_residual ? Effort::quick
                                                                              : Effort::full,
              {.hidden = 128, .rows = 3, .activation = kBf16, .weight = kBf16, .layout = layout},
              "32-bit element index (vllm#43390)");
  }
  table.add(Effort::quick,
            {.hidden = 256,
             .rows = 4,
             .activation = kBf16,
             .weight = kBf16,
             .layout = Layout::wide_all,
             .place = Place::both},
            "32-bit element index (vllm#43390)");
  // Two lines of a grid, and a second launch for what is left.
  table.add(Effort::quick, {.hidden = 8, .rows = 2 * 4096 + 5, .activation = kF16, .weight = kF16},
            "grid limits (mlx#3659)");
}

void add_real_weights(Table& table) {
  for (int norm = 0; norm < add_rms_norm_table::real_norms(); ++norm) {
    const DataType activation =
        std::array{kF16, kBf16, kF32}.at(static_cast<std::size_t>(norm) % 3);
    table.add(Effort::quick,
              {.hidden = 64,
               .rows = 11,
               .activation = activation,
               .weight = kF32,
               .data = Data::real,
               .real_norm = norm},
              "", "stories260K");
  }
}

std::vector<Case> cases(Effort effort) {
  Table table;
  add_sizes(table);
  add_readings(table);
  add_layouts(table);
  add_values(table);
  add_many_rows(table);
  add_real_weights(table);
  return table.take(effort);
}

std::vector<std::string> absent() {
  if (add_rms_norm_table::real_norms() != 0) {
    return {};
  }
  return {fmt::format("the norm weights of stories260K (no file under {})", KGATE_DATA_DIR)};
}

Status launch_bound(const std::any& arguments, Launcher& launcher) {
  return launch(std::any_cast<const AddRmsNormArguments&>(arguments), launcher);
}

}  // namespace

extern const Family add_rms_norm;
const Family add_rms_norm{.name = "add_rms_norm",
                          .summary = "residual add and RMSNorm, or RMSNorm alone",
                          .cases = cases,
                          .problem = add_rms_norm_table::problem_of,
                          .launch = launch_bound,
                          .rows = add_rms_norm_table::rows_of,
                          .keep_row = add_rms_norm_table::keep_row,
                          .controls = add_rms_norm_table::controls(),
                          .bars = add_rms_norm_table::bars_of,
                          .absent = absent,
                          .bench = add_rms_norm_table::bench,
                          .unfused = unfused_launch_of<AddRmsNormArguments>()};

}  // namespace kgate
