// SPDX-License-Identifier: MIT
// Collects rows, each id once.
#include "kernels/append_table.hpp"

namespace kgate {

void AppendTable::add(Effort effort, AppendRow row, std::string_view catches) {
  std::string id = id_of(family_, row);
  if (!ids_.insert(id).second) {
    return;
  }
  std::string model = row.model.name.starts_with("made-up") ? "" : row.model.name;
  cases_.push_back({.id = std::move(id),
                    .effort = effort,
                    .model = std::move(model),
                    .catches = std::string(catches),
                    .row = std::move(row)});
}

std::vector<Case> AppendTable::take(Effort effort) {
  std::vector<Case> taken;
  for (Case& one : cases_) {
    if (one.effort <= effort) {
      taken.push_back(std::move(one));
    }
  }
  return taken;
}

AppendRow row_of_model(const Model& model, DataType activation) {
  AppendRow row;
  row.model = model;
  row.activation = activation;
  row.cache_type = activation;
  row.weight_type = model.norm_f32 ? DataType::f32 : activation;
  row.angles = model.rotary_dim == 0 ? RopeAngles::none : RopeAngles::table;
  row.strides = model.gate ? AppendStrides::gated : AppendStrides::dense;
  if (model.window != 0) {
    row.cache = CacheLayout::ring;
  }
  return row;
}

AppendRow sized(AppendRow row, std::int64_t sequences, std::int64_t tokens_each,
                std::int32_t share) {
  row.sequences = sequences;
  row.tokens_each = tokens_each;
  row.share = share;
  return row;
}

AppendRow with_computed_angles(AppendRow row) {
  if (row.model.rotary_dim != 0) {
    row.angles = row.model.scaling == FrequencyScaling::none ? RopeAngles::base
                                                             : RopeAngles::inverse_frequencies;
    row.table_type = DataType::f32;
  }
  return row;
}

Model made_up(std::string_view name, std::int32_t heads, std::int32_t kv_heads,
              std::int32_t head_size, std::int32_t rotary_dim) {
  Model model;
  model.name = "made-up-" + std::string(name);
  model.heads = heads;
  model.kv_heads = kv_heads;
  model.head_size = head_size;
  model.v_head_size = head_size;
  model.rotary_dim = rotary_dim;
  model.base = 1e4;
  model.max_positions = 131072;
  return model;
}

}  // namespace kgate
