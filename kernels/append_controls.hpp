// SPDX-License-Identifier: MIT
// Corruptions of launches of the append kernels that the exact gate must reject.
#pragma once

#include <span>

#include "kernels/case.hpp"

namespace kgate {

/// Of positions, angles, pairing and cache entries.
[[nodiscard]] std::span<const Control> append_controls();

/// Distance of a stored element from the truth in ulps of its pair, and per tensor.
[[nodiscard]] Bars append_bars(const Case& one, DataType stored);

}  // namespace kgate
