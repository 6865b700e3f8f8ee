// SPDX-License-Identifier: MIT
// The printed form of a row of mla_norm_rope's case table.
#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "kernels/data_type.hpp"
#include "kernels/mla_norm_rope/mla_norm_rope_problem.hpp"

namespace kgate::mla_norm_rope_table {
namespace {

constexpr std::array<std::string_view, 2> kNormProfiles{"f32", "graph"};
constexpr std::array<std::string_view, 2> kRopeProfiles{"f32", "native"};
constexpr std::array<std::string_view, 2> kPairings{"neox", "interleaved"};
constexpr std::array<std::string_view, 4> kAngles{"none", "table", "inverse_frequencies", "base"};
constexpr std::array<std::string_view, 4> kOutputs{"tensors", "cache", "both", "in_place"};
constexpr std::array<std::string_view, 3> kQueries{"none", "separate", "in_place"};
constexpr std::array<std::string_view, 3> kLayouts{"aligned", "odd", "wide"};
constexpr std::array<std::string_view, 4> kSlots{"permuted", "skipping", "fewer", "ring"};
constexpr std::array<std::string_view, 4> kWrong{"none", "position_past_end", "position_negative",
                                                 "slot_past_end"};
constexpr std::array<std::string_view, 6> kData{"normal",      "scales", "outlier",
                                                "signed_zero", "tiny",   "not_finite"};

template <std::size_t kCount, class Enum>
std::string_view name_of(const std::array<std::string_view, kCount>& names, Enum value) {
  return names.at(static_cast<std::size_t>(value));
}

}  // namespace

std::string id_of(const Row& row) {
  std::string id = "mla_norm_rope:";
  if (!row.model.name.empty()) {
    id += fmt::format("model={},", row.model.name);
  } else {
    id += fmt::format("latent={},pe={},pairing={},", row.model.latent, row.model.pe,
                      name_of(kPairings, row.model.pairing));
  }
  id += fmt::format("tokens={},kv={},w={}", row.tokens, name(row.activation), name(row.weight));
  const Row plain;
  const auto add = [&id](bool differs, std::string_view key, const auto& value) {
    if (differs) {
      id += fmt::format(",{}={}", key, value);
    }
  };
  add(row.norm_profile != plain.norm_profile, "norm", name_of(kNormProfiles, row.norm_profile));
  add(row.rope_profile != plain.rope_profile, "rope", name_of(kRopeProfiles, row.rope_profile));
  add(row.angles != plain.angles, "angles", name_of(kAngles, row.angles));
  add(row.table != plain.table, "table", name(row.table));
  add(row.position != plain.position, "positions", name(row.position));
  add(row.outputs != plain.outputs, "outputs", name_of(kOutputs, row.outputs));
  add(row.query != plain.query, "q", name_of(kQueries, row.query));
  add(row.layout != plain.layout, "layout", name_of(kLayouts, row.layout));
  add(row.slots != plain.slots, "slots", name_of(kSlots, row.slots));
  add(row.block_size != plain.block_size, "block", row.block_size);
  add(row.cached != row.activation, "cached", name(row.cached));
  add(row.wrong != plain.wrong, "wrong", name_of(kWrong, row.wrong));
  add(row.data != plain.data, "data", name_of(kData, row.data));
  add(row.weight_bias != plain.weight_bias, "bias", row.weight_bias);
  add(row.eps != plain.eps, "eps", row.eps);
  return id;
}

}  // namespace kgate::mla_norm_rope_table
