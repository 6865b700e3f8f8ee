// SPDX-License-Identifier: MIT
// Runs the kmutate program on a private copy of a small tree and reads what it left.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "mutate/ladder_report.hpp"

namespace kgate::mutate::testing {

/// A folder that is removed at the end.
class TemporaryFolder {
 public:
  TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  TemporaryFolder(TemporaryFolder&&) = delete;
  TemporaryFolder& operator=(TemporaryFolder&&) = delete;
  ~TemporaryFolder();
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

struct Ran {
  int exit_code = 0;
  std::string output;  ///< stdout and stderr together
};

/// A shell command in a folder.
Ran shell(const std::filesystem::path& folder, const std::string& line);

/// A copy of tests/mutate/trees/<name>, to be mutated.
class Tree {
 public:
  explicit Tree(const std::string& name);
  /// `kmutate <arguments>` in the copy; the output folder is outside of it.
  [[nodiscard]] Ran kmutate(const std::string& arguments) const;
  /// `kmutate ladder` with one private copy and these arguments as well.
  [[nodiscard]] Ran ladder(const std::string& arguments = {}) const;
  [[nodiscard]] std::filesystem::path root() const { return folder_.path() / "tree"; }
  [[nodiscard]] std::filesystem::path output() const { return folder_.path() / "out"; }
  [[nodiscard]] LadderReport report() const;
  /// Replaces a text that must be in a file of the tree.
  void replace(const std::string& file, const std::string& from, const std::string& to) const;

 private:
  TemporaryFolder folder_;
};

/// State of a rung, as a word; empty where the report has none.
std::string state_of(const LadderReport& report, const std::string& rung);
const Outcome& outcome_of(const LadderReport& report, const std::string& rung);

/// Everything about a tree that a write would change: path, type, content, permissions, time.
std::map<std::string, std::string> fingerprint(const std::filesystem::path& root);

}  // namespace kgate::mutate::testing
