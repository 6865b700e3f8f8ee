// SPDX-License-Identifier: MIT
// A file of a private copy that is put back however the scope is left.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "mutate/mutant.hpp"

namespace kgate::mutate {

class MutatedFile {
 public:
  /// Writes the mutated text. Throws Failure (could not run) where the edit does not match.
  MutatedFile(std::filesystem::path path, const Edit& edit);
  MutatedFile(const MutatedFile&) = delete;
  MutatedFile& operator=(const MutatedFile&) = delete;
  MutatedFile(MutatedFile&&) = delete;
  MutatedFile& operator=(MutatedFile&&) = delete;
  ~MutatedFile();

  /// Writes other text for a while.
  void write(std::string_view text) const;
  [[nodiscard]] const std::string& original() const { return original_; }
  /// Writes the original anew, so that the build's clock sees a change, and proves the bytes by
  /// their hash. Throws Failure (could not run).
  void restore();

 private:
  std::filesystem::path path_;
  std::string original_;
  bool restored_ = false;
};

}  // namespace kgate::mutate
