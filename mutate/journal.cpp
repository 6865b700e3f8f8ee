// SPDX-License-Identifier: MIT
// The journal's file and the folder's lock.
#include "mutate/journal.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "mutate/failure.hpp"
#include "mutate/files.hpp"
#include "mutate/ladder_report.hpp"

namespace kgate::mutate {

namespace fs = std::filesystem;

FolderLock::FolderLock(const fs::path& folder) {
  make_folder(folder);
  const fs::path file = folder / "lock";
  descriptor_ = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (descriptor_ < 0) {
    throw Failure(kExitCouldNotRun,
                  fmt::format("cannot write {}: {}; choose a writable place with --output",
                              file.string(), std::generic_category().message(errno)));
  }
  if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
    ::close(descriptor_);
    throw Failure(kExitCouldNotRun,
                  fmt::format("another kmutate is using {}; wait for it, or choose another place "
                              "with --output",
                              folder.string()));
  }
}

FolderLock::~FolderLock() { ::close(descriptor_); }

Journal::Journal(fs::path path, const std::string& about, bool resume) : path_(std::move(path)) {
  const std::string first = fmt::format("kmutate journal 1 {}", about);
  if (!resume || !fs::exists(path_)) {
    write_file(path_, first + "\n");
    return;
  }
  const std::string text = read_file(path_);
  std::size_t begin = 0;
  bool heading = true;
  // A line without its newline was being written when the run was killed: it is not used.
  for (std::size_t end = 0; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1) {
    const std::string line = text.substr(begin, end - begin);
    if (heading && line != first) {
      throw Failure(kExitUsage,
                    fmt::format("--resume: {} is about another configuration, other sources or "
                                "another selection of mutants; run without --resume",
                                path_.string()));
    }
    if (!heading) {
      Outcome outcome = outcome_from_json(line);
      finished_[outcome.mutant] = std::move(outcome);
    }
    heading = false;
  }
  write_file(path_, heading ? first + "\n" : text.substr(0, begin));
}

void Journal::add(const Outcome& outcome) {
  const std::scoped_lock lock(mutex_);
  append_line(path_, to_json_line(outcome));
}

}  // namespace kgate::mutate
