// SPDX-License-Identifier: MIT
// How far results of the append kernels may be from the truth; the derivation is in
// rope_append/rope_append.md, "Distance from the true value".
#pragma once

#include "kernels/case.hpp"

namespace kgate {

/// Bars of an element stored in a type, in ulps of the size of its pair, and of a tensor.
[[nodiscard]] Bars append_bars(const Case& one, DataType stored);

}  // namespace kgate
