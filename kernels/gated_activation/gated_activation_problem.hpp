// SPDX-License-Identifier: MIT
// A row of gated_activation's case table, and the problem it stands for.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "kernels/case.hpp"
#include "kernels/gated_activation/gated_activation_contract.hpp"

namespace kgate::gated_activation_table {

/// Where the three tensors are.
enum class Layout : std::uint8_t {
  packed,            ///< gate | up in one tensor
  packed_up,         ///< up | gate in one tensor (mul_and_silu)
  separate,          ///< three tensors
  over_gate,         ///< two tensors; the result replaces gate
  over_up,           ///< two tensors; the result replaces up
  packed_over_gate,  ///< gate | up in one tensor; the result replaces gate
};

/// What the elements are.
enum class Values : std::uint8_t {
  bell,            ///< gate and up about normally distributed, a few up are -0
  wide,            ///< gates of 2^-12 to 2^6, ups of 2^-12 to 2^12
  every_gate,      ///< gate runs through all 65,536 encodings, up is between 1/2 and 2
  every_unit,      ///< gate as above, up is 1 or -1: the result is the stored activation
  special,         ///< zeros, infinities, NaN, denormals and the largest numbers, crossed
  every_exponent,  ///< f32 gates of every exponent and sign
};

struct Row {
  DataType type = DataType::bf16;
  GatedActivationFunction function = GatedActivationFunction::silu;
  GatedActivationProfile profile = GatedActivationProfile::stored_activation;
  std::int64_t rows = 1;
  std::int32_t intermediate = 1;
  Layout layout = Layout::packed;
  Values values = Values::bell;
  std::int64_t padding = 0;        ///< elements between the rows of every tensor
  std::uint32_t misalignment = 0;  ///< elements past a 256-byte boundary of every buffer
  float limit = std::numeric_limits<float>::infinity();
  float alpha = 1.0F;
  float up_bias = 0.0F;
};

/// Where a tensor begins.
struct Place {
  std::size_t buffer = 0;
  std::int64_t element = 0;
};

/// What Problem::arguments holds.
struct Setup {
  GatedActivationArguments arguments{};  ///< without pointers
  Place gate;
  Place up;
  Place out;
  Row row;
};

/// "gated_activation:type=bf16,function=silu,rows=4,..."; what is as in a default Row is left out.
[[nodiscard]] std::string id_of(const Row& row);

[[nodiscard]] Problem problem_of(const Case& one, std::uint64_t seed, std::byte poison);
[[nodiscard]] std::uint64_t rows_of(const Problem& problem);
[[nodiscard]] bool keep_row(Problem& problem, std::uint64_t row);
[[nodiscard]] Bars bars_of(const Case& one, DataType stored);
[[nodiscard]] std::span<const Control> controls();
[[nodiscard]] std::vector<Case> bench();

}  // namespace kgate::gated_activation_table
