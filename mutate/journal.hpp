// SPDX-License-Identifier: MIT
// The record of finished mutants that `--resume` continues from, and the lock of an output folder.
#pragma once

#include <filesystem>
#include <map>
#include <mutex>
#include <string>

#include "mutate/outcome.hpp"

namespace kgate::mutate {

/// Holds an output folder for this process; released by the kernel however the process ends.
class FolderLock {
 public:
  /// Throws Failure (could_not_run) where another run holds it.
  explicit FolderLock(const std::filesystem::path& folder);
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;
  FolderLock(FolderLock&&) = delete;
  FolderLock& operator=(FolderLock&&) = delete;
  ~FolderLock();

 private:
  int descriptor_ = -1;
};

/// One line a finished mutant, flushed to the disk before the next one starts. The first line says
/// what the run is about: configuration, sources and selected mutants.
class Journal {
 public:
  /// `resume`: keeps what an earlier run finished. Throws Failure (usage) where that run was about
  /// something else.
  Journal(std::filesystem::path path, const std::string& about, bool resume);

  /// What earlier runs finished, by mutant.
  [[nodiscard]] const std::map<std::string, Outcome>& finished() const { return finished_; }
  /// Safe to call from any thread.
  void add(const Outcome& outcome);

 private:
  std::filesystem::path path_;
  std::map<std::string, Outcome> finished_;
  std::mutex mutex_;
};

}  // namespace kgate::mutate
