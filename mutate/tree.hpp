// SPDX-License-Identifier: MIT
// The user's tree, which is only read: its files, and private copies of it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace kgate::mutate {

struct TreeFile {
  std::string path;  ///< relative to the root, `/` separators
  std::uintmax_t size = 0;
  std::int64_t modified =
      0;  ///< nanoseconds; a write shows here even where the content is the same
  bool operator==(const TreeFile&) const = default;
};

/// Regular files and symbolic links that make up the project, sorted by path: in a git work tree
/// those git tracks or would track, elsewhere all; in both plus `also` and minus `exclude`
/// (patterns). `never` is a folder that is left out: the output folder.
std::vector<TreeFile> list_tree(const std::filesystem::path& root,
                                const std::vector<std::string>& also,
                                const std::vector<std::string>& exclude,
                                const std::filesystem::path& never);

/// Copies the listed files to `to`, which must not exist yet. A link that points into the tree by
/// an absolute path is re-pointed into the copy, so that nothing writes through it.
void copy_tree(const std::filesystem::path& root, const std::vector<TreeFile>& files,
               const std::filesystem::path& to);

}  // namespace kgate::mutate
