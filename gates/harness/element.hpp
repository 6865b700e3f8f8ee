// SPDX-License-Identifier: MIT
// Stored elements as encodings: equality, value, ulp and how a difference is printed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "kernels/data_type.hpp"

namespace kgate::gates {

/// The encoding of the element at `address`, zero-extended. No alignment is needed.
[[nodiscard]] std::uint64_t load_encoding(const void* address, DataType type);

[[nodiscard]] bool is_nan(std::uint64_t encoding, DataType type);

/// Equal encodings, or both NaN of a floating-point type: payload and sign of a NaN are not part of
/// the contract. -0 and +0 differ.
[[nodiscard]] bool same_element(std::uint64_t a, std::uint64_t b, DataType type);

/// The value as binary64 (exact for every type here but i64).
[[nodiscard]] double value_of(std::uint64_t encoding, DataType type);

/// Distance of `value` from `truth` in units of the last place `type` has at `truth` (the spacing
/// of the binade of |truth|, at least the smallest denormal). Infinity or NaN on one side only, or
/// infinities of different sign, give infinity; a finite value against a truth that rounds to
/// infinity is measured against the largest finite spacing. The spacing is that of `magnitude`
/// where it is larger than the truth.
[[nodiscard]] double ulp_distance(double value, double truth, DataType type, double magnitude = 0);

/// "0x3c01 (1.0009766)".
[[nodiscard]] std::string print_element(std::uint64_t encoding, DataType type);

}  // namespace kgate::gates
