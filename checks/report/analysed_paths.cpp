// SPDX-License-Identifier: MIT
// Paths of a run's sources, headers and code objects, relative to the root.
#include "checks/report/analysed_paths.hpp"

#include <algorithm>
#include <filesystem>

#include "checks/pattern.hpp"

namespace kgate::checks {

namespace fs = std::filesystem;

AnalysedPaths::AnalysedPaths(const Config& config, const Program& program,
                             const Vocabulary& vocabulary,
                             const std::vector<std::string>& code_objects)
    : has_code_objects_(!code_objects.empty()) {
  const auto add = [&](Text file) {
    if ((vocabulary.area(file) & area::kOutside) == 0) {
      relative_.insert(vocabulary.relative(file));
    }
  };
  for (const auto& unit : program.units()) {
    add(unit.main_file);
    for (const auto& include : unit.includes) {
      add(include.to);
    }
  }
  for (const auto& object : code_objects) {
    relative_.insert(object.starts_with(config.root + "/") ? object.substr(config.root.size() + 1)
                                                           : object);
  }
}

bool AnalysedPaths::has(std::string_view pattern) const {
  return std::any_of(relative_.begin(), relative_.end(),
                     [&](const std::string& path) { return matches_path(pattern, path); });
}

bool exists_under(const std::string& root, const std::string& pattern) {
  std::error_code failed;
  auto at =
      fs::recursive_directory_iterator(root, fs::directory_options::skip_permission_denied, failed);
  for (; !failed && at != fs::recursive_directory_iterator(); at.increment(failed)) {
    if (at->path().filename().string().starts_with(".")) {
      at.disable_recursion_pending();
    } else if (matches_path(pattern, at->path().lexically_relative(root).generic_string())) {
      return true;
    }
  }
  return false;
}

}  // namespace kgate::checks
