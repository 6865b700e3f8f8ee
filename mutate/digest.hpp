// SPDX-License-Identifier: MIT
// SHA-256 of bytes and files, as lower-case hexadecimal.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace kgate::mutate {

/// SHA-256 of `bytes`: 64 hexadecimal digits.
std::string sha256(std::string_view bytes);

/// SHA-256 of a file's content. Throws Failure (could_not_run) where it cannot be read.
std::string sha256_of_file(const std::filesystem::path& path);

}  // namespace kgate::mutate
