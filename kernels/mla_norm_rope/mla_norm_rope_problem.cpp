// SPDX-License-Identifier: MIT
// Builds the memory of an mla_norm_rope case.
#include "kernels/mla_norm_rope/mla_norm_rope_problem.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "kernels/case_building.hpp"
#include "kernels/mla_norm_rope/mla_norm_rope_values.hpp"

namespace kgate::mla_norm_rope_table {
namespace {

bool has_tensors(const Row& row) {
  return row.outputs == Outputs::tensors || row.outputs == Outputs::both;
}
bool has_cache(const Row& row) { return row.outputs != Outputs::tensors; }
bool has_position(const Row& row) {
  return row.angles != RopeAngles::none || (has_cache(row) && row.slots == Slots::ring);
}

/// Strides and addresses of a tensor of rows; `number` tells the tensors apart.
TensorShape shape_of(const Row& row, std::string_view name, DataType type, std::int64_t columns,
                     std::int64_t number) {
  TensorShape shape{
      .name = name, .type = type, .rows = row.tokens, .columns = columns, .stride = columns};
  const auto size = static_cast<std::int64_t>(size_of(type));
  if (row.layout == Layout::odd) {
    shape.stride = columns + 2 * number + 1;
    shape.misalignment = static_cast<std::uint32_t>(size * (2 * number + 1));
    return shape;
  }
  const std::int64_t vector = 16 / size;
  shape.stride = (columns + vector - 1) / vector * vector + number * vector;
  shape.misalignment = static_cast<std::uint32_t>(16 * (number + 1));
  if (row.layout == Layout::wide && number == 0) {
    shape.stride = (std::int64_t{1} << 31) + 8;
  }
  return shape;
}

/// One run of elements.
TensorShape array_of(std::string_view name, DataType type, std::int64_t count) {
  return {.name = name, .type = type, .rows = 1, .columns = count, .stride = count};
}

class Builder {
 public:
  Builder(const Row& row, std::uint64_t seed, std::byte poison)
      : row_(row), values_(row, seed), poison_(poison) {
    setup_.row = row;
    MlaNormRopeArguments& arguments = setup_.arguments;
    arguments.tokens = row.tokens;
    arguments.kv_lora_rank = row.model.latent;
    arguments.pe_size = row.model.pe;
    arguments.eps = row.eps;
    arguments.weight_bias = row.weight_bias;
    arguments.activation = row.activation;
    arguments.weight_type = row.weight;
    arguments.norm_profile = row.norm_profile;
  }

  Problem build() {
    add_kv();
    add_query();
    add_rope();
    if (has_cache(row_)) {
      add_cache();
    }
    add_array(array_of("error", DataType::i64, 1), Access::in_out, [](auto, auto) { return 0.0; });
    problem_.arguments = setup_;
    return std::move(problem_);
  }

 private:
  using Value = std::function<double(std::int64_t row, std::int64_t column)>;

  void add_array(const TensorShape& shape, Access access, const Value& value) {
    problem_.buffers.push_back(tensor_buffer(shape, access, poison_));
    fill(problem_.buffers.back(), shape, value);
  }

  void add_output(const TensorShape& shape) {
    problem_.buffers.push_back(tensor_buffer(shape, Access::out, poison_));
  }

  void add_kv() {
    MlaNormRopeArguments& arguments = setup_.arguments;
    const std::int64_t latent = row_.model.latent;
    const std::int64_t pe = row_.model.pe;
    const bool in_place = row_.outputs == Outputs::in_place;
    const TensorShape kv = shape_of(row_, "kv", row_.activation, latent + pe, 0);
    add_array(kv, in_place ? Access::in_out : Access::in,
              [&](std::int64_t token, std::int64_t column) { return values_.kv(token, column); });
    TensorShape weight = array_of("weight", row_.weight, latent);
    weight.misalignment =
        row_.layout == Layout::odd ? static_cast<std::uint32_t>(size_of(row_.weight)) : 16;
    add_array(weight, Access::in,
              [&](std::int64_t, std::int64_t column) { return values_.weight(column); });
    arguments.kv_stride = kv.stride;
    arguments.latent_stride = kv.stride;
    arguments.pe_stride = kv.stride;
    if (has_tensors(row_)) {
      const TensorShape latent_out = shape_of(row_, "latent", row_.activation, latent, 1);
      const TensorShape pe_out = shape_of(row_, "pe", row_.activation, pe, 2);
      add_output(latent_out);
      add_output(pe_out);
      arguments.latent_stride = latent_out.stride;
      arguments.pe_stride = pe_out.stride;
    }
  }

  void add_query() {
    if (row_.query == Query::none) {
      return;
    }
    MlaNormRopeArguments& arguments = setup_.arguments;
    const bool in_place = row_.query == Query::in_place;
    const std::int64_t head = row_.model.pe + (in_place ? kQueryNope : 0);
    const TensorShape query = shape_of(row_, "query", row_.activation, row_.model.heads * head, 3);
    add_array(
        query, in_place ? Access::in_out : Access::in,
        [&](std::int64_t token, std::int64_t column) { return values_.query(token, column); });
    arguments.q_heads = row_.model.heads;
    arguments.q_pe.token_stride = query.stride;
    arguments.q_pe.head_stride = head;
    arguments.q_pe_out = arguments.q_pe;
    if (!in_place) {
      const TensorShape out =
          shape_of(row_, "q_pe_out", row_.activation, row_.model.heads * head, 4);
      add_output(out);
      arguments.q_pe_out.token_stride = out.stride;
    }
  }

  void add_rope() {
    RopeArguments& rope = setup_.arguments.rope;
    rope.angles = row_.angles;
    rope.pairing = row_.model.pairing;
    rope.profile = row_.rope_profile;
    rope.position_type = row_.position;
    rope.rotary_dim = row_.angles == RopeAngles::none ? 0 : row_.model.pe;
    if (has_position(row_)) {
      add_array(array_of("positions", row_.position, row_.tokens), Access::in,
                [&](std::int64_t, std::int64_t token) {
                  return static_cast<double>(position_of(row_, token));
                });
    }
    rope.base = row_.angles == RopeAngles::base ? row_.model.base : 0.0F;
    rope.attention_scaling = kAttentionScaling;
    if (row_.angles == RopeAngles::inverse_frequencies) {
      add_array(array_of("inverse_frequencies", DataType::f32, row_.model.pe / 2), Access::in,
                [&](std::int64_t, std::int64_t pair) { return inverse_frequency(row_, pair); });
    }
    if (row_.angles == RopeAngles::table) {
      add_table();
    }
  }

  /// Only the rows that tokens name, and their neighbours.
  void add_table() {
    RopeArguments& rope = setup_.arguments.rope;
    const std::int64_t width = row_.model.pe;
    rope.table_type = row_.table;
    rope.table_rows = static_cast<std::int32_t>(positions_of(row_));
    rope.table_stride = width + (row_.layout == Layout::odd ? 1 : 0);
    std::set<std::int64_t> rows;
    for (std::int64_t token = 0; token < row_.tokens; ++token) {
      for (const std::int64_t step : {-1, 0, 1}) {
        const std::int64_t position = position_of(row_, token) + step;
        if (position >= 0 && position < rope.table_rows) {
          rows.insert(position);
        }
      }
    }
    const std::size_t size = size_of(row_.table);
    CaseBuffer table{
        .name = "table",
        .type = row_.table,
        .access = Access::in,
        .size =
            static_cast<std::uint64_t>((rope.table_rows - 1) * rope.table_stride + width) * size,
        .misalignment = row_.layout == Layout::odd ? static_cast<std::uint32_t>(size) : 0,
        .segments = {}};
    for (const std::int64_t position : rows) {
      Segment segment{.offset = static_cast<std::uint64_t>(position * rope.table_stride) * size,
                      .bytes = std::vector<std::byte>(static_cast<std::size_t>(width) * size)};
      for (std::int64_t column = 0; column < width; ++column) {
        store_cut(row_.table, &segment.bytes[static_cast<std::size_t>(column) * size],
                  table_value(row_, position, column));
      }
      table.segments.push_back(std::move(segment));
    }
    problem_.buffers.push_back(std::move(table));
  }

  void add_cache() {
    KvCacheArguments& cache = setup_.arguments.cache;
    const std::int64_t entry = row_.model.latent + row_.model.pe;
    const bool odd = row_.layout == Layout::odd;
    const bool ring = row_.slots == Slots::ring;
    cache.addressing = ring ? KvCacheAddressing::ring : KvCacheAddressing::slots;
    cache.type = row_.cached;
    cache.blocks = static_cast<std::int32_t>(blocks_of(row_));
    cache.block_size = row_.block_size;
    cache.ring_keep = ring ? kRingKeep : 0;
    cache.slot_count = slot_count_of(row_);
    cache.k_token_stride = odd ? entry + 5 : (entry + 15) / 16 * 16;
    cache.k_block_stride = row_.block_size * cache.k_token_stride + (odd ? 7 : 48);
    TensorShape entries{.name = "cache",
                        .type = row_.cached,
                        .rows = cache.blocks,
                        .columns = (row_.block_size - 1) * cache.k_token_stride + entry,
                        .stride = cache.k_block_stride};
    entries.misalignment = odd ? static_cast<std::uint32_t>(size_of(row_.cached)) : 32;
    add_output(entries);
    add_array(array_of("slots", DataType::i64, std::max<std::int64_t>(cache.slot_count, 1)),
              Access::in, [&](std::int64_t, std::int64_t token) {
                return static_cast<double>(slot_of(row_, token));
              });
    if (row_.cached != row_.activation) {
      add_array(array_of("scale", DataType::f32, 1), Access::in,
                [](auto, auto) { return static_cast<double>(kCacheScale); });
    }
  }

  Row row_;
  Values values_;
  std::byte poison_;
  Setup setup_;
  Problem problem_;
};

/// Sets pointers of a copy of the arguments, `first` tokens in.
MlaNormRopeArguments bound(const Problem& problem, std::span<void* const> addresses) {
  const auto& setup = std::any_cast<const Setup&>(problem.arguments);
  MlaNormRopeArguments arguments = setup.arguments;
  const std::int64_t first = setup.first_token;
  const auto begin = [&](std::string_view name, std::int64_t element) -> void* {
    const std::optional<std::size_t> buffer = find_buffer(problem, name);
    if (!buffer) {
      return nullptr;
    }
    const auto size = static_cast<std::int64_t>(size_of(problem.buffers[*buffer].type));
    return at_offset(addresses[*buffer], element * size);
  };
  const std::int64_t latent = setup.row.model.latent;
  arguments.kv = begin("kv", first * arguments.kv_stride);
  arguments.weight = begin("weight", 0);
  arguments.latent = begin("latent", first * arguments.latent_stride);
  arguments.pe = begin("pe", first * arguments.pe_stride);
  if (setup.row.outputs == Outputs::in_place) {
    arguments.latent = begin("kv", first * arguments.kv_stride);
    arguments.pe = begin("kv", first * arguments.kv_stride + latent - setup.boundary_shift);
  }
  const std::int64_t nope = setup.row.query == Query::in_place ? kQueryNope : 0;
  arguments.q_pe.data = begin("query", first * arguments.q_pe.token_stride + nope);
  arguments.q_pe_out.data = setup.row.query == Query::in_place
                                ? arguments.q_pe.data
                                : begin("q_pe_out", first * arguments.q_pe_out.token_stride);
  arguments.rope.positions = begin("positions", first);
  arguments.rope.table = begin("table", 0);
  arguments.rope.inverse_frequencies = static_cast<const float*>(begin("inverse_frequencies", 0));
  arguments.cache.k = begin("cache", 0);
  arguments.cache.slots = static_cast<const std::int64_t*>(begin("slots", first));
  arguments.cache.k_scale = static_cast<const float*>(begin("scale", 0));
  arguments.error = static_cast<std::uint64_t*>(begin("error", 0));
  return arguments;
}

std::any bind(const Problem& problem, std::span<void* const> addresses) {
  return bound(problem, addresses);
}

}  // namespace

Problem problem_of(const Case& one, std::uint64_t seed, std::byte poison) {
  Problem problem = Builder(std::any_cast<Row>(one.row), seed, poison).build();
  problem.bind = bind;
  return problem;
}

std::uint64_t rows_of(const Problem& problem) {
  return static_cast<std::uint64_t>(
      std::any_cast<const Setup&>(problem.arguments).arguments.tokens);
}

bool keep_row(Problem& problem, std::uint64_t row) {
  auto& setup = std::any_cast<Setup&>(problem.arguments);
  const auto token = static_cast<std::int64_t>(row);
  if (is_wrong(setup.row, token)) {
    return false;  // alone its error would name token 0
  }
  setup.first_token = token;
  setup.arguments.tokens = 1;
  std::int64_t& slots = setup.arguments.cache.slot_count;
  slots = token < slots ? 1 : 0;
  return true;
}

}  // namespace kgate::mla_norm_rope_table
