// SPDX-License-Identifier: MIT
// The numbers in an add_rms_norm case's tensors.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/add_rms_norm/add_rms_norm_problem.hpp"
#include "kernels/case_building.hpp"

namespace kgate::add_rms_norm_table {

/// Values of a case before they are cut to the tensors' types: a function of the row and the seed.
class Values {
 public:
  struct Inputs {
    double x = 0;
    double residual = 0;
  };

  Values(const Row& row, std::uint64_t seed);
  [[nodiscard]] Inputs inputs(std::int64_t r, std::int64_t column) const;
  [[nodiscard]] double weight(std::int64_t column) const;

 private:
  [[nodiscard]] double embedding(std::int64_t token, std::int64_t column) const;

  Row row_;
  Randoms x_;
  Randoms residual_;
  Randoms weight_;
  std::vector<float> real_weights_;
  std::vector<float> embeddings_;
};

}  // namespace kgate::add_rms_norm_table
