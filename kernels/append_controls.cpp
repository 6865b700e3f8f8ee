// SPDX-License-Identifier: MIT
// Corruptions of positions, angles, pairing and cache entries.
#include "kernels/append_controls.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "kernels/append_memory.hpp"
#include "kernels/append_problem.hpp"
#include "kernels/case_building.hpp"

namespace kgate {
namespace {

RopeArguments& rope_of(Problem& problem) { return append_setup(problem).arguments.append.rope; }

bool rotates(const Problem& problem) {
  return append_setup(problem).row.angles != RopeAngles::none;
}

bool has_sections(const Problem& problem) {
  return append_setup(problem).row.model.sections[0] != 0;
}

/// Integers of an index buffer.
std::int64_t load_index(const CaseBuffer& buffer, std::byte* element) {
  const std::uint64_t code = load_code(buffer.type, element);
  return buffer.type == DataType::i32 ? static_cast<std::int32_t>(code)
                                      : static_cast<std::int64_t>(code);
}

void store_index(const CaseBuffer& buffer, std::byte* element, std::int64_t value) {
  store_code(buffer.type, element, static_cast<std::uint64_t>(value));
}

/// Applies `change` to the position of every token in every row of positions.
template <class Change>
void change_positions(Problem& problem, const Change& change) {
  const AppendSetup& setup = append_setup(problem);
  const RopeArguments& rope = setup.arguments.append.rope;
  CaseBuffer& buffer = buffer_named(problem, "positions");
  for (std::int64_t axis = 0; axis < (has_sections(problem) ? 3 : 1); ++axis) {
    for (std::int64_t token = 0; token < setup.row.tokens(); ++token) {
      std::byte* element = element_at(buffer, axis * rope.position_stride + token);
      store_index(buffer, element, change(axis, token, load_index(buffer, element)));
    }
  }
}

bool position_off_by_one(Problem& problem, std::uint64_t /*seed*/) {
  if (!rotates(problem)) {
    return false;
  }
  // Downwards: the row of the table before each that is named exists. Below 1 there is nothing.
  change_positions(problem, [](std::int64_t, std::int64_t, std::int64_t position) {
    return position > 0 ? position - 1 : position;
  });
  return true;
}

bool positions_of_another_token(Problem& problem, std::uint64_t /*seed*/) {
  if (!rotates(problem) || append_setup(problem).row.tokens() < 2) {
    return false;
  }
  CaseBuffer& buffer = buffer_named(problem, "positions");
  std::byte* first = element_at(buffer, 0);
  std::swap_ranges(first, first + size_of(buffer.type), element_at(buffer, 1));
  return true;
}

bool positions_of_row_zero(Problem& problem, std::uint64_t /*seed*/) {
  if (!rotates(problem) || !has_sections(problem)) {
    return false;
  }
  CaseBuffer& buffer = buffer_named(problem, "positions");
  change_positions(problem, [&](std::int64_t, std::int64_t token, std::int64_t) {
    return load_index(buffer, element_at(buffer, token));
  });
  return true;
}

bool sections_of_the_other_kind(Problem& problem, std::uint64_t /*seed*/) {
  RopeArguments& rope = rope_of(problem);
  if (!rotates(problem) || !has_sections(problem)) {
    return false;
  }
  rope.sections_interleaved = 1 - rope.sections_interleaved;
  const std::int32_t half = rope.rotary_dim / 2;
  return rope.sections_interleaved == 0 ||
         (rope.sections[1] <= (half + 1) / 3 && rope.sections[2] <= half / 3);
}

bool sine_dropped(Problem& problem, std::uint64_t /*seed*/) {
  if (append_setup(problem).row.angles != RopeAngles::table) {
    return false;
  }
  for (Segment& segment : buffer_named(problem, "table").segments) {
    std::fill(segment.bytes.begin() + static_cast<std::ptrdiff_t>(segment.bytes.size() / 2),
              segment.bytes.end(), std::byte{0});
  }
  return true;
}

bool sine_and_cosine_swapped(Problem& problem, std::uint64_t /*seed*/) {
  if (append_setup(problem).row.angles != RopeAngles::table) {
    return false;
  }
  for (Segment& segment : buffer_named(problem, "table").segments) {
    const auto half = static_cast<std::ptrdiff_t>(segment.bytes.size() / 2);
    std::swap_ranges(segment.bytes.begin(), segment.bytes.begin() + half,
                     segment.bytes.begin() + half);
  }
  return true;
}

/// The two elements of every pair of the first head of q change places.
bool halves_swapped(Problem& problem, std::uint64_t /*seed*/) {
  AppendSetup& setup = append_setup(problem);
  if (!rotates(problem) || setup.row.data == AppendData::zero) {
    return false;
  }
  const RopeArguments& rope = rope_of(problem);
  const PointerPlace q = *pointer_at(setup, KGATE_APPEND_FIELD(append.q.data));
  CaseBuffer& buffer = problem.buffers[q.buffer];
  const std::size_t size = size_of(buffer.type);
  std::byte* head = element_at(buffer, q.bytes / static_cast<std::int64_t>(size));
  const bool neox = rope.pairing == RopePairing::neox;
  const auto half = static_cast<std::size_t>(rope.rotary_dim) / 2;
  for (std::size_t pair = 0; pair < half; ++pair) {
    std::byte* first = head + (neox ? pair : 2 * pair) * size;
    std::swap_ranges(first, first + size, first + (neox ? half : 1) * size);
  }
  return true;
}

bool pairing_swapped(Problem& problem, std::uint64_t /*seed*/) {
  RopeArguments& rope = rope_of(problem);
  rope.pairing = rope.pairing == RopePairing::neox ? RopePairing::interleaved : RopePairing::neox;
  return rotates(problem) && rope.rotary_dim > 2;
}

/// With computed angles the whole head is rotated; a table is too narrow for that, and a pair
/// less is.
bool another_rotary_dim(Problem& problem, std::uint64_t /*seed*/) {
  RopeArguments& rope = rope_of(problem);
  const std::int32_t head_size = append_setup(problem).arguments.append.head_size;
  if (!rotates(problem) || rope.rotary_dim < 4 || has_sections(problem)) {
    return false;
  }
  const bool whole = rope.angles == RopeAngles::base && rope.rotary_dim < head_size;
  rope.rotary_dim = whole ? head_size : rope.rotary_dim - 2;
  return true;
}

bool other_attention_scaling(Problem& problem, std::uint64_t /*seed*/) {
  rope_of(problem).attention_scaling *= 1.25F;
  const RopeAngles angles = append_setup(problem).row.angles;
  return angles == RopeAngles::base || angles == RopeAngles::inverse_frequencies;
}

bool other_base(Problem& problem, std::uint64_t /*seed*/) {
  rope_of(problem).base *= 1.5F;
  return append_setup(problem).row.angles == RopeAngles::base;
}

bool frequencies_shifted_by_one(Problem& problem, std::uint64_t /*seed*/) {
  if (append_setup(problem).row.angles != RopeAngles::inverse_frequencies) {
    return false;
  }
  std::vector<std::byte>& bytes =
      buffer_named(problem, "inverse_frequencies").segments.front().bytes;
  std::rotate(bytes.begin(), bytes.begin() + 4, bytes.end());
  return true;
}

bool rounding_moved(Problem& problem, std::uint64_t /*seed*/) {
  RopeArguments& rope = rope_of(problem);
  const AppendRow& row = append_setup(problem).row;
  const bool may_be_native = !row.normed || row.norm_profile == QkNormProfile::rounded ||
                             row.norm_profile == QkNormProfile::graph;
  if (!rotates(problem) || row.activation == DataType::f32 || !may_be_native) {
    return false;
  }
  rope.profile = rope.profile == RopeProfile::f32 ? RopeProfile::native : RopeProfile::f32;
  return true;
}

bool other_q_scales(Problem& problem, std::uint64_t /*seed*/) {
  RopeArguments& rope = rope_of(problem);
  if (append_setup(problem).row.model.q_scale_beta == 0) {
    return false;
  }
  rope.q_scale_period += rope.q_scale_period / 8;
  return append_setup(problem).row.trouble != AppendTrouble::q_scale_past_end;
}

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

bool outputs_of_k_and_v_swapped(Problem& problem, std::uint64_t /*seed*/) {
  AppendSetup& setup = append_setup(problem);
  RopeAppendArguments& append = setup.arguments.append;
  PointerPlace* k = pointer_at(setup, KGATE_APPEND_FIELD(append.k_out.data));
  PointerPlace* v = pointer_at(setup, KGATE_APPEND_FIELD(append.v_out.data));
  if (k == nullptr || v == nullptr || append.head_size != append.v_head_size ||
      setup.row.place == AppendPlace::all_in_place) {
    return false;
  }
  std::swap(k->buffer, v->buffer);
  std::swap(append.k_out, append.v_out);
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

bool slots_swapped(Problem& problem, std::uint64_t /*seed*/) {
  const std::vector<std::int64_t> tokens = stored_tokens(problem);
  const bool ring = append_setup(problem).row.cache == CacheLayout::ring;
  const std::size_t other =
      ring ? static_cast<std::size_t>(append_setup(problem).row.tokens_each) : 1;
  if (tokens.size() < 2 || (ring && append_setup(problem).row.sequences < 2)) {
    return false;
  }
  CaseBuffer& slots = buffer_named(problem, "slots");
  std::byte* first = element_at(slots, tokens.front());
  std::byte* second = element_at(slots, ring ? tokens.back() : tokens[other]);
  std::swap_ranges(first, first + size_of(slots.type), second);
  return true;
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

bool ring_keeps_one_more(Problem& problem, std::uint64_t /*seed*/) {
  KvCacheArguments& cache = append_setup(problem).arguments.append.cache;
  if (cache.addressing != KvCacheAddressing::ring) {
    return false;
  }
  ++cache.ring_keep;
  return !stored_tokens(problem).empty();
}

/// What was wrong with the troubled tokens is right: the error word must tell.
bool trouble_repaired(Problem& problem, std::uint64_t seed) {
  const AppendSetup& setup = append_setup(problem);
  if (setup.row.trouble == AppendTrouble::none) {
    return false;
  }
  AppendRow healthy = setup.row;
  healthy.trouble = AppendTrouble::none;
  problem = append_problem(healthy, seed, std::byte{0xFF});
  return true;
}

/// An element of q's last head changes its sign: the last one, or in place, where what passes
/// through is not written, the first.
bool element_of_q(Problem& problem, std::uint64_t /*seed*/) {
  AppendSetup& setup = append_setup(problem);
  const RopeAppendArguments& append = setup.arguments.append;
  const PointerPlace q = *pointer_at(setup, KGATE_APPEND_FIELD(append.q.data));
  CaseBuffer& buffer = problem.buffers[q.buffer];
  const auto size = static_cast<std::int64_t>(size_of(buffer.type));
  const bool in_place = setup.row.place != AppendPlace::separate;
  std::byte* element =
      element_at(buffer, q.bytes / size + (append.tokens - 1) * append.q.token_stride +
                             (append.q_heads - 1) * append.q.head_stride +
                             (in_place ? 0 : append.head_size - 1));
  element[size - 1] ^= std::byte{0x80};
  // A NaN or a zero may not show it.
  return !setup.troubled.back() && setup.row.data == AppendData::normal &&
         !(in_place && setup.row.angles == RopeAngles::none);
}

constexpr std::array kControls{
    Control{"position off by one", position_off_by_one},
    Control{"positions of another token", positions_of_another_token},
    Control{"positions of row 0", positions_of_row_zero},
    Control{"sections of the other kind", sections_of_the_other_kind},
    Control{"sine dropped", sine_dropped},
    Control{"sine and cosine swapped", sine_and_cosine_swapped},
    Control{"halves swapped", halves_swapped},
    Control{"pairing swapped", pairing_swapped},
    Control{"another rotary dim", another_rotary_dim},
    Control{"attention scaling", other_attention_scaling},
    Control{"base", other_base},
    Control{"frequencies shifted by one", frequencies_shifted_by_one},
    Control{"rounding moved", rounding_moved},
    Control{"q scales", other_q_scales},
    Control{"caches of k and v swapped", caches_swapped},
    Control{"outputs of k and v swapped", outputs_of_k_and_v_swapped},
    Control{"slots swapped", slots_swapped},
    Control{"block and offset swapped", block_and_offset_swapped},
    Control{"token not stored", token_not_stored},
    Control{"cache scales swapped", cache_scales_swapped},
    Control{"cache scale dropped", cache_scale_dropped},
    Control{"the other fp8", the_other_fp8},
    Control{"ring keeps one more", ring_keeps_one_more},
    Control{"trouble repaired", trouble_repaired},
    Control{"element of q", element_of_q},
};

}  // namespace

std::span<const Control> append_controls() { return kControls; }

Bars append_bars(const Case& one, DataType stored) {
  const auto& row = std::any_cast<const AppendRow&>(one.row);
  const bool native = row.profile == RopeProfile::native;
  // Scaled q is rounded a second time, and the first rounding is scaled with it.
  const double once = row.model.q_scale_beta != 0 ? 1.25 : 0.51;
  // A head rounded before it is rotated brings that rounding along, in graph three times.
  const double head = !row.normed                                  ? 0
                      : row.norm_profile == QkNormProfile::graph   ? 2.25
                      : row.norm_profile == QkNormProfile::rounded ? 0.75
                                                                   : 0.05;
  switch (stored) {
    case DataType::f16:
      return {.ulp = head + (native ? 2.5 : once), .nmse = native ? 1e-6 : 5e-7};
    case DataType::bf16:
      return {.ulp = head + (native ? 2.5 : once), .nmse = native ? 5e-5 : 3e-5};
    case DataType::f32:
      return {.ulp = row.normed ? 6.0 : 2.0, .nmse = 1e-13};
    default:
      return {.ulp = native ? 0.9 : 0.7, .nmse = 2e-3};
  }
}

}  // namespace kgate
