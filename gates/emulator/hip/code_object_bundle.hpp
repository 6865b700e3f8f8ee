// SPDX-License-Identifier: MIT
// Finds the ELF of one target in what a program hands to the runtime: ELF, bundle or wrapper.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "kernels/status.hpp"

namespace kgate::emulator {

/// The code object for `target` ("gfx1151") in `image`, which is an ELF file (returned as it is) or
/// a clang offload bundle, compressed or not; a compressed one is unpacked into `unpacked`, which
/// `elf` then points into. A bundle's entry matches if its target is equal; feature suffixes are
/// ignored, because no gfx11 target has any.
/// @return `not_found` where a bundle has no such target, naming those it has;
/// `invalid_argument` for anything malformed.
Status select_code_object(std::span<const std::byte> image, std::string_view target,
                          std::vector<std::byte>& unpacked, std::span<const std::byte>& elf);

/// The bytes that start at a pointer whose size nobody told: the size is taken from the image's own
/// headers, of which no byte is read that is not mapped. A fat-binary wrapper is followed.
Status image_extent(const void* image, std::span<const std::byte>& bytes);

}  // namespace kgate::emulator
