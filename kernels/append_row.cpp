// SPDX-License-Identifier: MIT
// The printed form of a row.
#include "kernels/append_row.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>

namespace kgate {
namespace {

constexpr std::array<std::string_view, 4> kAngles{"none", "table", "inverse_frequencies", "base"};
constexpr std::array<std::string_view, 2> kProfiles{"f32", "native"};
constexpr std::array<std::string_view, 9> kCaches{"none",      "slab",       "paged_nhd",
                                                  "paged_hnd", "packed_hnd", "split_nhd",
                                                  "ring",      "far_nhd",    "far_slots"};
constexpr std::array<std::string_view, 3> kPlaces{"separate", "q_in_place", "all_in_place"};
constexpr std::array<std::string_view, 10> kStrides{
    "dense", "packed",     "gated",     "odd",           "head_major",
    "wide",  "far_tokens", "far_heads", "far_positions", "far_table"};
constexpr std::array<std::string_view, 7> kTroubles{
    "none",          "position_negative", "position_past_end", "position_past_32_bits",
    "slot_past_end", "slot_past_32_bits", "q_scale_past_end"};
constexpr std::array<std::string_view, 5> kData{"normal", "special", "outlier", "zero", "ties"};
constexpr std::array<std::string_view, 4> kNormProfiles{"rounded", "graph", "unrounded", "grouped"};

template <std::size_t kCount, class Enum>
std::string_view name_of(const std::array<std::string_view, kCount>& names, Enum value) {
  return names.at(static_cast<std::size_t>(value));
}

}  // namespace

std::int32_t AppendRow::q_heads() const { return std::max(model.heads / share, 1); }

std::int32_t AppendRow::kv_heads() const {
  return model.kv_shared ? 0 : std::max(model.kv_heads / share, 1);
}

std::string id_of(std::string_view family, const AppendRow& row) {
  std::string id = fmt::format("{}:model={},tokens={}x{},type={}", family, row.model.name,
                               row.sequences, row.tokens_each, name(row.activation));
  const AppendRow plain;
  const auto add = [&id](bool differs, std::string_view key, const auto& value) {
    if (differs) {
      id += fmt::format(",{}={}", key, value);
    }
  };
  add(row.share != plain.share, "share", row.share);
  add(row.angles != plain.angles, "angles", name_of(kAngles, row.angles));
  add(row.profile != plain.profile, "rope", name_of(kProfiles, row.profile));
  add(row.angles == RopeAngles::table && row.table_type != plain.table_type, "table",
      name(row.table_type));
  add(row.position_type != plain.position_type, "positions", name(row.position_type));
  add(row.cache != plain.cache, "cache", name_of(kCaches, row.cache));
  add(row.cache_type != row.activation, "cached", name(row.cache_type));
  add(row.block_size != plain.block_size, "block", row.block_size);
  add(row.ring_keep != plain.ring_keep, "keep", row.ring_keep);
  add(row.short_slots, "slots", "short");
  add(!row.cache_scales, "scales", "none");
  add(row.place != plain.place, "place", name_of(kPlaces, row.place));
  add(row.strides != plain.strides, "strides", name_of(kStrides, row.strides));
  add(row.kv_out, "kv_out", 1);
  add(!row.v_out, "v_out", "none");
  add(row.trouble != plain.trouble, "trouble", name_of(kTroubles, row.trouble));
  add(row.data != plain.data, "data", name_of(kData, row.data));
  add(!row.with_v, "v", "none");
  if (row.normed) {
    add(row.norm_profile != plain.norm_profile, "norm", name_of(kNormProfiles, row.norm_profile));
    add(row.weight_type != row.activation, "weights", name(row.weight_type));
  }
  return id;
}

}  // namespace kgate
