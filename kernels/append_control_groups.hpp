// SPDX-License-Identifier: MIT
// The corruptions of append_controls() by subject, and what they are written with.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "kernels/append_problem.hpp"
#include "kernels/case.hpp"
#include "kernels/case_building.hpp"

namespace kgate {

[[nodiscard]] std::span<const Control> append_position_controls();
[[nodiscard]] std::span<const Control> append_rotation_controls();
[[nodiscard]] std::span<const Control> append_cache_controls();
[[nodiscard]] std::span<const Control> append_tensor_controls();

inline RopeArguments& rope_of(Problem& problem) {
  return append_setup(problem).arguments.append.rope;
}

inline bool rotates(const Problem& problem) {
  return append_setup(problem).row.angles != RopeAngles::none;
}

inline bool has_sections(const Problem& problem) {
  return append_setup(problem).row.model.has_sections();
}

/// An integer of a buffer of positions or slots.
inline std::int64_t load_index(const CaseBuffer& buffer, std::byte* element) {
  const std::uint64_t code = load_code(buffer.type, element);
  return buffer.type == DataType::i32 ? static_cast<std::int32_t>(code)
                                      : static_cast<std::int64_t>(code);
}

inline void store_index(const CaseBuffer& buffer, std::byte* element, std::int64_t value) {
  store_code(buffer.type, element, static_cast<std::uint64_t>(value));
}

}  // namespace kgate
