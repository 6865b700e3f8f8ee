// SPDX-License-Identifier: MIT
// Units that programs and plugins add to the families of this project.
#include "gates/unit.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "kernels/families.hpp"

namespace kgate::gates {
namespace {

struct Added {
  std::vector<Unit> units;
  std::string error;  ///< of the first unit that could not be added
};

/// Function-local, so that it exists before the first registration of any translation unit.
Added& added() {
  static Added all;
  return all;
}

std::string reason_against(const Unit& unit, int version) {
  if (version != kUnitVersion) {
    return fmt::format("a unit was built for interface {} of kgate's gates; this is {}", version,
                       kUnitVersion);
  }
  if (unit.family == nullptr || unit.oracle == nullptr) {
    return "a unit has no family or no oracle";
  }
  if (unit.family->name != unit.oracle->name) {
    return fmt::format("family '{}' has an oracle called '{}'; both must have one name",
                       unit.family->name, unit.oracle->name);
  }
  for (const Family* one : all_families()) {
    if (one->name == unit.family->name) {
      return fmt::format("a family called '{}' is there already", one->name);
    }
  }
  return {};
}

}  // namespace

UnitRegistration::UnitRegistration(const Unit& unit, int version) {
  const std::string against = reason_against(unit, version);
  if (against.empty()) {
    added().units.push_back(unit);
  } else if (added().error.empty()) {
    added().error = against;
  }
}

std::vector<const Family*> all_families() {
  std::vector<const Family*> all(families().begin(), families().end());
  for (const Unit& unit : added().units) {
    all.push_back(unit.family);
  }
  std::sort(all.begin(), all.end(),
            [](const Family* a, const Family* b) { return a->name < b->name; });
  return all;
}

const oracle::Oracle* find_oracle(std::string_view name) {
  for (const oracle::Oracle* one : oracle::oracles()) {
    if (one->name == name) {
      return one;
    }
  }
  for (const Unit& unit : added().units) {
    if (unit.oracle->name == name) {
      return unit.oracle;
    }
  }
  return nullptr;
}

std::vector<EmbeddedCodeObject> added_code_objects() {
  std::vector<EmbeddedCodeObject> all;
  for (const Unit& unit : added().units) {
    all.insert(all.end(), unit.code_objects.begin(), unit.code_objects.end());
  }
  return all;
}

Status load_plugin(const std::string& path) {
  const std::size_t before = added().units.size();
  added().error.clear();
  // Never closed: its families, oracles and providers live as long as the process.
  if (dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL) == nullptr) {
    const char* const reason = dlerror();
    return Status::error(StatusCode::not_found, "plugin '{}' cannot be loaded: {}", path,
                         reason == nullptr ? "no reason given" : reason);
  }
  if (!added().error.empty()) {
    return Status::error(StatusCode::invalid_argument, "plugin '{}': {}", path, added().error);
  }
  if (added().units.size() == before) {
    return Status::error(StatusCode::invalid_argument,
                         "plugin '{}' adds no family; it needs a KGATE_GATE line", path);
  }
  return {};
}

}  // namespace kgate::gates
