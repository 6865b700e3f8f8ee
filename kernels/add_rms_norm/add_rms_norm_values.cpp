// SPDX-License-Identifier: MIT
// Seeded values, extremes, and the norms and embeddings of a trained model.
#include "kernels/add_rms_norm/add_rms_norm_values.hpp"

#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <numbers>
#include <optional>

namespace kgate::add_rms_norm_table {
namespace {

// stories260K in llama2.c's first layout: seven int32 header words, then f32 tensors.
constexpr std::size_t kModelHeader = 28;
constexpr std::size_t kDim = 64;
constexpr std::size_t kLayers = 5;
constexpr std::size_t kKvDim = 32;
constexpr std::size_t kFeedForward = 172;
constexpr std::size_t kVocabulary = 512;
constexpr std::size_t kAttentionNorms = kVocabulary * kDim;
constexpr std::size_t kFeedForwardNorms =
    kAttentionNorms + kLayers * (kDim + 2 * kDim * kDim + 2 * kDim * kKvDim);
constexpr std::size_t kFinalNorm = kFeedForwardNorms + kLayers * (kDim + 3 * kDim * kFeedForward);

std::optional<std::vector<float>> model_floats(std::size_t first, std::size_t count) {
  return read_floats(std::filesystem::path(KGATE_DATA_DIR) / "stories260K" / "stories260K.bin",
                     kModelHeader, first, count);
}

/// The norms in the order attention 0..4, feed-forward 0..4, final.
std::vector<float> norm_weights(int norm) {
  const auto index = static_cast<std::size_t>(norm);
  std::size_t first = kFinalNorm;
  if (index < kLayers) {
    first = kAttentionNorms + index * kDim;
  } else if (index < 2 * kLayers) {
    first = kFeedForwardNorms + (index - kLayers) * kDim;
  }
  return model_floats(first, kDim).value_or(std::vector<float>(kDim));
}

double smallest_normal(DataType type) { return type == DataType::f16 ? 0x1p-14 : 0x1p-126; }

/// Products round alike everywhere; exp() may not.
double power_of_e(std::int64_t exponent) {
  double result = 1;
  for (std::int64_t i = 0; i < std::abs(exponent); ++i) {
    result = exponent > 0 ? result * std::numbers::e : result / std::numbers::e;
  }
  return result;
}

/// Scale of one row: never 1, never that of a neighbour.
double row_scale(const Row& row, std::int64_t r) {
  switch (row.data) {
    case Data::scales:
      return power_of_e(row.rows == 1 ? 3 : -8 + 16 * r / (row.rows - 1));
    case Data::denormal:
      return 0.4 * smallest_normal(row.activation);
    case Data::tiny:
      return 1e-4 * (1 + 0.1 * static_cast<double>(r % 7));
    default:
      return 0.7 + 0.15 * static_cast<double>(r % 9);
  }
}

Values::Inputs with_zeros(const Values::Inputs& values, std::int64_t column) {
  switch (column % 4) {
    case 0:
      return {.x = -0.0, .residual = -0.0};
    case 1:
      return {.x = -0.0, .residual = 0.0};
    case 2:
      return {.x = values.x, .residual = -values.x};
    default:
      return values;
  }
}

}  // namespace

int real_norms() { return model_floats(kFinalNorm, kDim) ? 2 * static_cast<int>(kLayers) + 1 : 0; }

Values::Values(const Row& row, std::uint64_t seed)
    : row_(row), x_(seed, "x"), residual_(seed, "residual"), weight_(seed, "weight") {
  if (row.data == Data::real) {
    real_weights_ = norm_weights(row.real_norm);
    embeddings_ = model_floats(0, kVocabulary * kDim).value_or(std::vector<float>());
  }
}

Values::Inputs Values::inputs(std::int64_t r, std::int64_t column) const {
  const auto index = static_cast<std::uint64_t>(r * row_.hidden + column);
  if (row_.data == Data::real) {
    // Consecutive tokens as the stream, tokens far away as what a layer adds to it.
    return {.x = embedding(r, column), .residual = 0.5 * embedding(r + 256, column)};
  }
  const double scale = row_scale(row_, r);
  Inputs values{.x = scale * x_.bell(index), .residual = 0.6 * scale * residual_.bell(index)};
  switch (row_.data) {
    case Data::outlier:
      if (column == row_.hidden / 3) {
        values.x *= 1000;
      }
      break;
    case Data::zero:
      return r == 0 ? Inputs{} : values;
    case Data::signed_zero:
      return with_zeros(values, column);
    case Data::infinite:
    case Data::nan:
      if (r == 0 && column == row_.hidden / 2) {
        values.x = row_.data == Data::nan ? std::numeric_limits<double>::quiet_NaN()
                                          : std::numeric_limits<double>::infinity();
      }
      break;
    default:
      break;
  }
  return values;
}

double Values::weight(std::int64_t column) const {
  const auto index = static_cast<std::uint64_t>(column);
  if (row_.data == Data::real) {
    return static_cast<double>(real_weights_.at(index));
  }
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

double Values::embedding(std::int64_t token, std::int64_t column) const {
  const auto at = static_cast<std::size_t>(token) % kVocabulary * kDim;
  return static_cast<double>(embeddings_.at(at + static_cast<std::size_t>(column)));
}

}  // namespace kgate::add_rms_norm_table
