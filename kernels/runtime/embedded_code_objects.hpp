// SPDX-License-Identifier: MIT
// The compiled device code that the build embeds in the kernel library.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace kgate {

/// One AMDGPU code object, by what it was compiled from and for.
struct EmbeddedCodeObject {
  std::string_view family;  ///< the stem of the kernel family
  std::string_view target;  ///< such as "gfx1151"
  std::uint32_t wave_size = 32;
  std::span<const std::byte> bytes;
};

/// Every code object of this build. Defined by a generated file of the kernel library.
std::span<const EmbeddedCodeObject> embedded_code_objects();

}  // namespace kgate
