// SPDX-License-Identifier: MIT
// Lists and copies a project.
#include "mutate/tree.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <set>
#include <system_error>

#include "mutate/failure.hpp"
#include "mutate/files.hpp"
#include "mutate/git.hpp"
#include "mutate/glob.hpp"

namespace kgate::mutate {
namespace {

namespace fs = std::filesystem;

bool is_below(const fs::path& path, const fs::path& folder) {
  const auto [at, unused] = std::ranges::mismatch(folder, path);
  return at == folder.end();
}

// Without git: everything but git's own folder and `never`.
void walk(const fs::path& root, const fs::path& never, std::set<std::string>& paths) {
  std::error_code error;
  for (fs::recursive_directory_iterator at(root, error), end; at != end && !error;
       at.increment(error)) {
    if (at->path().filename() == ".git" || at->path() == never) {
      at.disable_recursion_pending();
      continue;
    }
    if (at->is_symlink() || at->is_regular_file()) {
      paths.insert(at->path().lexically_relative(root).generic_string());
    }
  }
  if (error) {
    throw Failure(kExitCouldNotRun,
                  fmt::format("cannot list {}: {}", root.string(), error.message()));
  }
}

}  // namespace

std::vector<TreeFile> list_tree(const fs::path& root, const std::vector<std::string>& also,
                                const std::vector<std::string>& exclude, const fs::path& never) {
  std::set<std::string> paths;
  if (const auto tracked = git_files(root)) {
    paths.insert(tracked->begin(), tracked->end());
    if (!also.empty()) {
      std::set<std::string> everything;
      walk(root, never, everything);
      for (const std::string& path : everything) {
        if (any_glob_matches(also, path)) {
          paths.insert(path);
        }
      }
    }
  } else {
    walk(root, never, paths);
  }
  std::vector<TreeFile> files;
  for (const std::string& path : paths) {
    const fs::path absolute = root / path;
    struct stat status{};
    // A tracked file that is deleted, or a submodule's folder, is not part of the copy.
    if (any_glob_matches(exclude, path) || is_below(absolute, never) ||
        ::lstat(absolute.c_str(), &status) != 0 ||
        !(S_ISREG(status.st_mode) || S_ISLNK(status.st_mode))) {
      continue;
    }
    files.push_back(
        {.path = path,
         .size = static_cast<std::uintmax_t>(status.st_size),
         .modified = std::int64_t{status.st_mtim.tv_sec} * 1'000'000'000 + status.st_mtim.tv_nsec});
  }
  return files;
}

void copy_tree(const fs::path& root, const std::vector<TreeFile>& files, const fs::path& to) {
  make_folder(to);
  for (const TreeFile& file : files) {
    const fs::path source = root / file.path;
    const fs::path target = to / file.path;
    make_folder(target.parent_path());
    std::error_code error;
    if (!fs::is_symlink(source)) {
      clone_file(source, target);
      continue;
    }
    fs::path destination = fs::read_symlink(source);
    if (destination.is_absolute() && is_below(destination, root)) {
      destination = to / destination.lexically_relative(root);
    }
    fs::create_symlink(destination, target, error);
    if (error) {
      throw Failure(kExitCouldNotRun,
                    fmt::format("cannot write {}: {}", target.string(), error.message()));
    }
  }
}

}  // namespace kgate::mutate
