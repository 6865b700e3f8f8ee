// SPDX-License-Identifier: MIT
// Where a launcher takes code objects from: the embedded table, or a folder that replaces it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/runtime/embedded_code_objects.hpp"
#include "kernels/status.hpp"

namespace kgate {

/// Bytes of one code object and where they came from.
struct CodeObjectImage {
  std::span<const std::byte> bytes;
  std::vector<std::byte> storage;  ///< what `bytes` views when they were read from a file
  std::string origin;              ///< "embedded" or the path
  std::string hash;                ///< XXH3-128 of the bytes, 32 hexadecimal digits (`xxh128sum`)
};

/// A source of code objects. Copyable; the embedded table must outlive it.
class CodeObjects {
 public:
  static CodeObjects embedded(std::span<const EmbeddedCodeObject> table);
  /// The same source with more code objects in it, for families of other projects. A folder is left
  /// as it is: it replaces everything.
  [[nodiscard]] CodeObjects with(std::vector<EmbeddedCodeObject> more) const;
  /// Files `<family>.<target>.wave<size>.co` of a folder, and nothing else: a family that the
  /// folder lacks is an error, so that a run cannot quietly mix two builds.
  static CodeObjects folder(std::filesystem::path path);

  /// The code object of a family for a target ("gfx1151", no feature suffix) and wave size.
  /// @return `not_found` naming the file or the (family, target, wave size) that is missing.
  Status find(std::string_view family, std::string_view target, std::uint32_t wave_size,
              CodeObjectImage& image) const;

 private:
  Status read(const std::filesystem::path& file, CodeObjectImage& image) const;

  std::span<const EmbeddedCodeObject> table_;
  std::vector<EmbeddedCodeObject> more_;
  std::filesystem::path folder_;
};

}  // namespace kgate
