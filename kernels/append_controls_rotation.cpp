// SPDX-License-Identifier: MIT
// Corruptions of angles, pairing and rounding.
#include <algorithm>
#include <array>
#include <vector>

#include "kernels/append_control_groups.hpp"

namespace kgate {
namespace {

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

constexpr std::array kControls{
    Control{"sine dropped", sine_dropped},
    Control{"sine and cosine swapped", sine_and_cosine_swapped},
    Control{"halves swapped", halves_swapped},
    Control{"pairing swapped", pairing_swapped},
    Control{"another rotary dim", another_rotary_dim},
    Control{"attention scaling", other_attention_scaling},
    Control{"base", other_base},
    Control{"frequencies shifted by one", frequencies_shifted_by_one},
    Control{"rounding moved", rounding_moved},
};

}  // namespace

std::span<const Control> append_rotation_controls() { return kControls; }

}  // namespace kgate
