// SPDX-License-Identifier: MIT
// The shapes of rope_append that are timed.
#pragma once

#include <vector>

#include "kernels/case.hpp"

namespace kgate {

/// Rotation of q and k alone, and with the append into dense and paged caches; f16, out of place.
[[nodiscard]] std::vector<Case> rope_append_bench();

}  // namespace kgate
