// SPDX-License-Identifier: MIT
// Lines of source files, read once.
#include "checks/report/source_lines.hpp"

#include <fstream>

namespace kgate::checks {

const std::string& SourceLines::line(const std::string& path, std::size_t number) {
  static const std::string kNone;
  const auto [it, added] = files_.try_emplace(path);
  if (added) {
    std::ifstream in(path);
    for (std::string line; std::getline(in, line);) {
      if (!line.empty() && line.back() == '\r') {
        line.pop_back();
      }
      it->second.push_back(line);
    }
  }
  return number >= 1 && number <= it->second.size() ? it->second[number - 1] : kNone;
}

}  // namespace kgate::checks
