// SPDX-License-Identifier: MIT
// Corruptions of positions and of what is read by position.
#include <algorithm>
#include <array>

#include "kernels/append_control_groups.hpp"

namespace kgate {
namespace {

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
  for (std::int64_t axis = 0; axis < (has_sections(problem) ? 3 : 1); ++axis) {
    std::byte* first = element_at(buffer, axis * rope_of(problem).position_stride);
    std::swap_ranges(first, first + size_of(buffer.type), first + size_of(buffer.type));
  }
  return true;
}

bool positions_of_row_zero(Problem& problem, std::uint64_t /*seed*/) {
  const std::int32_t* sections = rope_of(problem).sections;
  if (!rotates(problem) || (sections[1] == 0 && sections[2] == 0)) {
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
         (rope.sections[0] <= (half + 2) / 3 && rope.sections[1] <= (half + 1) / 3 &&
          rope.sections[2] <= half / 3);
}

bool other_q_scales(Problem& problem, std::uint64_t /*seed*/) {
  const AppendSetup& setup = append_setup(problem);
  if (setup.row.model.q_scale_beta == 0 || setup.row.trouble == AppendTrouble::q_scale_past_end) {
    return false;
  }
  RopeArguments& rope = rope_of(problem);
  CaseBuffer& buffer = buffer_named(problem, "positions");
  // Half the index is another scale wherever the index is not 0.
  bool differs = false;
  for (std::int64_t token = 0; token < setup.row.tokens(); ++token) {
    differs = differs || (!setup.troubled[static_cast<std::size_t>(token)] &&
                          load_index(buffer, element_at(buffer, token)) + rope.q_scale_offset >=
                              rope.q_scale_period);
  }
  rope.q_scale_period *= 2;
  return differs;
}

constexpr std::array kControls{
    Control{"position off by one", position_off_by_one},
    Control{"positions of another token", positions_of_another_token},
    Control{"positions of row 0", positions_of_row_zero},
    Control{"sections of the other kind", sections_of_the_other_kind},
    Control{"q scales", other_q_scales},
};

}  // namespace

std::span<const Control> append_position_controls() { return kControls; }

}  // namespace kgate
