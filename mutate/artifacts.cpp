// SPDX-License-Identifier: MIT
// Walks a copy for built files.
#include "mutate/artifacts.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <system_error>

#include "mutate/digest.hpp"
#include "mutate/files.hpp"
#include "mutate/glob.hpp"
#include "mutate/object_digest.hpp"

namespace kgate::mutate {

namespace fs = std::filesystem;

Built Artifacts::look() {
  Built built;
  std::map<std::string, Known> now;
  std::error_code error;
  for (fs::recursive_directory_iterator at(root_, error), end; at != end && !error;
       at.increment(error)) {
    if (at->path().filename() == ".git") {
      at.disable_recursion_pending();
      continue;
    }
    struct stat status{};
    const std::string path = at->path().lexically_relative(root_).generic_string();
    if (!any_glob_matches(patterns_, path) || ::lstat(at->path().c_str(), &status) != 0 ||
        !S_ISREG(status.st_mode)) {
      continue;
    }
    Known one{
        .modified = std::int64_t{status.st_mtim.tv_sec} * 1'000'000'000 + status.st_mtim.tv_nsec,
        .size = static_cast<std::uintmax_t>(status.st_size),
        .inode = status.st_ino,
        .digest = {}};
    const auto before = known_.find(path);
    if (before != known_.end() && before->second.modified == one.modified &&
        before->second.size == one.size && before->second.inode == one.inode) {
      one.digest = before->second.digest;
    } else {
      one.digest = object_digest(read_file(at->path()), root_.string());
    }
    now.emplace(path, std::move(one));
  }
  std::string all;
  for (const auto& [path, one] : now) {
    all += fmt::format("{} {}\n", one.digest, path);
  }
  built.files = now.size();
  built.sha256 = now.empty() ? std::string() : sha256(all);
  known_ = std::move(now);
  return built;
}

}  // namespace kgate::mutate
