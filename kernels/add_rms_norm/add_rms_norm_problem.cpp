// SPDX-License-Identifier: MIT
// Builds the memory of an add_rms_norm case.
#include "kernels/add_rms_norm/add_rms_norm_problem.hpp"

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <optional>

#include "kernels/add_rms_norm/add_rms_norm_values.hpp"
#include "kernels/case_building.hpp"

namespace kgate::add_rms_norm_table {
namespace {

constexpr std::array<std::string_view, 3> kProfiles{"f32_sum", "stored_sum", "graph"};
constexpr std::array<std::string_view, 3> kResiduals{"none", "read", "stored"};
constexpr std::array<std::string_view, 8> kLayouts{
    "packed",  "padded", "odd", "wide_x", "wide_residual", "wide_normed", "wide_new_residual",
    "wide_all"};
constexpr std::array<std::string_view, 4> kPlaces{"separate", "normed_in_x", "sum_in_residual",
                                                  "both"};
constexpr std::array<std::string_view, 10> kData{"normal",      "scales",   "outlier",  "zero",
                                                 "signed_zero", "denormal", "infinite", "nan",
                                                 "tiny",        "real"};

template <std::size_t kCount, class Enum>
std::string_view name_of(const std::array<std::string_view, kCount>& names, Enum value) {
  return names.at(static_cast<std::size_t>(value));
}

/// `number` tells the four tensors apart: strides and alignments must not agree by accident.
TensorShape shape_of(const Row& row, std::string_view name, std::int64_t number) {
  TensorShape shape{.name = name,
                    .type = row.activation,
                    .rows = row.rows,
                    .columns = row.hidden,
                    .stride = row.hidden};
  const auto size = static_cast<std::int64_t>(size_of(row.activation));
  const std::int64_t vector = 16 / size;
  switch (row.layout) {
    case Layout::padded:
      shape.stride = (row.hidden / vector + 2 + number) * vector;
      shape.misalignment = static_cast<std::uint32_t>(16 * (number + 1));
      break;
    case Layout::odd:
      shape.stride = row.hidden + 2 * number + 1;
      shape.misalignment = static_cast<std::uint32_t>(size * (2 * number + 1));
      break;
    case Layout::wide_x:
    case Layout::wide_residual:
    case Layout::wide_normed:
    case Layout::wide_new_residual:
      // Past 2^31 elements from the first row to the second, past 2^32 to the third.
      if (number ==
          static_cast<std::int64_t>(row.layout) - static_cast<std::int64_t>(Layout::wide_x)) {
        shape.stride = (std::int64_t{1} << 31) + 8;
      }
      break;
    case Layout::wide_all:
      shape.stride = 1431655776 / size;  // whole vectors; the fourth row is just past 2^32 bytes
      break;
    case Layout::packed:
      break;
  }
  return shape;
}

std::any bind(const Problem& problem, std::span<void* const> addresses) {
  const auto& setup = std::any_cast<const Setup&>(problem.arguments);
  AddRmsNormArguments arguments = setup.arguments;
  const auto size = static_cast<std::int64_t>(size_of(arguments.activation));
  const auto begin = [&](std::string_view name, std::int64_t stride) -> void* {
    const std::optional<std::size_t> buffer = find_buffer(problem, name);
    return buffer ? at_offset(addresses[*buffer], setup.first_row * stride * size) : nullptr;
  };
  const Place place = setup.row.place;
  arguments.x = begin("x", arguments.x_stride);
  arguments.residual = begin("residual", arguments.residual_stride);
  arguments.weight = begin("weight", 0);
  arguments.normed = begin(place == Place::normed_in_x || place == Place::both ? "x" : "normed",
                           arguments.normed_stride);
  if (setup.row.residual == Residual::read_and_stored) {
    arguments.new_residual =
        begin(place == Place::sum_in_residual || place == Place::both ? "residual" : "new_residual",
              arguments.new_residual_stride);
  }
  return arguments;
}

}  // namespace

std::string id_of(const Row& row) {
  std::string id = fmt::format("add_rms_norm:hidden={},rows={},x={},w={}", row.hidden, row.rows,
                               name(row.activation), name(row.weight));
  const Row plain;
  const auto add = [&id](bool differs, std::string_view key, const auto& value) {
    if (differs) {
      id += fmt::format(",{}={}", key, value);
    }
  };
  add(row.profile != plain.profile, "profile", name_of(kProfiles, row.profile));
  add(row.residual != plain.residual, "residual", name_of(kResiduals, row.residual));
  add(row.layout != plain.layout, "layout", name_of(kLayouts, row.layout));
  add(row.place != plain.place, "place", name_of(kPlaces, row.place));
  add(row.data != plain.data, "data", name_of(kData, row.data));
  add(row.data == Data::real, "norm", row.real_norm);
  add(row.weight_bias != plain.weight_bias, "bias", row.weight_bias);
  add(row.eps != plain.eps, "eps", row.eps);
  return id;
}

Problem problem_of(const Case& one, std::uint64_t seed, std::byte poison) {
  const auto row = std::any_cast<Row>(one.row);
  const Values values(row, seed);
  const bool in_x = row.place == Place::normed_in_x || row.place == Place::both;
  const bool in_residual = row.place == Place::sum_in_residual || row.place == Place::both;
  const TensorShape x = shape_of(row, "x", 0);
  const TensorShape residual = shape_of(row, "residual", 1);
  TensorShape normed = shape_of(row, "normed", 2);
  TensorShape sum = shape_of(row, "new_residual", 3);
  TensorShape weight{.name = "weight", .type = row.weight, .columns = row.hidden};
  if (row.layout == Layout::odd) {
    weight.misalignment = static_cast<std::uint32_t>(size_of(row.weight));
  }

  Problem problem;
  problem.bind = bind;
  problem.buffers.push_back(tensor_buffer(x, in_x ? Access::in_out : Access::in, poison));
  fill(problem.buffers.back(), x,
       [&](std::int64_t r, std::int64_t column) { return values.inputs(r, column).x; });
  problem.buffers.push_back(tensor_buffer(weight, Access::in, poison));
  fill(problem.buffers.back(), weight,
       [&](std::int64_t, std::int64_t column) { return values.weight(column); });
  if (row.data == Data::nan) {
    // All bits but the sign: rounding an f32 NaN like this as a number carries into -0.
    const std::uint64_t sign = 1ULL << (8 * size_of(row.weight) - 1);
    store_code(row.weight, element_at(problem.buffers.back(), row.hidden / 4), sign - 1);
  }
  if (row.residual != Residual::none) {
    problem.buffers.push_back(
        tensor_buffer(residual, in_residual ? Access::in_out : Access::in, poison));
    fill(problem.buffers.back(), residual,
         [&](std::int64_t r, std::int64_t column) { return values.inputs(r, column).residual; });
  }
  if (in_x) {
    normed.stride = x.stride;
  } else {
    problem.buffers.push_back(tensor_buffer(normed, Access::out, poison));
  }
  if (in_residual) {
    sum.stride = residual.stride;
  } else if (row.residual == Residual::read_and_stored) {
    problem.buffers.push_back(tensor_buffer(sum, Access::out, poison));
  }

  Setup setup{.row = row};
  AddRmsNormArguments& arguments = setup.arguments;
  arguments.rows = row.rows;
  arguments.x_stride = x.stride;
  arguments.residual_stride = residual.stride;
  arguments.normed_stride = normed.stride;
  arguments.new_residual_stride = sum.stride;
  arguments.hidden = row.hidden;
  arguments.eps = row.eps;
  arguments.weight_bias = row.weight_bias;
  arguments.activation = row.activation;
  arguments.weight_type = row.weight;
  arguments.profile = row.profile;
  problem.arguments = setup;
  return problem;
}

std::uint64_t rows_of(const Problem& problem) {
  return static_cast<std::uint64_t>(std::any_cast<const Setup&>(problem.arguments).arguments.rows);
}

bool keep_row(Problem& problem, std::uint64_t row) {
  auto& setup = std::any_cast<Setup&>(problem.arguments);
  setup.first_row = static_cast<std::int64_t>(row);
  setup.arguments.rows = 1;
  return true;
}

}  // namespace kgate::add_rms_norm_table
