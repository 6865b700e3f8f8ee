// SPDX-License-Identifier: MIT
// Corruptions of an add_rms_norm launch that must change its result, and the accuracy it must have.
#include <algorithm>
#include <array>
#include <cstddef>

#include "kernels/add_rms_norm/add_rms_norm_problem.hpp"
#include "kernels/case_building.hpp"

namespace kgate::add_rms_norm_table {
namespace {

Setup& setup_of(Problem& problem) { return std::any_cast<Setup&>(problem.arguments); }

/// All sums are zero: nothing that only scales them shows.
bool all_zero(const Row& row) { return row.data == Data::zero && row.rows == 1; }

/// Enough ordinary elements that a moved rounding cannot hide.
bool shows_rounding(const Row& row) {
  return row.activation != DataType::f32 && row.hidden * row.rows >= 512 &&
         (row.data == Data::normal || row.data == Data::scales);
}

bool other_eps(Problem& problem, std::uint64_t /*seed*/) {
  Setup& setup = setup_of(problem);
  // Where eps decides, its tenth must show; elsewhere it must drown everything to show for sure.
  setup.arguments.eps = setup.row.data == Data::tiny ? setup.row.eps / 10 : 1e9F;
  return !all_zero(setup.row);
}

bool other_weight_bias(Problem& problem, std::uint64_t /*seed*/) {
  Setup& setup = setup_of(problem);
  setup.arguments.weight_bias = 1 - setup.arguments.weight_bias;
  return !all_zero(setup.row);
}

bool weights_shifted(Problem& problem, std::uint64_t /*seed*/) {
  const Setup& setup = setup_of(problem);
  if (setup.row.hidden < 2 || all_zero(setup.row)) {
    return false;
  }
  std::vector<std::byte>& bytes = buffer_named(problem, "weight").segments.at(0).bytes;
  std::ranges::rotate(bytes,
                      bytes.begin() + static_cast<std::ptrdiff_t>(size_of(setup.row.weight)));
  return true;
}

bool rows_swapped(Problem& problem, std::uint64_t /*seed*/) {
  const Setup& setup = setup_of(problem);
  if (setup.row.rows < 2) {
    return false;
  }
  CaseBuffer& x = buffer_named(problem, "x");
  std::byte* first = element_at(x, 0);
  std::byte* last = element_at(x, (setup.row.rows - 1) * setup.arguments.x_stride);
  const auto bytes = static_cast<std::ptrdiff_t>(size_of(setup.row.activation)) * setup.row.hidden;
  std::swap_ranges(first, first + bytes, last);
  return true;
}

bool residual_dropped(Problem& problem, std::uint64_t /*seed*/) {
  const Setup& setup = setup_of(problem);
  const bool shows = setup.row.residual == Residual::read_and_stored || setup.row.hidden > 1;
  if (setup.row.residual == Residual::none || !shows || all_zero(setup.row)) {
    return false;
  }
  CaseBuffer& residual = buffer_named(problem, "residual");
  for (std::int64_t r = 0; r < setup.row.rows; ++r) {
    std::byte* row = element_at(residual, r * setup.arguments.residual_stride);
    std::fill_n(row, size_of(setup.row.activation) * static_cast<std::size_t>(setup.row.hidden),
                std::byte{0});
  }
  return true;
}

bool sum_rounding_moved(Problem& problem, std::uint64_t /*seed*/) {
  Setup& setup = setup_of(problem);
  AddRmsNormProfile& profile = setup.arguments.profile;
  if (!shows_rounding(setup.row) || setup.row.residual == Residual::none ||
      profile == AddRmsNormProfile::graph) {
    return false;
  }
  profile = profile == AddRmsNormProfile::f32_sum ? AddRmsNormProfile::stored_sum
                                                  : AddRmsNormProfile::f32_sum;
  return true;
}

bool scaling_rounding_moved(Problem& problem, std::uint64_t /*seed*/) {
  Setup& setup = setup_of(problem);
  AddRmsNormProfile& profile = setup.arguments.profile;
  profile = profile == AddRmsNormProfile::graph ? AddRmsNormProfile::stored_sum
                                                : AddRmsNormProfile::graph;
  return shows_rounding(setup.row);
}

/// The last element of x becomes the row's largest magnitude with the other sign.
bool last_element(Problem& problem, std::uint64_t /*seed*/) {
  const Setup& setup = setup_of(problem);
  const DataType type = setup.row.activation;
  const std::uint64_t sign = 1ULL << (8 * size_of(type) - 1);
  std::byte* element =
      element_at(buffer_named(problem, "x"), (setup.row.rows - 1) * setup.arguments.x_stride);
  std::uint64_t code = 0;
  std::uint64_t largest = 0;
  for (std::int32_t i = 0; i < setup.row.hidden; ++i) {
    code = load_code(type, element);
    largest = std::max(largest, code & ~sign);
    element += size_of(type);
  }
  element -= size_of(type);
  if (largest == 0) {
    store_cut(type, element, -1.75);
  } else {
    store_code(type, element, largest | (~code & sign));
  }
  return true;
}

bool hidden_one_less(Problem& problem, std::uint64_t /*seed*/) {
  Setup& setup = setup_of(problem);
  if (setup.row.hidden < 2 || all_zero(setup.row)) {
    return false;
  }
  --setup.arguments.hidden;
  return true;
}

bool padding_ignored(Problem& problem, std::uint64_t /*seed*/) {
  Setup& setup = setup_of(problem);
  const bool in_x = setup.row.place == Place::normed_in_x || setup.row.place == Place::both;
  if (in_x || setup.row.rows < 2 || setup.arguments.x_stride == setup.row.hidden ||
      setup.row.layout == Layout::wide_x || setup.row.layout == Layout::wide_all) {
    return false;
  }
  setup.arguments.x_stride = setup.row.hidden;
  return true;
}

constexpr std::array kControls{
    Control{"eps", other_eps},
    Control{"weight bias", other_weight_bias},
    Control{"weights shifted by one", weights_shifted},
    Control{"rows swapped", rows_swapped},
    Control{"residual dropped", residual_dropped},
    Control{"sum rounded elsewhere", sum_rounding_moved},
    Control{"scaling rounded elsewhere", scaling_rounding_moved},
    Control{"last element", last_element},
    Control{"hidden one less", hidden_one_less},
    Control{"row padding ignored", padding_ignored},
};

}  // namespace

std::span<const Control> controls() { return kControls; }

Bars bars_of(const Case& one, DataType stored) {
  const auto row = std::any_cast<Row>(one.row);
  if (stored == DataType::f32) {
    // Sum, mean, root, quotient and two products in f32; 3.8 ulp is the most seen.
    return {.ulp = 6, .nmse = 36 * 0x1p-48};
  }
  // One rounding to T is half an ulp of the result, and at most a unit u of it. One made earlier is
  // up to a whole ulp of the result: of 1.0 rounded by u, scaled to just under 2.
  const double unit = stored == DataType::f16 ? 0x1p-11 : 0x1p-8;
  const auto roundings = [unit](double earlier) {
    return Bars{.ulp = 0.51 + earlier, .nmse = 1.05 * (1 + earlier) * (1 + earlier) * unit * unit};
  };
  switch (row.profile) {
    case AddRmsNormProfile::f32_sum:
      return roundings(0);
    case AddRmsNormProfile::stored_sum:  // the term, and the normaliser where one term rules it
      return roundings(2);
    case AddRmsNormProfile::graph:  // the scaled value and the gain besides
      break;
  }
  return roundings(4);
}

}  // namespace kgate::add_rms_norm_table
