// SPDX-License-Identifier: MIT
// The built files of a private copy, hashed again only where they changed.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace kgate::mutate {

/// What a build left, as one digest.
struct Built {
  std::string sha256;  ///< over path and digest of every artifact; empty where there is none
  std::size_t files = 0;
};

/// Looks at the artifacts of one copy.
class Artifacts {
 public:
  /// `root`: the copy; artifacts are its files that match a pattern.
  Artifacts(std::filesystem::path root, std::vector<std::string> patterns)
      : root_(std::move(root)), patterns_(std::move(patterns)) {}
  Built look();

 private:
  struct Known {
    std::int64_t modified = 0;
    std::uintmax_t size = 0;
    std::uint64_t inode = 0;
    std::string digest;
  };
  std::filesystem::path root_;
  std::vector<std::string> patterns_;
  std::map<std::string, Known> known_;
};

}  // namespace kgate::mutate
