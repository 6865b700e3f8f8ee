// SPDX-License-Identifier: MIT
// The bars of the append kernels: what the roundings of a row's profile add up to.
#include "kernels/append_bars.hpp"

#include <algorithm>
#include <any>

#include "kernels/append_memory.hpp"
#include "kernels/append_row.hpp"

namespace kgate {
namespace {

/// A bound of an error, in ulps of the activation type at the size of the pair. A factor that is
/// applied later multiplies `rounded`; `relative` it leaves alone, because the ulp grows with it.
struct ErrorBound {
  double rounded = 0;   ///< from roundings: at most half an ulp each
  double relative = 0;  ///< from factors that were rounded, and f32 steps: one ulp for each half
                        ///< ulp a factor is off by
};

/// Products and sums are bounded to first order, and f32 steps before a rounding to 16 bits not at
/// all: both are below 2 % of what is counted.
constexpr double kRest = 1.02;

bool is_scaled(const AppendRow& row) { return row.model.q_scale_beta != 0; }

double largest_q_scale(const AppendRow& row) {
  const Model& model = row.model;
  return q_scale(model, (position_limit(row) - 1 + model.q_scale_offset) / model.q_scale_period);
}

/// The head that is turned.
ErrorBound head_bound(const AppendRow& row) {
  if (!row.normed) {
    return {};
  }
  if (row.activation == DataType::f32) {
    // Measured, not derived: the worst case of the sum alone is 12. Errors of its terms are of
    // either sign.
    return {.relative = 3.5};
  }
  constexpr double kTwoRoundedElements = 0.7072;
  const bool gain_is_rounded =
      row.weight_type != row.activation || row.model.norm == HeadNorm::gemma;
  switch (row.norm_profile) {
    case QkNormProfile::rounded:
      return {.rounded = kTwoRoundedElements};
    case QkNormProfile::graph:
      return {.rounded = kTwoRoundedElements, .relative = gain_is_rounded ? 2.0 : 1.0};
    case QkNormProfile::unrounded:
    case QkNormProfile::grouped:
      break;
  }
  return {};
}

/// Adds the rotation, or where there is none the store.
void add_rotation(const AppendRow& row, ErrorBound& bound) {
  const bool is_f32 = row.activation == DataType::f32;
  if (row.angles == RopeAngles::none) {
    bound.rounded = std::max(bound.rounded, row.normed ? 0.5 : 0.0);
    return;
  }
  const double scaling = attention_scaling(row.model);
  bound.rounded *= scaling;
  if (is_f32 || row.profile == RopeProfile::native) {
    bound.rounded += 0.75;  // two products
    const bool rounds_table = !is_f32 && row.table_type != row.activation;
    bound.relative += rounds_table ? 1.0 : 0.0;
  }
  if (is_f32 && row.angles != RopeAngles::table) {
    bound.relative += scaling == 1 ? 1.02 : 2.02;  // sine and cosine, and their scaling
  }
  bound.rounded += 0.5;  // the sum, or its store
}

void add_q_scale(const AppendRow& row, ErrorBound& bound) {
  if (is_scaled(row)) {
    bound.rounded = bound.rounded * largest_q_scale(row) + 0.5;
    const bool rounds_scale = row.activation != DataType::f32 && row.profile == RopeProfile::native;
    bound.relative += rounds_scale ? 1.0 : 0.0;
  }
}

/// Ulps of e4m3 in one of the activation type, at most: a scale can put the value into the lower
/// part of a binade of e4m3 from the upper part of one of its own.
double ulps_of_fp8(DataType activation) {
  switch (activation) {
    case DataType::bf16:
      return 0x1p-3;
    case DataType::f16:
      return 0x1p-6;
    default:
      return 0x1p-19;
  }
}

}  // namespace

Bars append_bars(const Case& one, DataType stored) {
  const auto& row = std::any_cast<const AppendRow&>(one.row);
  const bool native = row.profile == RopeProfile::native;
  ErrorBound bound = head_bound(row);
  add_rotation(row, bound);
  const bool is_fp8 = stored != row.activation;
  if (!is_fp8) {
    add_q_scale(row, bound);  // k and v are under the same bar, with less to reach it
  }
  // What is only copied is right to the last bit; a normed v is rounded once.
  const double ulps = std::max((bound.rounded + bound.relative) * kRest,
                               row.normed && row.model.v_norm ? 0.51 : 0.0);
  switch (stored) {
    case DataType::f16:
      return {.ulp = ulps, .nmse = native ? 1e-6 : 5e-7};
    case DataType::bf16:
      return {.ulp = ulps, .nmse = native ? 5e-5 : 3e-5};
    case DataType::f32:
      return {.ulp = ulps, .nmse = 1e-13};
    default:
      return {.ulp = 0.5 * kRest + ulps * ulps_of_fp8(row.activation), .nmse = 2e-3};
  }
}

}  // namespace kgate
