// SPDX-License-Identifier: MIT
// Cases of rope_append around how a launch spreads heads and tokens.
#pragma once

#include "kernels/append_table.hpp"

namespace kgate {

/// Adds what the entries for NeoX pairs leave out, strides they hold in 32 bits, threads with
/// several heads, workgroups with one, and more tokens than a line of the grid.
void add_rope_append_grid_cases(AppendTable& table);

}  // namespace kgate
