// SPDX-License-Identifier: MIT
// Lines of source files, read once.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

namespace kgate::checks {

class SourceLines {
 public:
  /// Line `number` (from 1) of the file at an absolute path; empty where there is none.
  const std::string& line(const std::string& path, std::size_t number);

 private:
  std::unordered_map<std::string, std::vector<std::string>> files_;
};

}  // namespace kgate::checks
