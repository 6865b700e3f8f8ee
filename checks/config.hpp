// SPDX-License-Identifier: MIT
// Configuration: what counts as a backend, a helper, a registry, a runtime layer in a project.
//
// Built-in descriptions (checks/descriptions/*.toml) and a project's kcheck.toml have one schema;
// lists of all that apply are joined. docs/check-dispatch.md has the reference.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kgate::checks {

/// One way in which a project registers a kernel for an op on a backend.
struct Registration {
  enum class Form {
    function,  ///< a call or construction of `name`; positions are arguments
    macro,     ///< a use of macro `name`; positions are macro arguments
    block,     ///< a call of `name` inside a block opened by `macro`, which has the backend
    table,     ///< a value of struct `name` whose members stand for `columns`; the op is its owner
  };
  Form form = Form::function;
  std::string name;
  std::string macro;
  int op = -1;
  int backend = -1;
  int provider = -1;
  int priority = -1;       ///< argument that is negative for a reference implementation
  bool reference = false;  ///< everything registered this way is one
  std::vector<std::string> columns;
};

/// A statement that an op need not be registered on a backend.
struct Waiver {
  std::string op;
  std::string backend;
  std::string reason;
  std::string file;  ///< where it is stated, relative to the root
  int line = 0;
};

/// A suppression in the configuration file, for code that cannot carry a comment.
struct ConfiguredSuppression {
  std::string rule;
  std::string file;      ///< path pattern
  std::string contains;  ///< empty, or text of the reported line
  std::string reason;
  std::string stated_in;  ///< relative to the root
  int line = 0;
};

/// Flags for files that no compilation database has.
struct ConfiguredCommand {
  std::vector<std::string> files;  ///< path patterns, looked up under the root
  std::vector<std::string> flags;
  std::string compiler;
};

/// A function whose argument is the default of a flag.
struct FlagDefinition {
  std::string name;
  int default_argument = -1;
};

struct Config {
  std::string root;  ///< absolute; findings are reported for files under it
  std::string file;  ///< the kcheck.toml, empty if there is none

  // [project]
  std::vector<std::string> descriptions;
  std::vector<std::string> backends;
  std::vector<std::string> exclude;
  std::vector<std::string> tests;
  // [rules]
  std::map<std::string, std::string> levels;  ///< rule id to "error", "warning" or "off"
  // [backend]
  std::vector<std::string> words;
  std::vector<std::string> types;
  std::vector<std::string> type_hints;
  std::vector<std::string> classes;
  std::vector<std::string> helpers;
  std::vector<std::string> names;
  std::vector<std::string> availability;
  std::vector<std::string> sentinels;
  std::vector<std::string> other_words;
  std::vector<std::string> build_constants;
  // [calls]
  std::vector<std::string> neutral;
  std::vector<std::string> predicates;
  std::vector<std::string> refusals;
  std::vector<std::string> refusal_values;
  std::vector<std::string> launches;
  // [registry], [runtime], [flags]
  std::vector<std::string> registry_files;
  std::vector<std::string> registry_namespaces;
  std::vector<std::string> registry_queries;
  std::vector<Registration> registrations;
  std::vector<std::string> runtime_files;
  std::vector<std::string> runtime_namespaces;
  std::vector<std::string> flag_files;
  std::vector<std::string> flag_namespaces;
  std::vector<std::string> environment;
  std::vector<FlagDefinition> flag_definitions;
  // [wave]
  std::vector<std::string> lanes;
  std::vector<std::string> shuffles;
  std::vector<std::string> wave32;
  std::vector<std::string> wave64;
  // [exact]
  std::vector<std::string> exact_files;
  std::vector<std::string> exact_calls;
  std::vector<std::string> inexact_calls;
  std::vector<std::string> atomics;
  std::vector<std::string> code_objects;
  // [shared_arithmetic]
  std::vector<std::string> kernels;
  std::vector<std::string> oracles;

  std::vector<Waiver> waivers;
  std::vector<ConfiguredSuppression> suppressions;
  std::vector<ConfiguredCommand> commands;
};

/// A built-in description: its name and its TOML text.
struct Description {
  std::string_view name;
  std::string_view text;
};

/// All built-in descriptions in name order, embedded at build time.
std::span<const Description> descriptions();

struct ConfigResult {
  Config config;
  std::string error;  ///< empty, or what is wrong, where, and what to do
};

/// Reads `file` (a kcheck.toml; may be empty for none) and joins the descriptions it asks for, or
/// all built-in ones where it names none. `root` is used where the file states none.
ConfigResult read_config(const std::string& file, const std::string& root);

}  // namespace kgate::checks
