// SPDX-License-Identifier: MIT
// All kernel families, in name order; generated from the folder listing.
#pragma once

#include <span>

#include "kernels/case.hpp"

namespace kgate {
[[nodiscard]] std::span<const Family* const> families();
}  // namespace kgate
