// SPDX-License-Identifier: MIT
// A digest of a built file that tells whether two builds run the same: debug information and build
// ids left out, and the folder of the copy it was built in replaced by a fixed text.
#pragma once

#include <string>
#include <string_view>

namespace kgate::mutate {

/// For a 64-bit little-endian ELF file (objects, programs, libraries, AMDGPU code objects): every
/// section that is loaded, its relocations by symbol name, and the symbols it defines; for any
/// other content: all bytes. `lab` is the copy's root, which compilers put into `__FILE__` strings.
std::string object_digest(std::string_view content, const std::string& lab);

}  // namespace kgate::mutate
