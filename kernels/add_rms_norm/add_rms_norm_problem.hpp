// SPDX-License-Identifier: MIT
// A row of add_rms_norm's case table, and the problem it stands for.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/add_rms_norm/add_rms_norm_contract.hpp"
#include "kernels/case.hpp"

namespace kgate::add_rms_norm_table {

/// Strides and addresses of the activation tensors.
enum class Layout : std::uint8_t {
  packed,             ///< stride = hidden, 256-byte aligned
  padded,             ///< whole 16-byte vectors, strides and alignment differ by tensor
  odd,                ///< no two rows of a tensor are aligned alike
  wide_x,             ///< x rows more than 2^31 elements apart; the others packed
  wide_residual,      ///< the same for residual
  wide_normed,        ///< the same for normed
  wide_new_residual,  ///< the same for new_residual
  wide_all,           ///< rows of every tensor a third of 2^32 bytes apart
};

/// Which outputs are their inputs.
enum class Place : std::uint8_t { separate, normed_in_x, sum_in_residual, both };

/// Whether there is a residual, and whether its sum is stored.
enum class Residual : std::uint8_t { none, read, read_and_stored };

/// Values of x and residual. In every kind but `zero` on one row, rows differ in scale.
enum class Data : std::uint8_t {
  normal,
  scales,       ///< row scales from e^-8 to e^8
  outlier,      ///< one channel a thousand times the others
  zero,         ///< the first row is zero
  signed_zero,  ///< a quarter of the sums is -0, a quarter +0, a quarter exact cancellation
  denormal,     ///< of the activation type
  infinite,     ///< one infinity in the first row
  nan,          ///< one NaN in the first row, and one weight
  tiny,         ///< so small that eps decides
  real,         ///< embeddings and norm weights of a trained model
};

struct Row {
  std::int32_t hidden = 128;
  std::int64_t rows = 3;
  DataType activation = DataType::f16;
  DataType weight = DataType::f16;
  AddRmsNormProfile profile = AddRmsNormProfile::f32_sum;
  Residual residual = Residual::read_and_stored;
  Layout layout = Layout::packed;
  Place place = Place::separate;
  Data data = Data::normal;
  float weight_bias = 0;
  float eps = 1e-5F;
  int real_norm = 0;  ///< with Data::real: which norm of the model
};

/// "add_rms_norm:hidden=4096,rows=8,x=f16,w=f32,..."; what is as in a default Row is left out.
[[nodiscard]] std::string id_of(const Row& row);

/// Number of norms of the trained model, 0 where the file is absent.
[[nodiscard]] int real_norms();

[[nodiscard]] Problem problem_of(const Case& one, std::uint64_t seed, std::byte poison);

/// What Problem::arguments holds.
struct Setup {
  AddRmsNormArguments arguments{};  ///< without pointers
  std::int64_t first_row = 0;       ///< row of the buffers that the launch begins with
  Row row;
};

[[nodiscard]] std::uint64_t rows_of(const Problem& problem);
[[nodiscard]] bool keep_row(Problem& problem, std::uint64_t row);
[[nodiscard]] Bars bars_of(const Case& one, DataType stored);
[[nodiscard]] std::span<const Control> controls();
/// Shapes worth timing.
[[nodiscard]] std::vector<Case> bench();

}  // namespace kgate::add_rms_norm_table
