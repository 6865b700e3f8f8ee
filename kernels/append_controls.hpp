// SPDX-License-Identifier: MIT
// Corruptions of launches of the append kernels that the exact gate must reject.
#pragma once

#include <span>

#include "kernels/case.hpp"

namespace kgate {

/// Of positions, angles, pairing, rounding, cache entries and tensors.
[[nodiscard]] std::span<const Control> append_controls();

}  // namespace kgate
