// SPDX-License-Identifier: MIT
// Positions, slots and cache layouts by number.
#include "kernels/append_memory.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>

#include "kernels/case_building.hpp"

namespace kgate {
namespace {

constexpr std::int64_t kTableRows = 131072;
constexpr std::int64_t kComputedPositions = 1048576;
constexpr std::int64_t kBlockPadding = 64;  // elements behind a block of packed HND
constexpr std::int32_t kRingWindow = 24;    // entries; small, so that positions wrap around often

/// 0 to count-1 in random order.
std::vector<std::int64_t> permutation(std::int64_t count, const Randoms& randoms) {
  std::vector<std::pair<std::uint64_t, std::int64_t>> keyed;
  for (std::int64_t i = 0; i < count; ++i) {
    keyed.emplace_back(randoms.bits(static_cast<std::uint64_t>(i)), i);
  }
  std::sort(keyed.begin(), keyed.end());
  std::vector<std::int64_t> order;
  order.reserve(keyed.size());
  for (const auto& [key, value] : keyed) {
    order.push_back(value);
  }
  return order;
}

std::int64_t start_of_sequence(const AppendRow& row, std::int64_t sequence,
                               const Randoms& randoms) {
  const std::int64_t last = position_limit(row) - row.tokens_each;
  if (sequence == row.sequences - 1) {
    return last;
  }
  if (sequence == 0) {
    return 1;
  }
  const double part = randoms.uniform(static_cast<std::uint64_t>(sequence));
  return 2 + static_cast<std::int64_t>(part * static_cast<double>(last - 2));
}

}  // namespace

std::int64_t position_limit(const AppendRow& row) {
  switch (row.angles) {
    case RopeAngles::table:
      return std::min(row.model.max_positions, kTableRows);
    case RopeAngles::none:
      return row.model.max_positions;
    case RopeAngles::inverse_frequencies:
    case RopeAngles::base:
      break;
  }
  return kComputedPositions;
}

bool reads_positions(const AppendRow& row) {
  return row.angles != RopeAngles::none || row.model.q_scale_beta != 0 ||
         row.cache == CacheLayout::ring;
}

std::vector<std::array<std::int64_t, 3>> positions_of(const AppendRow& row, std::uint64_t seed) {
  const Randoms randoms(seed, "positions");
  const std::int64_t limit = position_limit(row);
  std::vector<std::array<std::int64_t, 3>> positions;
  for (std::int64_t sequence = 0; sequence < row.sequences; ++sequence) {
    const std::int64_t start = start_of_sequence(row, sequence, randoms);
    for (std::int64_t i = 0; i < row.tokens_each; ++i) {
      const std::int64_t time = start + i;
      positions.push_back({time, (5 * time + 7) % limit, (time / 2 + 11 * i + 3) % limit});
    }
  }
  // A lone sequence ends at the limit; its first token shall be at 1 all the same.
  if (row.sequences == 1 && row.tokens_each > 1 && row.cache != CacheLayout::ring) {
    positions[0][0] = 1;
    if (row.tokens_each > 2) {
      positions[1][0] = 0;  // a position like any other, though it turns nothing
    }
  }
  return positions;
}

CacheShape cache_shape(const AppendRow& row) {
  CacheShape shape;
  KvCacheArguments& cache = shape.arguments;
  cache.type = row.cache_type;
  if (row.cache == CacheLayout::none || row.kv_heads() == 0) {
    return shape;
  }
  const std::int64_t heads = row.kv_heads();
  const std::int64_t k = row.model.head_size;
  const std::int64_t v = row.model.v_head_size;
  const std::int64_t stored = row.tokens() + row.tokens() / 2;
  cache.addressing = KvCacheAddressing::slots;
  cache.block_size = row.block_size;
  cache.blocks = static_cast<std::int32_t>(stored / row.block_size + 2);
  if (row.cache == CacheLayout::slab) {
    cache.blocks = static_cast<std::int32_t>(row.sequences + 1);
    cache.block_size = static_cast<std::int32_t>(2 * row.tokens_each + 3);
  } else if (row.cache == CacheLayout::ring) {
    cache.addressing = KvCacheAddressing::ring;
    cache.blocks = static_cast<std::int32_t>(row.sequences + 2);
    cache.block_size =
        std::max(kRingWindow, static_cast<std::int32_t>(row.tokens_each)) + row.ring_keep;
    cache.ring_keep = row.ring_keep;
  } else if (row.cache == CacheLayout::far_slots) {
    cache.blocks = 1;
    cache.block_size = static_cast<std::int32_t>(row.tokens());
  }
  const std::int64_t block = cache.block_size;
  const auto tokens_outside = [&](std::int64_t size) {
    return std::array{block * heads * size, heads * size, size};
  };
  const auto heads_outside = [&](std::int64_t size) {
    return std::array{heads * block * size, size, block * size};
  };
  std::array<std::int64_t, 3> k_strides = tokens_outside(k);  // block, token, head
  std::array<std::int64_t, 3> v_strides = tokens_outside(v);
  if (row.cache == CacheLayout::slab || row.cache == CacheLayout::paged_hnd) {
    k_strides = heads_outside(k);
    v_strides = heads_outside(v);
  } else if (row.cache == CacheLayout::packed_hnd) {
    k_strides = heads_outside(k + v);
    k_strides[0] += kBlockPadding;
    v_strides = k_strides;
    shape.v_offset = k;
  } else if (row.cache == CacheLayout::split_nhd) {
    shape.v_offset = k_strides[0];
    k_strides[0] += v_strides[0];
    v_strides[0] = k_strides[0];
  } else if (row.cache == CacheLayout::far_nhd) {
    k_strides[0] = v_strides[0] = kFarStride;
  } else if (row.cache == CacheLayout::far_slots) {
    k_strides[1] = v_strides[1] = kFarStride;
    k_strides[0] = v_strides[0] = block * kFarStride;
    shape.v_offset = heads * k;
  }
  cache.k_block_stride = k_strides[0];
  cache.k_token_stride = k_strides[1];
  cache.k_head_stride = k_strides[2];
  cache.v_block_stride = v_strides[0];
  cache.v_token_stride = v_strides[1];
  cache.v_head_stride = v_strides[2];
  shape.elements = cache.blocks * k_strides[0];
  shape.v_elements = shape.v_offset == 0 ? cache.blocks * v_strides[0] : 0;
  return shape;
}

std::array<std::int64_t, 2> troubled_tokens(const AppendRow& row) {
  return {row.tokens() / 3, 2 * row.tokens() / 3};
}

std::vector<std::int64_t> slots_of(const AppendRow& row, std::uint64_t seed) {
  const KvCacheArguments cache = cache_shape(row).arguments;
  const bool ring = cache.addressing == KvCacheAddressing::ring;
  const std::int64_t entries =
      ring ? cache.blocks : static_cast<std::int64_t>(cache.blocks) * cache.block_size;
  const std::vector<std::int64_t> order = permutation(entries, Randoms(seed, "slots"));
  std::vector<std::int64_t> slots;
  for (std::int64_t token = 0; token < row.tokens(); ++token) {
    const std::int64_t index = ring ? token / row.tokens_each : token;
    const bool stored = row.tokens() == 1 || token % 5 != 3;
    slots.push_back(stored ? order.at(static_cast<std::size_t>(index)) : token == 3 ? -1 : -9);
  }
  if (row.trouble == AppendTrouble::slot_past_end ||
      row.trouble == AppendTrouble::slot_past_32_bits) {
    const bool far = row.trouble == AppendTrouble::slot_past_32_bits;
    for (const std::int64_t token : troubled_tokens(row)) {
      slots.at(static_cast<std::size_t>(token)) =
          far ? (std::int64_t{1} << 32) + token : entries + (token % 2);
    }
  }
  if (row.short_slots) {
    slots.resize(slots.size() - slots.size() / 3);
  }
  return slots;
}

}  // namespace kgate
