// SPDX-License-Identifier: MIT
// Corruptions of cache entries, slots and fp8 scales.
#include <algorithm>
#include <array>
#include <set>
#include <utility>
#include <vector>

#include "kernels/append_control_groups.hpp"

namespace kgate {
namespace {

bool caches_swapped(Problem& problem, std::uint64_t /*seed*/) {
  AppendSetup& setup = append_setup(problem);
  const RopeAppendArguments& append = setup.arguments.append;
  PointerPlace* k = pointer_at(setup, KGATE_APPEND_FIELD(append.cache.k));
  PointerPlace* v = pointer_at(setup, KGATE_APPEND_FIELD(append.cache.v));
  if (k == nullptr || v == nullptr || append.head_size != append.v_head_size) {
    return false;
  }
  std::swap(k->buffer, v->buffer);
  std::swap(k->bytes, v->bytes);
  return true;
}

/// Tokens that are stored.
std::vector<std::int64_t> stored_tokens(Problem& problem) {
  std::vector<std::int64_t> tokens;
  const AppendSetup& setup = append_setup(problem);
  if (setup.arguments.append.cache.addressing == KvCacheAddressing::none) {
    return tokens;
  }
  CaseBuffer& slots = buffer_named(problem, "slots");
  for (std::int64_t token = 0; token < setup.arguments.append.cache.slot_count; ++token) {
    if (!setup.troubled.at(static_cast<std::size_t>(token)) &&
        load_index(slots, element_at(slots, token)) >= 0) {
      tokens.push_back(token);
    }
  }
  return tokens;
}

/// The first two stored tokens change places. In rings, where a slot is the whole sequence's, the
/// first and the last sequence do: one token alone could meet another in the same entry, and two
/// writes of one entry have no order.
bool slots_swapped(Problem& problem, std::uint64_t /*seed*/) {
  const std::vector<std::int64_t> tokens = stored_tokens(problem);
  if (tokens.size() < 2) {
    return false;
  }
  const bool ring = append_setup(problem).row.cache == CacheLayout::ring;
  CaseBuffer& slots = buffer_named(problem, "slots");
  const std::int64_t first = load_index(slots, element_at(slots, tokens.front()));
  const std::int64_t second =
      load_index(slots, element_at(slots, ring ? tokens.back() : tokens[1]));
  for (const std::int64_t token : tokens) {
    std::byte* element = element_at(slots, token);
    const std::int64_t slot = load_index(slots, element);
    if (slot == first || slot == second) {
      store_index(slots, element, slot == first ? second : first);
    }
  }
  return first != second;
}

/// The first stored token goes to a free entry: where block and offset are exchanged, else the
/// next.
bool block_and_offset_swapped(Problem& problem, std::uint64_t /*seed*/) {
  const std::vector<std::int64_t> tokens = stored_tokens(problem);
  const KvCacheArguments& cache = append_setup(problem).arguments.append.cache;
  if (tokens.empty() || cache.addressing != KvCacheAddressing::slots) {
    return false;
  }
  CaseBuffer& slots = buffer_named(problem, "slots");
  std::set<std::int64_t> taken;
  for (const std::int64_t token : tokens) {
    taken.insert(load_index(slots, element_at(slots, token)));
  }
  std::byte* element = element_at(slots, tokens.front());
  const std::int64_t slot = load_index(slots, element);
  const std::int64_t entries = static_cast<std::int64_t>(cache.blocks) * cache.block_size;
  if (static_cast<std::int64_t>(taken.size()) >= entries) {
    return false;  // none is free
  }
  std::int64_t other = slot % cache.block_size * cache.block_size + slot / cache.block_size;
  while (other >= entries || taken.count(other) != 0) {
    other = (other + 1) % entries;
  }
  store_index(slots, element, other);
  return true;
}

bool token_not_stored(Problem& problem, std::uint64_t /*seed*/) {
  const std::vector<std::int64_t> tokens = stored_tokens(problem);
  if (tokens.empty()) {
    return false;
  }
  CaseBuffer& slots = buffer_named(problem, "slots");
  store_index(slots, element_at(slots, tokens.back()), -1);
  return true;
}

bool cache_scales_swapped(Problem& problem, std::uint64_t /*seed*/) {
  AppendSetup& setup = append_setup(problem);
  PointerPlace* k = pointer_at(setup, KGATE_APPEND_FIELD(append.cache.k_scale));
  PointerPlace* v = pointer_at(setup, KGATE_APPEND_FIELD(append.cache.v_scale));
  if (k == nullptr || v == nullptr) {
    return false;
  }
  std::swap(k->buffer, v->buffer);
  return !stored_tokens(problem).empty();
}

bool cache_scale_dropped(Problem& problem, std::uint64_t /*seed*/) {
  AppendSetup& setup = append_setup(problem);
  const PointerPlace* k = pointer_at(setup, KGATE_APPEND_FIELD(append.cache.k_scale));
  if (k == nullptr) {
    return false;
  }
  setup.pointers.erase(setup.pointers.begin() + (k - setup.pointers.data()));
  return !stored_tokens(problem).empty();
}

bool the_other_fp8(Problem& problem, std::uint64_t /*seed*/) {
  DataType& type = append_setup(problem).arguments.append.cache.type;
  if (size_of(type) != 1) {
    return false;
  }
  type = type == DataType::f8_e4m3fn ? DataType::f8_e4m3fnuz : DataType::f8_e4m3fn;
  return !stored_tokens(problem).empty();
}

/// Where a launch fills the whole ring, two of its tokens would meet in one entry, in either order.
bool ring_keeps_one_more(Problem& problem, std::uint64_t /*seed*/) {
  AppendSetup& setup = append_setup(problem);
  KvCacheArguments& cache = setup.arguments.append.cache;
  if (cache.addressing != KvCacheAddressing::ring ||
      setup.row.tokens_each > cache.block_size - cache.ring_keep - 1) {
    return false;
  }
  ++cache.ring_keep;
  return !stored_tokens(problem).empty();
}

constexpr std::array kControls{
    Control{"caches of k and v swapped", caches_swapped},
    Control{"slots swapped", slots_swapped},
    Control{"block and offset swapped", block_and_offset_swapped},
    Control{"token not stored", token_not_stored},
    Control{"cache scales swapped", cache_scales_swapped},
    Control{"cache scale dropped", cache_scale_dropped},
    Control{"the other fp8", the_other_fp8},
    Control{"ring keeps one more", ring_keeps_one_more},
};

}  // namespace

std::span<const Control> append_cache_controls() { return kControls; }

}  // namespace kgate
