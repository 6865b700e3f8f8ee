// SPDX-License-Identifier: MIT
// The cases of gated_activation.
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kernels/case.hpp"
#include "kernels/gated_activation/gated_activation_launch.hpp"
#include "kernels/gated_activation/gated_activation_problem.hpp"
#include "kernels/unfused/unfused_family.hpp"

namespace kgate {
namespace {

using gated_activation_table::Layout;
using gated_activation_table::Row;
using gated_activation_table::Values;
using Function = GatedActivationFunction;
using Profile = GatedActivationProfile;

constexpr DataType kF16 = DataType::f16;
constexpr DataType kBf16 = DataType::bf16;
constexpr DataType kF32 = DataType::f32;
constexpr std::array kTypes{kBf16, kF16, kF32};
constexpr std::array kFunctions{Function::silu, Function::gelu, Function::gelu_tanh};
constexpr std::array kProfiles{Profile::stored_activation, Profile::f32_activation};

class Table {
 public:
  void add(Effort effort, const Row& row, std::string_view catches = "",
           std::string_view model = "") {
    cases_.push_back({.id = gated_activation_table::id_of(row),
                      .effort = effort,
                      .model = std::string(model),
                      .catches = std::string(catches),
                      .row = row});
  }

  std::vector<Case> take(Effort effort) {
    std::erase_if(cases_, [effort](const Case& one) { return one.effort > effort; });
    return std::move(cases_);
  }

 private:
  std::vector<Case> cases_;
};

/// Every encoding of a gate, for every 16-bit type and function.
void add_every_gate(Table& table) {
  for (const DataType type : {kBf16, kF16}) {
    for (const Function function : kFunctions) {
      const Row row{.type = type, .function = function, .rows = 32, .intermediate = 2048};
      Row unit = row;
      unit.values = Values::every_unit;
      const bool silu = function == Function::silu;
      table.add(silu ? Effort::quick : Effort::full, unit,
                silu ? "one ulp between device and reference silu (vllm.cpp#1954)" : "");
      for (const Profile profile : kProfiles) {
        Row varied = row;
        varied.values = Values::every_gate;
        varied.profile = profile;
        table.add(Effort::full, varied, silu ? "a reciprocal for a division (vllm#43907)" : "");
      }
    }
  }
}

/// Every type, function and profile, on values of all magnitudes and on special ones.
void add_values(Table& table) {
  for (const DataType type : kTypes) {
    for (const Function function : kFunctions) {
      for (const Profile profile : kProfiles) {
        if (type == kF32 && profile == Profile::f32_activation) {
          continue;  // the same as stored_activation
        }
        const Row row{.type = type, .function = function, .profile = profile, .rows = 2};
        Row wide = row;
        wide.intermediate = 512;
        wide.values = Values::wide;
        table.add(Effort::quick, wide);
        Row special = row;
        special.intermediate = 96;  // 17 gates by 11 ups, each pair at least once
        special.values = Values::special;
        table.add(Effort::quick, special, "the sign of a zero moved logits of Llama 3.1");
      }
      if (type == kF32) {
        table.add(Effort::full, {.type = type,
                                 .function = function,
                                 .rows = 16,
                                 .intermediate = 4096,
                                 .values = Values::every_exponent});
      }
    }
  }
}

/// Where the tensors are, and lengths around every change of the launch.
void add_layouts(Table& table) {
  for (const DataType type : kTypes) {
    for (const Layout layout : {Layout::packed, Layout::packed_up, Layout::separate,
                                Layout::over_gate, Layout::over_up, Layout::packed_over_gate}) {
      const bool in_place =
          layout != Layout::packed && layout != Layout::packed_up && layout != Layout::separate;
      table.add(type == kBf16 ? Effort::quick : Effort::full,
                {.type = type, .rows = 3, .intermediate = 256, .layout = layout, .padding = 16},
                in_place ? "an output on its input (llama.cpp#19768, ik_llama.cpp#916)" : "");
      table.add(type == kF16 ? Effort::quick : Effort::full, {.type = type,
                                                              .function = Function::gelu_tanh,
                                                              .rows = 3,
                                                              .intermediate = 131,
                                                              .layout = layout,
                                                              .padding = 5,
                                                              .misalignment = 1});
    }
  }
  int turn = 0;
  for (const std::int32_t intermediate : {1, 2, 7, 8, 9, 31, 130, 769, 2047, 2048, 2049, 4104}) {
    const DataType type = kTypes.at(static_cast<std::size_t>(turn) % 3);
    table.add(Effort::quick, {.type = type,
                              .function = kFunctions.at(static_cast<std::size_t>(turn) / 2 % 3),
                              .rows = turn % 4 + 1,
                              .intermediate = intermediate,
                              .layout = turn % 2 == 0 ? Layout::separate : Layout::packed});
    ++turn;
  }
  // Aligned rows whose last vector is not whole, and whole vectors at odd addresses.
  table.add(Effort::quick,
            {.rows = 2, .intermediate = 60, .layout = Layout::separate, .padding = 4});
  table.add(Effort::quick, {.rows = 2, .intermediate = 64, .padding = 64, .misalignment = 3});
  // Read by vectors, which are no multiple of four and not one for each thread of the launch.
  table.add(Effort::quick,
            {.rows = 9, .intermediate = 4104, .layout = Layout::separate, .padding = 64});
  table.add(Effort::quick,
            {.rows = 3,
             .intermediate = 64,
             .layout = Layout::over_gate,
             .padding = (std::int64_t{1} << 31) + 64},
            "32-bit element index (vllm#43390)");
  table.add(Effort::quick, {.type = kF16, .rows = 1024 + 3, .intermediate = 2},
            "more rows than the grid has (mlx#3659)");
}

struct Model {
  std::string_view name;
  Function function;
  std::int32_t intermediate;
  std::int64_t rows;
};

constexpr std::array kModels{Model{"stories260K", Function::silu, 172, 8},
                             Model{"Llama 2 7B", Function::silu, 11008, 1},
                             Model{"Llama 3.1 8B", Function::silu, 14336, 1},
                             Model{"Llama 3.2 1B", Function::silu, 8192, 4},
                             Model{"Qwen2.5 0.5B", Function::silu, 4864, 4},
                             Model{"Qwen3 0.6B", Function::silu, 3072, 8},
                             Model{"Gemma 2 2B", Function::gelu_tanh, 9216, 1},
                             Model{"Gemma 3 1B", Function::gelu_tanh, 6912, 4},
                             Model{"PaliGemma", Function::gelu_tanh, 16384, 1},
                             Model{"Phi-3.5 mini", Function::silu, 8192, 1},
                             Model{"Granite 3", Function::silu, 12800, 1},
                             Model{"MiniCPM3", Function::silu, 6400, 4},
                             Model{"DeepSeek-V3 expert", Function::silu, 2048, 32},
                             Model{"ModernBERT", Function::gelu, 1152, 32}};

void add_models(Table& table) {
  int turn = 0;
  for (const Model& model : kModels) {
    const std::string_view name = model.name;
    for (const DataType type : {kBf16, kF16}) {
      const bool small = model.rows * model.intermediate <= 8192;
      const DataType used = name == "stories260K" && type == kF16 ? kF32 : type;
      table.add(small && (turn++ % 4 == 0 || used == kF32) ? Effort::quick : Effort::full,
                {.type = used,
                 .function = model.function,
                 .rows = model.rows,
                 .intermediate = model.intermediate},
                "", name);
    }
  }
  // One prefill.
  table.add(Effort::full, {.type = kF32, .rows = 256, .intermediate = 172}, "", "stories260K");
  table.add(Effort::full, {.rows = 256, .intermediate = 768, .layout = Layout::packed_up}, "",
            "Qwen3 30B-A3B expert");
}

void add_clamps(Table& table) {
  for (const DataType type : kTypes) {
    for (const Profile profile : kProfiles) {
      if (type == kF32 && profile == Profile::f32_activation) {
        continue;
      }
      const Row gpt_oss{.type = type,
                        .profile = profile,
                        .rows = 2,
                        .intermediate = 2880,
                        .limit = 7.0F,
                        .alpha = 1.702F,
                        .up_bias = 1.0F};
      table.add(type == kBf16 ? Effort::quick : Effort::full, gpt_oss, "", "gpt-oss");
      table.add(type == kF16 ? Effort::quick : Effort::full,
                {.type = type,
                 .profile = profile,
                 .rows = 3,
                 .intermediate = 1024,
                 .layout = Layout::packed_up,
                 .limit = 10.0F},
                "", "DeepSeek-V4 expert");
      Row special = gpt_oss;
      special.intermediate = 96;
      special.values = Values::special;
      table.add(Effort::quick, special, "a minimum that loses a NaN");
      table.add(Effort::full, {.type = type,
                               .function = Function::gelu,
                               .profile = profile,
                               .rows = 3,
                               .intermediate = 1024,
                               .limit = 2.5F,
                               .up_bias = -0.5F});
      Row wide = gpt_oss;
      wide.intermediate = 1024;
      wide.limit = std::numeric_limits<float>::infinity();
      wide.alpha = 0.25F;
      wide.values = Values::wide;
      table.add(Effort::full, wide);
    }
  }
}

std::vector<Case> cases(Effort effort) {
  Table table;
  add_every_gate(table);
  add_values(table);
  add_layouts(table);
  add_models(table);
  add_clamps(table);
  return table.take(effort);
}

Status launch_bound(const std::any& arguments, Launcher& launcher) {
  return launch(std::any_cast<const GatedActivationArguments&>(arguments), launcher);
}

}  // namespace

extern const Family gated_activation;
const Family gated_activation{.name = "gated_activation",
                              .summary = "silu or gelu of a gate, times up",
                              .cases = cases,
                              .problem = gated_activation_table::problem_of,
                              .launch = launch_bound,
                              .rows = gated_activation_table::rows_of,
                              .keep_row = gated_activation_table::keep_row,
                              .controls = gated_activation_table::controls(),
                              .bars = gated_activation_table::bars_of,
                              .absent = nullptr,
                              .bench = gated_activation_table::bench,
                              .unfused = unfused_launch_of<GatedActivationArguments>()};

}  // namespace kgate
