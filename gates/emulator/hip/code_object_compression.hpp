// SPDX-License-Identifier: MIT
// Compressed offload bundles, as clang writes them with --offload-compress.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "kernels/status.hpp"

namespace kgate::emulator {

/// What a compressed bundle begins with.
inline constexpr std::string_view kCompressedMagic = "CCOB";

/// Bytes of the compressed bundle at the start of `readable`, by its header. Version 1 has no size:
/// then all of `readable`, of which the end of the compressed data is found later.
Status compressed_extent(std::span<const std::byte> readable, std::uint64_t& size);

/// Unpacks a compressed bundle (versions 1 to 3; zlib or Zstandard). The hash in the header is not
/// looked at: both formats have checks of their own.
/// @return `invalid_argument` for anything malformed, or beyond 1 GiB unpacked.
Status unpack_bundle(std::span<const std::byte> bundle, std::vector<std::byte>& unpacked);

}  // namespace kgate::emulator
