// SPDX-License-Identifier: MIT
// Positions, slots and values of mla_norm_rope's cases.
#include "kernels/mla_norm_rope/mla_norm_rope_values.hpp"

#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>

#include "kernels/device/row_plan.hpp"
#include "kernels/model_catalogue.hpp"

namespace kgate::mla_norm_rope_table {
namespace {

/// Scale of a token: never 1, never that of a neighbour.
double token_scale(const Row& row, std::int64_t token) {
  switch (row.data) {
    case Data::scales:
      return std::ldexp(
          1.3, row.tokens == 1 ? 4 : static_cast<int>(-12 + 24 * token / (row.tokens - 1)));
    case Data::tiny:
      return 1e-4 * (1 + 0.1 * static_cast<double>(token % 7));
    default:
      return 0.7 + 0.15 * static_cast<double>(token % 9);
  }
}

/// The token whose device data is wrong.
std::int64_t wrong_token(const Row& row) { return row.tokens / 2; }

}  // namespace

bool is_wrong(const Row& row, std::int64_t token) {
  return row.wrong != Wrong::none && token == wrong_token(row);
}

std::int64_t positions_of(const Row& row) {
  const bool computed =
      row.angles == RopeAngles::base || row.angles == RopeAngles::inverse_frequencies;
  return computed ? kComputedPositions : row.model.positions;
}

std::int64_t position_of(const Row& row, std::int64_t token) {
  const std::int64_t positions = positions_of(row);
  if (is_wrong(row, token) && row.wrong == Wrong::position_negative) {
    return -1;
  }
  if (is_wrong(row, token) && row.wrong == Wrong::position_past_end) {
    return row.angles == RopeAngles::table ? positions : kRopeMaxPositions;
  }
  if (token == 0 && row.tokens > 1) {
    return 1;
  }
  if (token <= 1) {
    return positions - 1;
  }
  // Far apart and in no order; never 0, 1 or the last two.
  return 2 + token * 40503 % (positions - 4);
}

std::int64_t blocks_of(const Row& row) {
  if (row.slots == Slots::ring) {
    return row.tokens + 1;
  }
  return (2 * row.tokens + row.block_size - 1) / row.block_size + 1;
}

std::int64_t slot_of(const Row& row, std::int64_t token) {
  const std::int64_t slots =
      row.slots == Slots::ring ? blocks_of(row) : blocks_of(row) * row.block_size;
  if (is_wrong(row, token) && row.wrong == Wrong::slot_past_end) {
    return slots;
  }
  if (row.slots == Slots::skipping && token % 3 == 1) {
    return -1 - token;  // any negative number
  }
  std::int64_t step = slots / 2 + 1;
  while (std::gcd(step, slots) != 1) {
    ++step;
  }
  return (token * step + slots - 1) % slots;  // the last slot first
}

std::int64_t slot_count_of(const Row& row) {
  return row.slots == Slots::fewer ? row.tokens - 2 : row.tokens;
}

LatentModel latent_model(std::string_view name, std::string_view row, std::int32_t heads) {
  const Model& model = model_named(row);
  return {.name = name,
          .catalogue = row,
          .heads = heads,
          .latent = model.mla_lora,
          .pe = model.mla_rope,
          .pairing = model.interleaved ? RopePairing::interleaved : RopePairing::neox,
          .base = static_cast<float>(model.base),
          .positions = static_cast<std::int32_t>(model.max_positions)};
}

double inverse_frequency(const Row& row, std::int64_t pair) {
  const double plain = std::pow(static_cast<double>(row.model.base),
                                -2.0 * static_cast<double>(pair) / row.model.pe);
  if (!row.model.catalogue.empty() && row.angles != RopeAngles::base) {
    return inverse_frequencies(model_named(row.model.catalogue)).at(static_cast<std::size_t>(pair));
  }
  // An explicit list is not the plain one: low frequencies are stretched, as YaRN does.
  const bool stretched = row.angles == RopeAngles::inverse_frequencies && pair > row.model.pe / 4;
  return stretched ? plain / 40 : plain;
}

double table_value(const Row& row, std::int64_t position, std::int64_t column) {
  const std::int64_t half = row.model.pe / 2;
  const double angle = static_cast<double>(position) * inverse_frequency(row, column % half);
  return static_cast<double>(kAttentionScaling) *
         (column < half ? std::cos(angle) : std::sin(angle));
}

Values::Values(const Row& row, std::uint64_t seed)
    : row_(row),
      kv_(seed, "kv"),
      query_(seed, "query"),
      weight_(seed, "weight"),
      sign_(seed, "sign") {}

double Values::kv(std::int64_t token, std::int64_t column) const {
  const std::int64_t latent = row_.model.latent;
  const auto index = static_cast<std::uint64_t>(token * (latent + row_.model.pe) + column);
  if (row_.data == Data::signed_zero && column % 3 == 0) {
    return sign_.bits(index) % 2 == 0 ? 0.0 : -0.0;
  }
  if (row_.data == Data::not_finite) {
    if (token == 0 && column == latent / 2) {
      return std::numeric_limits<double>::quiet_NaN();
    }
    if (token == row_.tokens - 1 && column == latent + 1) {
      return std::numeric_limits<double>::infinity();
    }
  }
  const double value = token_scale(row_, token) * kv_.bell(index);
  return row_.data == Data::outlier && column == latent / 3 ? 1000 * value : value;
}

double Values::query(std::int64_t token, std::int64_t column) const {
  const std::int64_t width = row_.model.heads * (kQueryNope + row_.model.pe);
  return 1.7 * token_scale(row_, token) *
         query_.bell(static_cast<std::uint64_t>(token * width + column));
}

double Values::weight(std::int64_t column) const {
  const auto index = static_cast<std::uint64_t>(column);
  if (row_.weight_bias != 0) {
    return 0.3 * weight_.bell(index);  // 1 + w has more bits than bf16 and f16 hold
  }
  if (column % 61 == 7) {
    return -0.0;  // flips the sign of a zero, and w + 0 would lose it
  }
  // Neighbours differ by a tenth at least: a shift by one must show in two elements too.
  const double magnitude = (column % 2 == 0 ? 0.6 : 1.3) + 0.08 * weight_.bell(index);
  return column % 5 == 3 ? -magnitude : magnitude;
}

}  // namespace kgate::mla_norm_rope_table
