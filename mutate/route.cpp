// SPDX-License-Identifier: MIT
// Chooses and fills in routes.
#include "mutate/route.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

#include "mutate/glob.hpp"
#include "mutate/replace_all.hpp"

namespace kgate::mutate {
namespace {

bool is_for(const Route& route, const Mutant& mutant) {
  return (route.files.empty() || any_glob_matches(route.files, mutant.edit.file)) &&
         (route.ladders.empty() || any_glob_matches(route.ladders, mutant.ladder));
}

std::string folder_of(const std::string& file) {
  return std::filesystem::path(file).parent_path().filename().string();
}

}  // namespace

Route route_of(const Settings& settings, const Mutant& mutant) {
  // The default route, the last one, is for everything.
  Route route = *std::ranges::find_if(settings.routes,
                                      [&mutant](const Route& one) { return is_for(one, mutant); });
  const std::string& file = mutant.edit.file;
  const auto fill_in = [&](std::string& text) {
    replace_all(text, "{file}", file);
    replace_all(text, "{folder}", folder_of(file));
    replace_all(text, "{unit}", folder_of(mutant.ladder.empty() ? file : mutant.ladder));
  };
  fill_in(route.build);
  std::ranges::for_each(route.tests, fill_in);
  std::ranges::for_each(route.artifacts, fill_in);
  route.key = fmt::format("{}\n{}\n{}", route.build, fmt::join(route.tests, "\n"),
                          fmt::join(route.artifacts, "\n"));
  for (Part& part : route.parts) {
    fill_in(part.build);
    std::ranges::for_each(part.tests, fill_in);
    std::ranges::for_each(part.artifacts, fill_in);
    route.key += fmt::format("\n{}\n{}", part.build, fmt::join(part.tests, "\n"));
  }
  return route;
}

Route judged_by(const Part& part, Route route) {
  route.tests = part.tests;
  route.gates = part.gates;
  return route;
}

}  // namespace kgate::mutate
