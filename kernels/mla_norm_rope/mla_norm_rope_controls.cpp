// SPDX-License-Identifier: MIT
// Corruptions of an mla_norm_rope launch that must change its result, and the accuracy it must
// have.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "kernels/case_building.hpp"
#include "kernels/mla_norm_rope/mla_norm_rope_problem.hpp"
#include "kernels/mla_norm_rope/mla_norm_rope_values.hpp"

namespace kgate::mla_norm_rope_table {
namespace {

Setup& setup_of(Problem& problem) { return std::any_cast<Setup&>(problem.arguments); }

/// Whether the latent of some token is written: all of them may be skipped or wrong.
bool stores_something(const Row& row) {
  if (row.outputs != Outputs::cache) {
    return true;
  }
  for (std::int64_t token = 0; token < slot_count_of(row); ++token) {
    if (slot_of(row, token) >= 0 && !is_wrong(row, token)) {
      return true;
    }
  }
  return false;
}

/// Enough ordinary elements that a moved rounding cannot hide.
bool shows_rounding(const Row& row) {
  return row.activation != DataType::f32 && row.cached == row.activation &&
         row.model.latent * row.tokens >= 512 && row.data != Data::tiny;
}

bool rotates(const Row& row) {
  return row.angles != RopeAngles::none && (stores_something(row) || row.query != Query::none);
}

bool other_eps(Problem& problem, std::uint64_t /*seed*/) {
  Setup& setup = setup_of(problem);
  // Where eps decides, its tenth must show; elsewhere it must drown everything to show for sure.
  setup.arguments.eps = setup.row.data == Data::tiny ? setup.row.eps / 10 : 1e9F;
  return stores_something(setup.row);
}

bool other_weight_bias(Problem& problem, std::uint64_t /*seed*/) {
  Setup& setup = setup_of(problem);
  setup.arguments.weight_bias = 1 - setup.arguments.weight_bias;
  return stores_something(setup.row);
}

bool weights_shifted(Problem& problem, std::uint64_t /*seed*/) {
  const Setup& setup = setup_of(problem);
  std::vector<std::byte>& bytes = buffer_named(problem, "weight").segments.at(0).bytes;
  std::rotate(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size_of(setup.row.weight)),
              bytes.end());
  return stores_something(setup.row) && setup.row.model.latent > 1;
}

bool norm_rounded_elsewhere(Problem& problem, std::uint64_t /*seed*/) {
  Setup& setup = setup_of(problem);
  MlaNormProfile& profile = setup.arguments.norm_profile;
  profile = profile == MlaNormProfile::f32 ? MlaNormProfile::graph : MlaNormProfile::f32;
  return shows_rounding(setup.row) && stores_something(setup.row);
}

bool rope_rounded_elsewhere(Problem& problem, std::uint64_t /*seed*/) {
  Setup& setup = setup_of(problem);
  RopeProfile& profile = setup.arguments.rope.profile;
  profile = profile == RopeProfile::f32 ? RopeProfile::native : RopeProfile::f32;
  const Row& row = setup.row;
  const std::int64_t pairs = row.model.pe / 2 * (row.query == Query::none ? 1 : row.model.heads);
  return shows_rounding(row) && rotates(row) && pairs * row.tokens >= 64;
}

bool other_pairing(Problem& problem, std::uint64_t /*seed*/) {
  Setup& setup = setup_of(problem);
  RopePairing& pairing = setup.arguments.rope.pairing;
  pairing = pairing == RopePairing::neox ? RopePairing::interleaved : RopePairing::neox;
  return rotates(setup.row) && setup.row.model.pe > 2;
}

/// Adds `step` to the position of every token whose position is in range.
void move_positions(Problem& problem, std::int64_t step) {
  const Row& row = setup_of(problem).row;
  CaseBuffer& positions = buffer_named(problem, "positions");
  for (std::int64_t token = 0; token < row.tokens; ++token) {
    if (!is_wrong(row, token)) {
      store_cut(row.position, element_at(positions, token),
                static_cast<double>(position_of(row, token) + step));
    }
  }
}

bool position_less_one(Problem& problem, std::uint64_t /*seed*/) {
  if (!rotates(setup_of(problem).row)) {
    return false;
  }
  move_positions(problem, -1);
  return true;
}

bool sine_dropped(Problem& problem, std::uint64_t /*seed*/) {
  const Setup& setup = setup_of(problem);
  if (setup.row.angles != RopeAngles::table || !rotates(setup.row)) {
    return false;
  }
  for (Segment& segment : buffer_named(problem, "table").segments) {
    std::fill(segment.bytes.begin() + static_cast<std::ptrdiff_t>(segment.bytes.size() / 2),
              segment.bytes.end(), std::byte{0});
  }
  return true;
}

bool sine_and_cosine_swapped(Problem& problem, std::uint64_t /*seed*/) {
  const Setup& setup = setup_of(problem);
  if (setup.row.angles != RopeAngles::table || !rotates(setup.row)) {
    return false;
  }
  for (Segment& segment : buffer_named(problem, "table").segments) {
    std::rotate(segment.bytes.begin(),
                segment.bytes.begin() + static_cast<std::ptrdiff_t>(segment.bytes.size() / 2),
                segment.bytes.end());
  }
  return true;
}

bool computes_angles(const Row& row) {
  return row.angles == RopeAngles::base || row.angles == RopeAngles::inverse_frequencies;
}

bool attention_scaling_dropped(Problem& problem, std::uint64_t /*seed*/) {
  Setup& setup = setup_of(problem);
  setup.arguments.rope.attention_scaling = 1;
  return rotates(setup.row) && computes_angles(setup.row);
}

bool other_base(Problem& problem, std::uint64_t /*seed*/) {
  Setup& setup = setup_of(problem);
  setup.arguments.rope.base *= 1.01F;
  // The first pair's frequency is 1 with any base.
  return rotates(setup.row) && setup.row.angles == RopeAngles::base && setup.row.model.pe > 2;
}

bool frequencies_shifted(Problem& problem, std::uint64_t /*seed*/) {
  const Setup& setup = setup_of(problem);
  if (setup.row.angles != RopeAngles::inverse_frequencies || setup.row.model.pe <= 2 ||
      !rotates(setup.row)) {
    return false;
  }
  std::vector<std::byte>& bytes = buffer_named(problem, "inverse_frequencies").segments.at(0).bytes;
  std::rotate(bytes.begin(), bytes.begin() + sizeof(float), bytes.end());
  return true;
}

bool not_turned(Problem& problem, std::uint64_t /*seed*/) {
  Setup& setup = setup_of(problem);
  setup.arguments.rope.angles = RopeAngles::none;
  setup.arguments.rope.rotary_dim = 0;
  if (!rotates(setup.row)) {
    return false;
  }
  if (setup.row.slots == Slots::ring) {
    return true;
  }
  // Without angles nothing reads positions, and the contract wants them null.
  problem.buffers.at(find_buffer(problem, "positions").value()).name = "unread positions";
  return setup.row.wrong == Wrong::none;
}

bool boundary_moved(Problem& problem, std::uint64_t /*seed*/) {
  Setup& setup = setup_of(problem);
  if (setup.row.model.latent <= 2 || !stores_something(setup.row)) {
    return false;
  }
  setup.arguments.kv_lora_rank -= 2;
  setup.boundary_shift = 2;
  return true;
}

bool tokens_swapped(Problem& problem, std::uint64_t /*seed*/) {
  const Setup& setup = setup_of(problem);
  const Row& row = setup.row;
  if (row.tokens < 2 || !stores_something(row)) {
    return false;
  }
  CaseBuffer& kv = buffer_named(problem, "kv");
  const auto bytes =
      static_cast<std::ptrdiff_t>(size_of(row.activation)) * (row.model.latent + row.model.pe);
  std::byte* first = element_at(kv, 0);
  std::swap_ranges(first, first + bytes,
                   element_at(kv, (row.tokens - 1) * setup.arguments.kv_stride));
  return true;
}

/// The two stored tokens that come first.
std::array<std::int64_t, 2> stored_tokens(const Row& row) {
  std::array<std::int64_t, 2> found{-1, -1};
  std::size_t count = 0;
  for (std::int64_t token = 0; token < slot_count_of(row) && count < 2; ++token) {
    if (slot_of(row, token) >= 0 && !is_wrong(row, token)) {
      found.at(count++) = token;
    }
  }
  return found;
}

bool slots_swapped(Problem& problem, std::uint64_t /*seed*/) {
  const Row& row = setup_of(problem).row;
  const auto [first, second] = stored_tokens(row);
  if (row.outputs == Outputs::tensors || second < 0) {
    return false;
  }
  CaseBuffer& slots = buffer_named(problem, "slots");
  std::byte* one = element_at(slots, first);
  std::swap_ranges(one, one + sizeof(std::int64_t), element_at(slots, second));
  return true;
}

bool slot_skipped(Problem& problem, std::uint64_t /*seed*/) {
  const Row& row = setup_of(problem).row;
  const std::int64_t token = stored_tokens(row)[0];
  if (row.outputs == Outputs::tensors || token < 0) {
    return false;
  }
  store_code(DataType::i64, element_at(buffer_named(problem, "slots"), token), ~std::uint64_t{0});
  return true;
}

bool cache_scale_dropped(Problem& problem, std::uint64_t /*seed*/) {
  const Row& row = setup_of(problem).row;
  if (row.cached == row.activation || stored_tokens(row)[0] < 0) {
    return false;
  }
  store_cut(DataType::f32, element_at(buffer_named(problem, "scale"), 0), 1.0);
  return true;
}

bool other_fp8(Problem& problem, std::uint64_t /*seed*/) {
  Setup& setup = setup_of(problem);
  DataType& type = setup.arguments.cache.type;
  if (setup.row.cached == setup.row.activation || stored_tokens(setup.row)[0] < 0) {
    return false;
  }
  type = type == DataType::f8_e4m3fn ? DataType::f8_e4m3fnuz : DataType::f8_e4m3fn;
  return true;
}

bool q_heads_swapped(Problem& problem, std::uint64_t /*seed*/) {
  const Setup& setup = setup_of(problem);
  const Row& row = setup.row;
  if (row.query == Query::none || row.model.heads < 2) {
    return false;
  }
  CaseBuffer& query = buffer_named(problem, "query");
  const std::int64_t nope = row.query == Query::in_place ? kQueryNope : 0;
  const auto bytes = static_cast<std::ptrdiff_t>(size_of(row.activation)) * row.model.pe;
  std::byte* first = element_at(query, nope);
  std::swap_ranges(
      first, first + bytes,
      element_at(query, nope + (row.model.heads - 1) * setup.arguments.q_pe.head_stride));
  return true;
}

constexpr std::array kControls{
    Control{"eps", other_eps},
    Control{"weight bias", other_weight_bias},
    Control{"weights shifted by one", weights_shifted},
    Control{"norm rounded elsewhere", norm_rounded_elsewhere},
    Control{"rope rounded elsewhere", rope_rounded_elsewhere},
    Control{"pairing swapped", other_pairing},
    Control{"position off by one", position_less_one},
    Control{"sine dropped", sine_dropped},
    Control{"sine and cosine swapped", sine_and_cosine_swapped},
    Control{"attention scaling dropped", attention_scaling_dropped},
    Control{"another base", other_base},
    Control{"frequencies shifted by one pair", frequencies_shifted},
    Control{"not turned", not_turned},
    Control{"boundary moved by two", boundary_moved},
    Control{"tokens swapped", tokens_swapped},
    Control{"slots swapped", slots_swapped},
    Control{"slot skipped", slot_skipped},
    Control{"cache scale dropped", cache_scale_dropped},
    Control{"the other fp8", other_fp8},
    Control{"q heads swapped", q_heads_swapped},
};

}  // namespace

std::span<const Control> controls() { return kControls; }

Bars bars_of(const Case& one, DataType stored) {
  const auto& row = std::any_cast<const Row&>(one.row);
  if (stored == DataType::f32) {
    // Sum, mean, root, quotient and two products in f32; of a pair, two products and a sum.
    return {.ulp = 6, .nmse = 36 * 0x1p-48};
  }
  // One rounding to T is half an ulp of the result, and at most a unit u of it. One made earlier is
  // up to a whole ulp of the result. graph rounds the scaled value and the gain earlier; native the
  // factors and products of a pair, together 2 sqrt(2) units of the pair's size.
  const double norm = row.norm_profile == MlaNormProfile::graph ? 2 : 0;
  const double rope = row.rope_profile == RopeProfile::native ? 3 : 0;
  const double earlier = std::max(norm, rope);
  const auto roundings = [](double before, double unit) {
    return Bars{.ulp = 0.51 + before, .nmse = 1.05 * (1 + before) * (1 + before) * unit * unit};
  };
  switch (stored) {
    case DataType::f16:
      return roundings(earlier, 0x1p-11);
    case DataType::bf16:
      return roundings(earlier, 0x1p-8);
    default:
      // An ulp of bf16 is a sixteenth of one of e4m3, or an eighth across a power of two.
      return roundings((0.5 + earlier) / 8, 0x1p-4);
  }
}

}  // namespace kgate::mla_norm_rope_table
