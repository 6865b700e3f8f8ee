// SPDX-License-Identifier: MIT
// Sizes, positions, angles, scales, caches and norm weights.
#include <algorithm>
#include <cmath>
#include <set>

#include "kernels/append_builder.hpp"

namespace kgate {

void AppendBuilder::fill_sizes() {
  RopeAppendArguments& arguments = append();
  const Model& model = row_.model;
  arguments.tokens = row_.tokens();
  arguments.q_heads = row_.q_heads();
  arguments.kv_heads = row_.kv_heads();
  arguments.head_size = model.head_size;
  arguments.v_head_size = model.v_head_size;
  arguments.activation = row_.activation;
  RopeArguments& rope = arguments.rope;
  rope.rotary_dim = model.rotary_dim;
  rope.angles = row_.angles;
  rope.pairing = model.interleaved ? RopePairing::interleaved : RopePairing::neox;
  rope.profile = row_.profile;
  rope.position_type = row_.position_type;
  rope.table_type = row_.table_type;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    rope.sections[axis] = model.sections.at(axis);
  }
  rope.sections_interleaved = model.sections_interleaved ? 1 : 0;
}

void AppendBuilder::add_positions() {
  if (!reads_positions(row_)) {
    return;
  }
  const bool sections = row_.model.has_sections();
  constexpr std::int64_t kGap = 3;
  std::vector<std::array<std::int64_t, 3>> positions = positions_;
  const auto [first, second] = troubled_tokens(row_);
  if (row_.trouble == AppendTrouble::position_negative) {
    positions.at(static_cast<std::size_t>(first))[0] = -1;
    positions.at(static_cast<std::size_t>(second))[sections ? 2 : 0] = -2;
  } else if (row_.trouble == AppendTrouble::position_past_end) {
    const std::int64_t limit = row_.angles == RopeAngles::table  ? position_limit(row_)
                               : row_.angles == RopeAngles::none ? INT32_MAX
                                                                 : kRopeMaxPositions;
    positions.at(static_cast<std::size_t>(first))[sections ? 1 : 0] = limit;
    positions.at(static_cast<std::size_t>(second))[0] = limit + 1;
  } else if (row_.trouble == AppendTrouble::position_past_32_bits) {
    positions.at(static_cast<std::size_t>(first))[sections ? 2 : 0] += std::int64_t{1} << 32;
    positions.at(static_cast<std::size_t>(second))[sections ? 1 : 0] -= std::int64_t{1} << 32;
  }
  RopeArguments& rope = append().rope;
  const std::int64_t row_stride =
      row_.strides == AppendStrides::far_positions ? kFarPositions : row_.tokens() + kGap;
  // Of one row there is no stride: what reads another one is far from any buffer.
  rope.position_stride = sections ? row_stride : std::int64_t{1} << 40;
  const TensorShape shape{.name = "positions",
                          .type = row_.position_type,
                          .rows = sections ? 3 : 1,
                          .columns = row_.tokens(),
                          .stride = row_stride};
  CaseBuffer buffer = tensor_buffer(shape, Access::in, poison_);
  fill(buffer, shape, [&](std::int64_t axis, std::int64_t token) {
    return static_cast<double>(
        positions[static_cast<std::size_t>(token)].at(static_cast<std::size_t>(axis)));
  });
  point(KGATE_APPEND_FIELD(append.rope.positions), add(std::move(buffer)));
}

/// The rows that positions name, and the one before each for the control that is off by one;
/// nothing else of the table exists.
void AppendBuilder::add_table() {
  RopeArguments& rope = append().rope;
  const std::vector<double> frequencies = inverse_frequencies(row_.model);
  const double scaling = attention_scaling(row_.model);
  const auto half = static_cast<std::int64_t>(frequencies.size());
  const auto size = static_cast<std::int64_t>(size_of(row_.table_type));
  rope.table_rows = static_cast<std::int32_t>(position_limit(row_));
  rope.table_stride = row_.strides == AppendStrides::far_table
                          ? kFarStride
                          : 2 * half + (row_.strides == AppendStrides::odd ? 1 : 0);
  std::set<std::int64_t> rows;
  for (const std::array<std::int64_t, 3>& position : positions_) {
    for (std::size_t axis = 0; axis < (row_.model.has_sections() ? 3 : 1); ++axis) {
      rows.insert(position.at(axis));
      rows.insert(std::max<std::int64_t>(position.at(axis) - 1, 0));
    }
  }
  CaseBuffer buffer{.name = "table",
                    .type = row_.table_type,
                    .access = Access::in,
                    .size = static_cast<std::uint64_t>(
                        ((rope.table_rows - 1) * rope.table_stride + 2 * half) * size),
                    .misalignment = 0,
                    .segments = {}};
  for (const std::int64_t row : rows) {
    Segment segment{.offset = static_cast<std::uint64_t>(row * rope.table_stride * size),
                    .bytes = std::vector<std::byte>(static_cast<std::size_t>(2 * half * size))};
    for (std::int64_t pair = 0; pair < half; ++pair) {
      const double angle = static_cast<double>(row) * frequencies[static_cast<std::size_t>(pair)];
      store_cut(row_.table_type, &segment.bytes[static_cast<std::size_t>(pair * size)],
                scaling * std::cos(angle));
      store_cut(row_.table_type, &segment.bytes[static_cast<std::size_t>((half + pair) * size)],
                scaling * std::sin(angle));
    }
    buffer.segments.push_back(std::move(segment));
  }
  point(KGATE_APPEND_FIELD(append.rope.table), add(std::move(buffer)));
}

void AppendBuilder::add_angles() {
  RopeArguments& rope = append().rope;
  if (row_.angles == RopeAngles::table) {
    add_table();
    return;
  }
  rope.attention_scaling = static_cast<float>(attention_scaling(row_.model));
  rope.base = static_cast<float>(row_.model.base);
  if (row_.angles == RopeAngles::inverse_frequencies) {
    const std::vector<double> frequencies = inverse_frequencies(row_.model);
    point(KGATE_APPEND_FIELD(append.rope.inverse_frequencies),
          add_array(
              "inverse_frequencies", DataType::f32, static_cast<std::int64_t>(frequencies.size()),
              [&](std::int64_t pair) { return frequencies[static_cast<std::size_t>(pair)]; }));
  }
}

void AppendBuilder::add_q_scales() {
  const Model& model = row_.model;
  if (model.q_scale_beta == 0) {
    return;
  }
  RopeArguments& rope = append().rope;
  rope.q_scale_period = model.q_scale_period;
  rope.q_scale_offset = model.q_scale_offset;
  rope.q_scale_rows = static_cast<std::int32_t>(
      (position_limit(row_) - 1 + model.q_scale_offset) / model.q_scale_period + 1);
  if (row_.trouble == AppendTrouble::q_scale_past_end) {
    // The last token is at the limit.
    --rope.q_scale_rows;
  }
  point(KGATE_APPEND_FIELD(append.rope.q_scales),
        add_array("q_scales", DataType::f32, rope.q_scale_rows,
                  [&](std::int64_t index) { return q_scale(model, index); }));
}

void AppendBuilder::add_cache() {
  const CacheShape shape = cache_shape(row_);
  KvCacheArguments& cache = append().cache;
  cache = shape.arguments;
  if (cache.addressing == KvCacheAddressing::none) {
    return;
  }
  const std::vector<std::int64_t> slots = slots_of(row_, seed_);
  cache.slot_count = static_cast<std::int64_t>(slots.size());
  point(KGATE_APPEND_FIELD(append.cache.slots),
        add_array("slots", DataType::i64, cache.slot_count, [&](std::int64_t token) {
          return static_cast<double>(slots[static_cast<std::size_t>(token)]);
        }));
  const auto entries = [&](std::string_view name, std::int64_t elements, std::int64_t size) {
    TensorShape tensor{.name = name, .type = cache.type, .columns = elements, .stride = elements};
    if (row_.cache == CacheLayout::far_nhd) {
      tensor.rows = cache.blocks;
      tensor.columns = row_.kv_heads() * cache.block_size * size;
      tensor.stride = kFarStride;
    } else if (row_.cache == CacheLayout::far_slots) {
      tensor.rows = cache.block_size;
      tensor.columns = row_.kv_heads() * (size + row_.model.v_head_size);
      tensor.stride = kFarStride;
    }
    return add(tensor_buffer(tensor, Access::out, poison_));
  };
  const std::size_t k =
      entries(shape.v_elements == 0 ? "kv_cache" : "k_cache", shape.elements, row_.model.head_size);
  point(KGATE_APPEND_FIELD(append.cache.k), k);
  if (!row_.with_v) {
    cache.v_block_stride = cache.v_token_stride = cache.v_head_stride = 0;
  } else if (shape.v_elements != 0) {
    point(KGATE_APPEND_FIELD(append.cache.v),
          entries("v_cache", shape.v_elements, row_.model.v_head_size));
  } else {
    point(KGATE_APPEND_FIELD(append.cache.v), k,
          shape.v_offset * static_cast<std::int64_t>(size_of(cache.type)));
  }
  if (size_of(cache.type) == 1 && row_.cache_scales) {
    // Values reach 5 and v 5.3: with these some of k saturate, and v uses most of the range.
    const bool ties = row_.data == AppendData::ties;
    point(KGATE_APPEND_FIELD(append.cache.k_scale),
          add_array("k_scale", DataType::f32, 1,
                    [&](std::int64_t) { return ties ? kTieScaleOfK : 0.0071; }));
    if (row_.with_v) {
      point(KGATE_APPEND_FIELD(append.cache.v_scale),
            add_array("v_scale", DataType::f32, 1,
                      [&](std::int64_t) { return ties ? kTieScaleOfV : 0.0233; }));
    }
  }
}

void AppendBuilder::mark_troubled() {
  setup_.troubled.assign(static_cast<std::size_t>(row_.tokens()), false);
  const RopeArguments& rope = append().rope;
  if (row_.trouble == AppendTrouble::q_scale_past_end) {
    for (std::size_t token = 0; token < positions_.size(); ++token) {
      setup_.troubled[token] =
          (positions_[token][0] + rope.q_scale_offset) / rope.q_scale_period >= rope.q_scale_rows;
    }
  } else if (row_.trouble != AppendTrouble::none) {
    for (const std::int64_t token : troubled_tokens(row_)) {
      setup_.troubled[static_cast<std::size_t>(token)] = true;
    }
  }
}

void AppendBuilder::add_word() {
  point(KGATE_APPEND_FIELD(append.error),
        add_array("error", DataType::i64, 1, [](std::int64_t) { return 0.0; }, Access::in_out));
}

/// Weights are unequal within every rotated pair, and those of q and k have nothing in common.
void AppendBuilder::add_norm() {
  QkNormRopeAppendArguments& arguments = setup_.arguments;
  const Model& model = row_.model;
  const bool gemma = model.norm == HeadNorm::gemma;
  arguments.eps = static_cast<float>(model.eps);
  arguments.weight_bias = gemma ? 1.0F : 0.0F;
  arguments.weight_type = row_.weight_type;
  arguments.norm_profile = row_.norm_profile;
  arguments.v_norm = model.v_norm ? 1 : 0;
  const auto weights = [&](std::string_view name) {
    const Randoms randoms(seed_, name);
    return add_array(name, row_.weight_type, model.head_size, [&](std::int64_t i) {
      return (gemma ? 0.1 : 1.0) + 0.6 * randoms.bell(static_cast<std::uint64_t>(i));
    });
  };
  point(KGATE_APPEND_FIELD(q_weight), weights("q_weight"));
  if (row_.kv_heads() != 0) {
    point(KGATE_APPEND_FIELD(k_weight), weights("k_weight"));
  }
}

}  // namespace kgate
