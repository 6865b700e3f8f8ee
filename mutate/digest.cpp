// SPDX-License-Identifier: MIT
// SHA-256 through libcrypto.
#include "mutate/digest.hpp"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <array>

#include "mutate/failure.hpp"
#include "mutate/files.hpp"

namespace kgate::mutate {

std::string sha256(std::string_view bytes) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned int length = 0;
  if (EVP_Digest(bytes.data(), bytes.size(), digest.data(), &length, EVP_sha256(), nullptr) != 1) {
    throw Failure(kExitCouldNotRun, "libcrypto refused to compute a SHA-256");
  }
  std::string text;
  text.reserve(std::size_t{2} * length);
  for (unsigned int i = 0; i < length; ++i) {
    text += fmt::format("{:02x}", digest.at(i));
  }
  return text;
}

std::string sha256_of_file(const std::filesystem::path& path) { return sha256(read_file(path)); }

}  // namespace kgate::mutate
