// SPDX-License-Identifier: MIT
// Corruptions of launches of qk_norm_rope_append that the exact gate must reject.
#pragma once

#include <span>

#include "kernels/case.hpp"

namespace kgate {

/// Those of append_controls(), and corruptions of the norm.
[[nodiscard]] std::span<const Control> qk_norm_rope_append_controls();

}  // namespace kgate
