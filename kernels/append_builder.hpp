// SPDX-License-Identifier: MIT
// Builds a problem of the append kernels part by part; used by append_problem.cpp alone.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <utility>
#include <vector>

#include "kernels/append_memory.hpp"
#include "kernels/append_problem.hpp"
#include "kernels/case_building.hpp"

namespace kgate {

/// One of q, k, v and their outputs.
struct AppendHeads {
  std::string_view name;
  std::size_t field;  ///< of HeadTensor::data
  HeadTensor* tensor;
  std::int64_t heads;
  std::int64_t size;
  double scale;         ///< of the values
  std::int64_t number;  ///< tells tensors apart: strides and alignments must not agree by accident
};

/// Scales of an fp8 cache with AppendData::ties. Seven times a tie of e4m3 still is a bf16 number,
/// and the reciprocal of 7/8 is rounded by so much (0.43 of its last place) that a product with it
/// leaves the tie; with 3/4 it would be rounded back.
constexpr double kTieScaleOfK = 0.875;
constexpr double kTieScaleOfV = 3.5;

class AppendBuilder {
 public:
  AppendBuilder(const AppendRow& row, std::uint64_t seed, std::byte poison)
      : row_(row), seed_(seed), poison_(poison), positions_(positions_of(row, seed)) {
    setup_.row = row;
  }

  Problem take() {
    fill_sizes();
    add_heads();
    add_outputs();
    add_positions();
    add_angles();
    add_q_scales();
    add_cache();
    add_word();
    mark_troubled();
    if (row_.normed) {
      add_norm();
    }
    problem_.arguments = std::move(setup_);
    return std::move(problem_);
  }

 private:
  RopeAppendArguments& append() { return setup_.arguments.append; }

  std::size_t add(CaseBuffer buffer) {
    problem_.buffers.push_back(std::move(buffer));
    return problem_.buffers.size() - 1;
  }

  void point(std::size_t field, std::size_t buffer, std::int64_t bytes = 0) {
    setup_.pointers.push_back({field, buffer, bytes});
  }

  /// An array in a buffer of its own.
  std::size_t add_array(std::string_view name, DataType type, std::int64_t count,
                        const std::function<double(std::int64_t)>& value,
                        Access access = Access::in) {
    const TensorShape shape{
        .name = name, .type = type, .rows = 1, .columns = count, .stride = count};
    CaseBuffer buffer = tensor_buffer(shape, access, poison_);
    fill(buffer, shape, [&](std::int64_t, std::int64_t i) { return value(i); });
    return add(std::move(buffer));
  }

  void fill_sizes();
  std::array<AppendHeads, 3> inputs();
  void add_heads();
  void add_packed(const std::array<AppendHeads, 3>& parts);
  void add_tensor(const AppendHeads& part, Access access, bool filled);
  void fill_heads(const AppendHeads& part, CaseBuffer& buffer, std::int64_t first);
  void add_outputs();
  void add_positions();
  void add_angles();
  void add_table();
  void add_q_scales();
  void add_cache();
  void add_word();
  void mark_troubled();
  void add_norm();

  const AppendRow& row_;
  std::uint64_t seed_;
  std::byte poison_;
  std::vector<std::array<std::int64_t, 3>> positions_;
  Problem problem_;
  AppendSetup setup_;
};

}  // namespace kgate
