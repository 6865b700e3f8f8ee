// SPDX-License-Identifier: MIT
// Corruptions of the norm.
#include "kernels/qk_norm_rope_append/qk_norm_rope_append_controls.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>
#include <vector>

#include "kernels/append_controls.hpp"
#include "kernels/append_problem.hpp"
#include "kernels/case_building.hpp"

namespace kgate {
namespace {

QkNormRopeAppendArguments& arguments_of(Problem& problem) {
  return append_setup(problem).arguments;
}

bool other_eps(Problem& problem, std::uint64_t /*seed*/) {
  // Every launch has heads so small that eps decides.
  arguments_of(problem).eps *= 4;
  return true;
}

bool other_weight_bias(Problem& problem, std::uint64_t /*seed*/) {
  float& bias = arguments_of(problem).weight_bias;
  bias = 1.0F - bias;
  return true;
}

bool weights_shifted(Problem& problem, std::uint64_t /*seed*/) {
  std::vector<std::byte>& bytes = buffer_named(problem, "q_weight").segments.front().bytes;
  const auto size =
      static_cast<std::ptrdiff_t>(size_of(append_setup(problem).arguments.weight_type));
  std::rotate(bytes.begin(), bytes.begin() + size, bytes.end());
  return arguments_of(problem).append.head_size > 1;
}

bool weights_of_q_and_k_swapped(Problem& problem, std::uint64_t /*seed*/) {
  AppendSetup& setup = append_setup(problem);
  PointerPlace* q = pointer_at(setup, offsetof(QkNormRopeAppendArguments, q_weight));
  PointerPlace* k = pointer_at(setup, offsetof(QkNormRopeAppendArguments, k_weight));
  if (k == nullptr) {
    return false;
  }
  std::swap(q->buffer, k->buffer);
  return true;
}

bool norm_rounded_elsewhere(Problem& problem, std::uint64_t /*seed*/) {
  QkNormRopeAppendArguments& arguments = arguments_of(problem);
  QkNormProfile& profile = arguments.norm_profile;
  if (arguments.append.activation == DataType::f32 || arguments.append.head_size < 16) {
    return false;
  }
  profile = profile == QkNormProfile::rounded ? QkNormProfile::graph : QkNormProfile::rounded;
  return true;
}

bool v_norm_toggled(Problem& problem, std::uint64_t /*seed*/) {
  QkNormRopeAppendArguments& arguments = arguments_of(problem);
  const AppendRow& row = append_setup(problem).row;
  arguments.v_norm = 1 - arguments.v_norm;
  return row.kv_heads() != 0 && (row.kv_out || row.tokens() > 1 || row.cache != CacheLayout::none);
}

constexpr std::array kNormControls{
    Control{"eps", other_eps},
    Control{"weight bias", other_weight_bias},
    Control{"weights shifted by one", weights_shifted},
    Control{"weights of q and k swapped", weights_of_q_and_k_swapped},
    Control{"norm rounded elsewhere", norm_rounded_elsewhere},
    Control{"v norm toggled", v_norm_toggled},
};

}  // namespace

std::span<const Control> qk_norm_rope_append_controls() {
  static const std::vector<Control> all = [] {
    const std::span<const Control> append = append_controls();
    std::vector<Control> controls(append.begin(), append.end());
    controls.insert(controls.end(), kNormControls.begin(), kNormControls.end());
    return controls;
  }();
  return all;
}

}  // namespace kgate
