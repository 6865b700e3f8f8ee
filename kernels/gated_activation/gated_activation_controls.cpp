// SPDX-License-Identifier: MIT
// Corruptions of gated_activation's launches that the exact gate must reject.
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "kernels/gated_activation/gated_activation_problem.hpp"

namespace kgate::gated_activation_table {
namespace {

Setup& setup_of(Problem& problem) { return std::any_cast<Setup&>(problem.arguments); }

bool other_activation(Problem& problem, std::uint64_t /*seed*/) {
  GatedActivationArguments& arguments = setup_of(problem).arguments;
  arguments.alpha = 1.0F;
  switch (arguments.function) {
    case GatedActivationFunction::silu:
      arguments.function = GatedActivationFunction::gelu;
      return true;
    case GatedActivationFunction::gelu:
      arguments.function = GatedActivationFunction::gelu_tanh;
      break;
    case GatedActivationFunction::gelu_tanh:
      arguments.function = GatedActivationFunction::gelu;
      break;
  }
  // The two gelus are within 0.0005 of each other: a handful of elements may round alike.
  return arguments.rows * arguments.intermediate >= 256;
}

bool swapped_halves(Problem& problem, std::uint64_t /*seed*/) {
  Setup& all = setup_of(problem);
  std::swap(all.gate, all.up);
  std::swap(all.arguments.gate_stride, all.arguments.up_stride);
  return true;
}

bool other_profile(Problem& problem, std::uint64_t /*seed*/) {
  Setup& all = setup_of(problem);
  GatedActivationArguments& arguments = all.arguments;
  arguments.profile = arguments.profile == GatedActivationProfile::stored_activation
                          ? GatedActivationProfile::f32_activation
                          : GatedActivationProfile::stored_activation;
  // f32 has one rounding either way, and so has an up of 1 or -1.
  return arguments.type != DataType::f32 && all.row.values != Values::every_unit &&
         arguments.rows * arguments.intermediate >= 64;
}

bool no_clamp(Problem& problem, std::uint64_t /*seed*/) {
  float& limit = setup_of(problem).arguments.limit;
  return std::isfinite(std::exchange(limit, std::numeric_limits<float>::infinity()));
}

bool no_alpha(Problem& problem, std::uint64_t /*seed*/) {
  return std::exchange(setup_of(problem).arguments.alpha, 1.0F) != 1.0F;
}

bool no_up_bias(Problem& problem, std::uint64_t /*seed*/) {
  return std::exchange(setup_of(problem).arguments.up_bias, 0.0F) != 0.0F;
}

bool last_column_dropped(Problem& problem, std::uint64_t /*seed*/) {
  Setup& setup = setup_of(problem);
  // Special pairs and exponents end with a NaN, and so does what is never written.
  return --setup.arguments.intermediate > 0 && setup.row.values != Values::special &&
         setup.row.values != Values::every_exponent;
}

constexpr std::array<Control, 7> kControls{{{"activation swapped", other_activation},
                                            {"gate and up swapped", swapped_halves},
                                            {"rounding profile changed", other_profile},
                                            {"clamp dropped", no_clamp},
                                            {"alpha dropped", no_alpha},
                                            {"up bias dropped", no_up_bias},
                                            {"last column dropped", last_column_dropped}}};

}  // namespace

std::span<const Control> controls() { return kControls; }

/// The truth has the activation rounded where the profile rounds it, so what is left is the
/// rounding of the result (1/2) and what f32 loses before it: in f32 the activation may be the
/// neighbour of the nearest (2 ulp of the product at worst), and up + bias is rounded (1 more).
Bars bars_of(const Case& one, DataType stored) {
  const auto& row = std::any_cast<const Row&>(one.row);
  switch (stored) {
    case DataType::bf16:
      return {.ulp = 0.501, .nmse = 0x1p-16};
    case DataType::f16:
      return {.ulp = 0.501, .nmse = 0x1p-22};
    default:
      return {.ulp = row.up_bias == 0.0F ? 2.5 : 3.5, .nmse = 0x1p-44};
  }
}

}  // namespace kgate::gated_activation_table
