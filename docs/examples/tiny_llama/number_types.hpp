// SPDX-License-Identifier: MIT
// f32, f16 and bf16 elements on the host.
#pragma once

#include <kgate/kgate.h>

#include <cstddef>

namespace tiny_llama {

/// Bytes of an element.
[[nodiscard]] std::size_t size_of(kgate_type type);

/// The element at `from`; exact.
[[nodiscard]] float load(kgate_type type, const std::byte* from);

/// Rounds to nearest, ties to even, and stores; a number too large becomes infinity.
void store(kgate_type type, std::byte* to, float value);

/// `value` after one trip through the type.
[[nodiscard]] float rounded_to(kgate_type type, float value);

}  // namespace tiny_llama
