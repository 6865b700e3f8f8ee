// SPDX-License-Identifier: MIT
// Reads kcheck.toml and the built-in descriptions. Unknown keys are errors: a misspelt list would
// silently check less than its author meant.
#include "checks/config.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <stdexcept>
#include <utility>

namespace kgate::checks {
namespace {

namespace fs = std::filesystem;

class BadConfig : public std::runtime_error {
 public:
  BadConfig(const std::string& file, const toml::node& node, const std::string& what)
      : std::runtime_error(fmt::format("{}:{}: {}", file, node.source().begin.line, what)) {}
};

struct ListKey {
  std::string_view section;
  std::string_view key;
  std::vector<std::string> Config::* list;
};

constexpr std::array kLists{
    ListKey{"project", "backends", &Config::backends},
    ListKey{"project", "exclude", &Config::exclude},
    ListKey{"project", "tests", &Config::tests},
    ListKey{"project", "descriptions", &Config::descriptions},
    ListKey{"backend", "words", &Config::words},
    ListKey{"backend", "types", &Config::types},
    ListKey{"backend", "type_hints", &Config::type_hints},
    ListKey{"backend", "classes", &Config::classes},
    ListKey{"backend", "helpers", &Config::helpers},
    ListKey{"backend", "names", &Config::names},
    ListKey{"backend", "availability", &Config::availability},
    ListKey{"backend", "sentinels", &Config::sentinels},
    ListKey{"backend", "other_words", &Config::other_words},
    ListKey{"backend", "build_constants", &Config::build_constants},
    ListKey{"calls", "neutral", &Config::neutral},
    ListKey{"calls", "predicates", &Config::predicates},
    ListKey{"calls", "refusals", &Config::refusals},
    ListKey{"calls", "refusal_values", &Config::refusal_values},
    ListKey{"calls", "launches", &Config::launches},
    ListKey{"registry", "files", &Config::registry_files},
    ListKey{"registry", "namespaces", &Config::registry_namespaces},
    ListKey{"registry", "queries", &Config::registry_queries},
    ListKey{"runtime", "files", &Config::runtime_files},
    ListKey{"runtime", "namespaces", &Config::runtime_namespaces},
    ListKey{"flags", "files", &Config::flag_files},
    ListKey{"flags", "namespaces", &Config::flag_namespaces},
    ListKey{"flags", "environment", &Config::environment},
    ListKey{"wave", "lanes", &Config::lanes},
    ListKey{"wave", "shuffles", &Config::shuffles},
    ListKey{"wave", "wave32", &Config::wave32},
    ListKey{"wave", "wave64", &Config::wave64},
    ListKey{"exact", "files", &Config::exact_files},
    ListKey{"exact", "calls", &Config::exact_calls},
    ListKey{"exact", "inexact_calls", &Config::inexact_calls},
    ListKey{"exact", "atomics", &Config::atomics},
    ListKey{"exact", "code_objects", &Config::code_objects},
    ListKey{"shared_arithmetic", "kernels", &Config::kernels},
    ListKey{"shared_arithmetic", "oracles", &Config::oracles},
};

std::string string_of(const std::string& file, const toml::node& node, std::string_view key) {
  const auto value = node.value<std::string>();
  if (!value || !node.is_string()) {
    throw BadConfig(file, node, fmt::format("'{}' must be a string", key));
  }
  return *value;
}

std::vector<std::string> strings_of(const std::string& file, const toml::node& node,
                                    std::string_view key) {
  const auto* array = node.as_array();
  if (array == nullptr) {
    throw BadConfig(file, node, fmt::format("'{}' must be a list of strings", key));
  }
  std::vector<std::string> result;
  for (const auto& item : *array) {
    result.push_back(string_of(file, item, key));
  }
  return result;
}

int integer_of(const std::string& file, const toml::node& node, std::string_view key) {
  if (!node.is_integer()) {
    throw BadConfig(file, node, fmt::format("'{}' must be an integer", key));
  }
  return static_cast<int>(*node.value<std::int64_t>());
}

/// Calls `read(key, node)` for each entry; it returns false for a key that it does not know.
template <class Read>
void each_key(const std::string& file, const toml::table& table, std::string_view where,
              const Read& read) {
  for (const auto& [key, node] : table) {
    if (!read(key.str(), node)) {
      throw BadConfig(file, node, fmt::format("unknown key '{}' in {}", key.str(), where));
    }
  }
}

template <class Read>
void each_table(const std::string& file, const toml::node& node, std::string_view where,
                const Read& read) {
  const auto* array = node.as_array();
  if (array == nullptr) {
    throw BadConfig(file, node, fmt::format("{} must be written as [[{}]]", where, where));
  }
  for (const auto& item : *array) {
    if (item.as_table() == nullptr) {
      throw BadConfig(file, item, fmt::format("{} must be written as [[{}]]", where, where));
    }
    read(*item.as_table());
  }
}

void read_registration(const std::string& file, const toml::table& table, Config& config) {
  Registration one;
  each_key(file, table, "[[registration]]", [&](std::string_view key, const toml::node& node) {
    if (key == "form") {
      static constexpr std::array<std::string_view, 4> kForms{"function", "macro", "block",
                                                              "table"};
      const auto form = string_of(file, node, key);
      const auto* at = std::find(kForms.begin(), kForms.end(), form);
      if (at == kForms.end()) {
        throw BadConfig(file, node, "'form' is one of function, macro, block, table");
      }
      one.form = static_cast<Registration::Form>(at - kForms.begin());
    } else if (key == "name" || key == "macro") {
      (key == "name" ? one.name : one.macro) = string_of(file, node, key);
    } else if (key == "op" || key == "backend" || key == "provider" || key == "priority") {
      int& target = key == "op"         ? one.op
                    : key == "backend"  ? one.backend
                    : key == "provider" ? one.provider
                                        : one.priority;
      target = integer_of(file, node, key);
    } else if (key == "columns") {
      one.columns = strings_of(file, node, key);
    } else if (key == "reference") {
      one.reference = node.value_or(false);
    } else {
      return false;
    }
    return true;
  });
  if (one.name.empty()) {
    throw BadConfig(file, table, "a [[registration]] needs a 'name'");
  }
  config.registrations.push_back(std::move(one));
}

void read_waiver(const std::string& file, const toml::table& table, Config& config) {
  Waiver one;
  one.file = file;
  one.line = static_cast<int>(table.source().begin.line);
  each_key(file, table, "[[waiver]]", [&](std::string_view key, const toml::node& node) {
    std::string* target = key == "op"        ? &one.op
                          : key == "backend" ? &one.backend
                          : key == "reason"  ? &one.reason
                                             : nullptr;
    if (target != nullptr) {
      *target = string_of(file, node, key);
    }
    return target != nullptr;
  });
  if (one.op.empty() || one.backend.empty() || one.reason.empty()) {
    throw BadConfig(file, table, "a [[waiver]] needs 'op', 'backend' and a 'reason'");
  }
  config.waivers.push_back(std::move(one));
}

void read_suppression(const std::string& file, const toml::table& table, Config& config) {
  ConfiguredSuppression one;
  one.stated_in = file;
  one.line = static_cast<int>(table.source().begin.line);
  each_key(file, table, "[[suppress]]", [&](std::string_view key, const toml::node& node) {
    std::string* target = key == "rule"       ? &one.rule
                          : key == "file"     ? &one.file
                          : key == "contains" ? &one.contains
                          : key == "reason"   ? &one.reason
                                              : nullptr;
    if (target != nullptr) {
      *target = string_of(file, node, key);
    }
    return target != nullptr;
  });
  if (one.rule.empty() || one.file.empty() || one.reason.empty()) {
    throw BadConfig(file, table, "a [[suppress]] needs 'rule', 'file' and a 'reason'");
  }
  config.suppressions.push_back(std::move(one));
}

void read_command(const std::string& file, const toml::table& table, Config& config) {
  ConfiguredCommand one;
  one.compiler = "clang++";
  each_key(file, table, "[[command]]", [&](std::string_view key, const toml::node& node) {
    if (key == "files" || key == "flags") {
      (key == "files" ? one.files : one.flags) = strings_of(file, node, key);
    } else if (key == "compiler") {
      one.compiler = string_of(file, node, key);
    } else {
      return false;
    }
    return true;
  });
  if (one.files.empty()) {
    throw BadConfig(file, table, "a [[command]] needs 'files'");
  }
  config.commands.push_back(std::move(one));
}

void read_flag_definition(const std::string& file, const toml::table& table, Config& config) {
  FlagDefinition one;
  each_key(file, table, "[[flag]]", [&](std::string_view key, const toml::node& node) {
    if (key == "name") {
      one.name = string_of(file, node, key);
    } else if (key == "default") {
      one.default_argument = integer_of(file, node, key);
    } else {
      return false;
    }
    return true;
  });
  if (one.name.empty() || one.default_argument < 0) {
    throw BadConfig(file, table,
                    "a [[flag]] needs the 'name' of a function and 'default', the "
                    "position of the argument that is the default");
  }
  config.flag_definitions.push_back(std::move(one));
}

void read_section(const std::string& file, std::string_view section, const toml::node& node,
                  Config& config) {
  const auto* table = node.as_table();
  if (table == nullptr) {
    throw BadConfig(file, node, fmt::format("'{}' must be a section, [{}]", section, section));
  }
  each_key(file, *table, fmt::format("[{}]", section),
           [&](std::string_view key, const toml::node& value) {
             if (section == "rules") {
               const auto level = string_of(file, value, key);
               if (level != "error" && level != "warning" && level != "off") {
                 throw BadConfig(file, value,
                                 "the level of a rule is \"error\", \"warning\" or \"off\"");
               }
               config.levels[std::string(key)] = level;
               return true;
             }
             if (section == "project" && key == "root") {
               config.root = string_of(file, value, key);
               return true;
             }
             const auto* known = std::find_if(
                 kLists.begin(), kLists.end(),
                 [&](const ListKey& one) { return one.section == section && one.key == key; });
             if (known == kLists.end()) {
               return false;
             }
             auto& list = config.*(known->list);
             for (auto& item : strings_of(file, value, key)) {
               list.push_back(std::move(item));
             }
             return true;
           });
}

void read_table(const std::string& file, const toml::table& table, Config& config) {
  static constexpr std::array<std::string_view, 10> kSections{
      "project", "rules", "backend", "calls", "registry",
      "runtime", "flags", "wave",    "exact", "shared_arithmetic"};
  for (const auto& [key, node] : table) {
    const std::string_view name = key.str();
    if (std::find(kSections.begin(), kSections.end(), name) != kSections.end()) {
      read_section(file, name, node, config);
    } else if (name == "registration") {
      each_table(file, node, name, [&](const auto& one) { read_registration(file, one, config); });
    } else if (name == "waiver") {
      each_table(file, node, name, [&](const auto& one) { read_waiver(file, one, config); });
    } else if (name == "suppress") {
      each_table(file, node, name, [&](const auto& one) { read_suppression(file, one, config); });
    } else if (name == "command") {
      each_table(file, node, name, [&](const auto& one) { read_command(file, one, config); });
    } else if (name == "flag") {
      each_table(file, node, name,
                 [&](const auto& one) { read_flag_definition(file, one, config); });
    } else if (name == "schema") {
      if (node.value_or(0) != 1) {
        throw BadConfig(file, node, "this kcheck reads schema = 1");
      }
    } else if (name != "summary") {
      throw BadConfig(file, node, fmt::format("unknown key '{}'", name));
    }
  }
}

void join_descriptions(Config& config) {
  const bool all = config.descriptions.empty();
  std::vector<std::string> wanted = config.descriptions;
  for (const auto& description : descriptions()) {
    const auto at = std::find(wanted.begin(), wanted.end(), description.name);
    if (!all && at == wanted.end() && description.name != "common") {
      continue;
    }
    if (at != wanted.end()) {
      wanted.erase(at);
    }
    const std::string name = fmt::format("<{}>", description.name);
    read_table(name, toml::parse(description.text, name), config);
  }
  if (!wanted.empty()) {
    std::string known;
    for (const auto& description : descriptions()) {
      known += fmt::format("{}{}", known.empty() ? "" : ", ", description.name);
    }
    throw std::runtime_error(fmt::format("{}: no description is called '{}'; there are {}",
                                         config.file, wanted.front(), known));
  }
}

/// Findings in the configuration are placed like all others: relative to the root.
void place_in_root(Config& config) {
  const std::string path = fs::absolute(config.file).lexically_normal().string();
  const bool inside = path.starts_with(config.root + "/");
  const std::string shown = inside ? path.substr(config.root.size() + 1) : path;
  for (auto& one : config.waivers) {
    one.file = shown;
  }
  for (auto& one : config.suppressions) {
    one.stated_in = shown;
  }
}

}  // namespace

ConfigResult read_config(const std::string& file, const std::string& root) {
  ConfigResult result;
  Config& config = result.config;
  config.file = file;
  try {
    if (!file.empty()) {
      read_table(file, toml::parse_file(file), config);
    }
    fs::path base = file.empty() ? fs::path(root) : fs::absolute(file).parent_path();
    config.root =
        config.root.empty() ? (file.empty() ? root : base.string()) : (base / config.root).string();
    config.root = fs::absolute(config.root).lexically_normal().string();
    while (config.root.size() > 1 && config.root.back() == '/') {
      config.root.pop_back();
    }
    if (!file.empty()) {
      place_in_root(config);
    }
    join_descriptions(config);
  } catch (const toml::parse_error& error) {
    result.error = fmt::format("{}:{}: {}", file, error.source().begin.line, error.description());
  } catch (const std::exception& error) {
    result.error = error.what();
  }
  return result;
}

}  // namespace kgate::checks
