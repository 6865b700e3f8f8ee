// SPDX-License-Identifier: MIT
// Reads models.toml and computes frequencies as the models' configurations define them.
#include "kernels/model_catalogue.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <stdexcept>

#define TOML_EXCEPTIONS 1
#include <toml++/toml.h>

namespace kgate {

/// models.toml, embedded by the build.
std::string_view models_toml();

namespace {

FrequencyScaling scaling_named(const std::string& model, const std::string& name) {
  static const std::map<std::string, FrequencyScaling> names{
      {"linear", FrequencyScaling::linear},
      {"llama3", FrequencyScaling::llama3},
      {"yarn", FrequencyScaling::yarn},
      {"longrope", FrequencyScaling::longrope},
      {"proportional", FrequencyScaling::proportional}};
  const auto found = names.find(name);
  if (found == names.end()) {
    throw std::runtime_error("models.toml: " + model + ": unknown scaling '" + name + "'");
  }
  return found->second;
}

void read_scaling(const toml::table& row, Model& model) {
  const toml::table* scaling = row["scaling"].as_table();
  if (scaling == nullptr) {
    return;
  }
  const toml::table& table = *scaling;
  model.scaling = scaling_named(model.name, table["kind"].value_or(std::string()));
  model.factor = table["factor"].value_or(1.0);
  model.low = table["low"].value_or(1.0);
  model.high = table["high"].value_or(4.0);
  model.attention = table["attention"].value_or(0.0);
  model.original_positions = static_cast<double>(table["original"].value_or(std::int64_t{0}));
  if (const toml::array* factors = table["factors"].as_array()) {
    for (const toml::node& factor : *factors) {
      model.factors.push_back(factor.value_or(0.0));
    }
  }
}

void read_options(const toml::table& row, Model& model) {
  if (const toml::array* sections = row["sections"].as_array()) {
    for (std::size_t axis = 0; axis < model.sections.size(); ++axis) {
      model.sections.at(axis) = (*sections)[axis].value_or(0);
    }
  }
  model.sections_interleaved = row["sections_interleaved"].value_or(false);
  model.window = row["window"].value_or(0);
  model.gate = row["gate"].value_or(false);
  if (const toml::table* scale = row["q_scale"].as_table()) {
    model.q_scale_beta = (*scale)["beta"].value_or(0.0);
    model.q_scale_period = (*scale)["period"].value_or(0);
    model.q_scale_offset = (*scale)["offset"].value_or(0);
  }
  const std::string norm = row["norm"].value_or(std::string());
  model.norm = norm == "plain"   ? HeadNorm::plain
               : norm == "gemma" ? HeadNorm::gemma
                                 : HeadNorm::none;
  model.norm_f32 = row["norm_f32"].value_or(false);
  model.eps = row["eps"].value_or(1e-5);
  model.v_norm = row["v_norm"].value_or(false);
  model.kv_shared = row["kv_shared"].value_or(false);
  if (const toml::table* mla = row["mla"].as_table()) {
    model.mla_lora = (*mla)["lora"].value_or(0);
    model.mla_rope = (*mla)["rope"].value_or(0);
  }
}

/// Elements of a head, or of a latent row's rotated part, that are rotated.
std::int32_t rotated_elements(const Model& model) {
  return model.mla_rope > 0 ? model.mla_rope : model.rotary_dim;
}

Model read_model(const toml::table& row) {
  Model model;
  model.name = row["name"].value_or(std::string());
  model.heads = row["heads"].value_or(0);
  model.kv_heads = row["kv_heads"].value_or(0);
  model.head_size = row["head_size"].value_or(0);
  model.v_head_size = row["v_head_size"].value_or(model.head_size);
  model.rotary_dim = row["rotary_dim"].value_or(model.head_size);
  model.max_positions = row["max_positions"].value_or(std::int64_t{0});
  model.base = row["base"].value_or(0.0);
  model.interleaved = row["interleaved"].value_or(false);
  read_options(row, model);
  read_scaling(row, model);
  const bool latent = model.mla_lora > 0 && model.mla_rope > 0;
  if (model.name.empty() || model.heads <= 0 || model.max_positions <= 0 ||
      (!latent && (model.head_size <= 0 || model.kv_heads <= 0))) {
    throw std::runtime_error(
        "models.toml: model '" + model.name +
        "' needs name, heads, max_positions and kv_heads and head_size or mla");
  }
  if (model.scaling == FrequencyScaling::longrope &&
      model.factors.size() != static_cast<std::size_t>(rotated_elements(model)) / 2) {
    throw std::runtime_error("models.toml: " + model.name + ": one LongRoPE factor a pair");
  }
  return model;
}

std::vector<Model> read_models() {
  const toml::table file = toml::parse(models_toml(), std::string_view("models.toml"));
  std::vector<Model> all;
  if (const toml::array* rows = file["model"].as_array()) {
    for (const toml::node& row : *rows) {
      all.push_back(read_model(*row.as_table()));
    }
  }
  return all;
}

/// Llama 3.1: long waves are stretched, short ones kept, those between blended.
double llama3_frequency(const Model& model, double frequency) {
  const double turns = model.original_positions * frequency / (2 * std::numbers::pi);
  const double kept = std::clamp((turns - model.low) / (model.high - model.low), 0.0, 1.0);
  return frequency * (kept + (1 - kept) / model.factor);
}

/// YaRN: pairs that turn more than 32 times within the original length are kept, those that turn
/// less than once are stretched; the blend is linear in the pair's index.
double yarn_frequency(const Model& model, double frequency, double pair, double dim) {
  const auto pair_of_turns = [&](double turns) {
    return dim * std::log(model.original_positions / (turns * 2 * std::numbers::pi)) /
           (2 * std::log(model.base));
  };
  const double first = std::max(std::floor(pair_of_turns(32)), 0.0);
  const double last = std::min(std::ceil(pair_of_turns(1)), dim - 1);
  const double stretched = std::clamp((pair - first) / (last - first), 0.0, 1.0);
  return frequency * (1 - stretched + stretched / model.factor);
}

}  // namespace

std::span<const Model> models() {
  static const std::vector<Model> all = read_models();
  return all;
}

const Model& model_named(std::string_view name) {
  const std::span<const Model> all = models();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Model& one) { return one.name == name; });
  if (found == all.end()) {
    throw std::out_of_range("models.toml has no model " + std::string(name));
  }
  return *found;
}

std::vector<double> inverse_frequencies(const Model& model) {
  const int dim = rotated_elements(model);
  std::vector<double> all;
  for (int pair = 0; pair < dim / 2; ++pair) {
    const double plain = std::pow(model.base, -2.0 * pair / dim);
    switch (model.scaling) {
      case FrequencyScaling::none:
        all.push_back(plain);
        break;
      case FrequencyScaling::linear:
        all.push_back(plain / model.factor);
        break;
      case FrequencyScaling::llama3:
        all.push_back(llama3_frequency(model, plain));
        break;
      case FrequencyScaling::yarn:
        all.push_back(yarn_frequency(model, plain, pair, dim));
        break;
      case FrequencyScaling::longrope:
        all.push_back(plain / model.factors.at(static_cast<std::size_t>(pair)));
        break;
      case FrequencyScaling::proportional:
        all.push_back(pair < model.factor * dim / 2 ? plain : 0.0);
        break;
    }
  }
  return all;
}

double attention_scaling(const Model& model) {
  if (model.attention != 0) {
    return model.attention;
  }
  if (model.scaling == FrequencyScaling::yarn) {
    return 0.1 * std::log(model.factor) + 1;
  }
  if (model.scaling == FrequencyScaling::longrope) {
    return std::sqrt(1 + std::log(model.factor) / std::log(model.original_positions));
  }
  return 1;
}

double q_scale(const Model& model, std::int64_t index) {
  return 1 + model.q_scale_beta * std::log(1 + static_cast<double>(index));
}

}  // namespace kgate
