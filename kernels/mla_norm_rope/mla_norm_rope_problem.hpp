// SPDX-License-Identifier: MIT
// A row of mla_norm_rope's case table, and the problem it stands for.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/case.hpp"
#include "kernels/mla_norm_rope/mla_norm_rope_contract.hpp"

namespace kgate::mla_norm_rope_table {

/// Where latent and rotated part go.
enum class Outputs : std::uint8_t {
  tensors,   ///< latent and pe, no cache
  cache,     ///< the cache alone
  both,      ///< the cache, latent and pe
  in_place,  ///< the cache, and latent and pe over kv
};

/// The query's part.
enum class Query : std::uint8_t {
  none,
  separate,  ///< [tokens, heads, pe] to another tensor
  in_place,  ///< the last elements of each head of [tokens, heads, 128 + pe], in place
};

/// Strides and addresses.
enum class Layout : std::uint8_t {
  aligned,  ///< whole 16-byte vectors; blocks and rows padded
  odd,      ///< no two rows are aligned alike
  wide,     ///< kv rows more than 2^31 elements apart
};

/// The cache's addresses and slots.
enum class Slots : std::uint8_t {
  permuted,  ///< every token somewhere
  skipping,  ///< every third token is not stored
  fewer,     ///< two slots fewer than tokens
  ring,      ///< by position, in a window
};

/// Device data of one token that is out of range.
enum class Wrong : std::uint8_t { none, position_past_end, position_negative, slot_past_end };

/// Values of kv. In every kind rows differ in scale.
enum class Data : std::uint8_t {
  normal,
  scales,       ///< row scales from 2^-12 to 2^12
  outlier,      ///< one channel a thousand times the others
  signed_zero,  ///< a third of the elements are zeros of either sign
  tiny,         ///< so small that eps decides
  not_finite,   ///< a NaN in the first row's latent, an infinity in the last row's tail
};

/// Sizes and angles of a model family.
struct LatentModel {
  std::string_view name;
  std::string_view catalogue;  ///< its row of models.toml; empty: made up, angles plain
  std::int32_t heads;
  std::int32_t latent;
  std::int32_t pe;
  RopePairing pairing;
  float base;
  std::int32_t positions;
};

/// A latent row of the catalogue under the name that ids have, with that many heads.
[[nodiscard]] LatentModel latent_model(std::string_view name, std::string_view row,
                                       std::int32_t heads);

struct Row {
  LatentModel model{};
  std::int64_t tokens = 4;
  DataType activation = DataType::bf16;
  DataType weight = DataType::bf16;
  MlaNormProfile norm_profile = MlaNormProfile::f32;
  RopeProfile rope_profile = RopeProfile::f32;
  RopeAngles angles = RopeAngles::table;
  DataType table = DataType::f32;
  DataType position = DataType::i64;
  Outputs outputs = Outputs::cache;
  Query query = Query::none;
  Layout layout = Layout::aligned;
  Slots slots = Slots::permuted;
  std::int32_t block_size = 64;
  DataType cached = DataType::bf16;  ///< the activation type or an fp8
  Wrong wrong = Wrong::none;
  Data data = Data::normal;
  float weight_bias = 0;
  float eps = 1e-6F;
};

/// "mla_norm_rope:model=DeepSeek-V3,tokens=4,..."; what is as in a default Row is left out.
[[nodiscard]] std::string id_of(const Row& row);

/// What Problem::arguments holds.
struct Setup {
  MlaNormRopeArguments arguments{};  ///< without pointers
  std::int64_t first_token = 0;      ///< token of the buffers that the launch begins with
  std::int64_t boundary_shift = 0;   ///< elements by which the latent is cut short
  Row row;
};

/// Elements of the query before its rotated part, with Query::in_place.
inline constexpr std::int64_t kQueryNope = 128;

[[nodiscard]] Problem problem_of(const Case& one, std::uint64_t seed, std::byte poison);
[[nodiscard]] std::uint64_t rows_of(const Problem& problem);
[[nodiscard]] bool keep_row(Problem& problem, std::uint64_t row);
[[nodiscard]] Bars bars_of(const Case& one, DataType stored);
[[nodiscard]] std::span<const Control> controls();
[[nodiscard]] std::vector<Case> bench();

/// Bytes a launch of such a shape must move.
[[nodiscard]] std::uint64_t bench_bytes(const Problem& problem);

}  // namespace kgate::mla_norm_rope_table
