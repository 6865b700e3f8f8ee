// SPDX-License-Identifier: MIT
// Reads kmutate.toml and ladder files.
#include "mutate/settings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <system_error>

#include "mutate/digest.hpp"
#include "mutate/failure.hpp"
#include "mutate/files.hpp"
#include "mutate/glob.hpp"
#include "mutate/outcome.hpp"
#include "mutate/reader.hpp"
#include "mutate/toml_table.hpp"
#include "mutate/tree.hpp"

namespace kgate::mutate {
namespace {

namespace fs = std::filesystem;

// A path of the configuration, relative to the root, that must stay below it.
std::string inner_path(const TomlTable& table, std::string_view key, const std::string& path) {
  const fs::path normal = fs::path(path).lexically_normal();
  if (normal.is_absolute() || normal.empty() || *normal.begin() == "..") {
    table.refuse(key, fmt::format("`{}` is outside the project: mutated files are copied with the "
                                  "tree, so they must be below its root",
                                  path));
  }
  return normal.generic_string();
}

Rung read_rung(TomlTable table) {
  Rung rung;
  rung.where = table.where();
  rung.name = table.required("name");
  rung.summary = table.text("summary");
  rung.file = inner_path(table, "file", table.required("file"));
  rung.operator_name = table.text("operator");
  rung.function = table.text("function");
  rung.find = table.text("find");
  rung.replace = table.text("replace");
  rung.occurrence = table.integer("occurrence", 0);
  rung.expected_gate = table.text("expect");
  rung.expected_text = table.text("expect_text");
  if (rung.find.empty() == rung.operator_name.empty()) {
    table.refuse("name", fmt::format("rung `{}` needs either `find` and `replace`, or `operator`",
                                     rung.name));
  }
  if (!rung.find.empty() && rung.find == rung.replace) {
    table.refuse("replace", fmt::format("rung `{}` replaces a text with itself", rung.name));
  }
  table.finish();
  return rung;
}

Argument read_argument(TomlTable table) {
  Argument argument;
  argument.where = table.where();
  argument.operators = table.texts("operator");
  if (argument.operators.empty()) {
    table.refuse("operator", "`operator` must name at least one operator");
  }
  argument.file = inner_path(table, "file", table.required("file"));
  argument.line = table.required("line");
  argument.within = table.text("within");
  argument.function = table.text("function");
  argument.replacements = table.texts("replacement");
  argument.occurrence = table.integer("occurrence", 0);
  argument.reason = table.required("reason");
  table.finish();
  return argument;
}

// What a verdict on a rung rests on. Arguments are no part of it: they speak of finished verdicts.
std::string digest_of(const Rung& rung) {
  return sha256(fmt::format("{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}", rung.name, rung.file,
                            rung.find, rung.replace, rung.occurrence, rung.operator_name,
                            rung.function, rung.expected_gate, rung.expected_text, rung.ladder));
}

void read_rungs(TomlTable& table, const std::string& ladder, Settings& settings) {
  for (TomlTable& rung : table.tables("rung")) {
    settings.rungs.push_back(read_rung(std::move(rung)));
    settings.rungs.back().ladder = ladder;
    settings.sha256 += digest_of(settings.rungs.back());
  }
  for (TomlTable& argument : table.tables("argued")) {
    settings.arguments.push_back(read_argument(std::move(argument)));
  }
}

std::string read_gates(TomlTable& table, const std::string& otherwise) {
  std::string gates = table.text("gates", otherwise);
  if (find_reader(gates) == nullptr) {
    std::string known;
    for (const Reader* reader : readers()) {
      known += (known.empty() ? "" : ", ") + reader_id(*reader);
    }
    table.refuse("gates", fmt::format("`gates` is \"{}\"; known: {}", gates, known));
  }
  return gates;
}

Route read_route(TomlTable& build, TomlTable& test, const Route* base) {
  Route route;
  if (base != nullptr) {
    route = *base;
  }
  if (std::string command = build.text(base == nullptr ? "command" : "build"); !command.empty()) {
    route.build = std::move(command);
  }
  if (std::vector<std::string> commands = test.texts(base == nullptr ? "command" : "test");
      !commands.empty()) {
    route.tests = std::move(commands);
  }
  route.gates = read_gates(test, base == nullptr ? "exit-code" : base->gates);
  route.report = test.text("report", base == nullptr ? "" : base->report);
  route.assertions = test.text("assertions", base == nullptr ? "" : base->assertions);
  if (std::vector<std::string> artifacts = build.texts("artifacts"); !artifacts.empty()) {
    route.artifacts = std::move(artifacts);
  }
  return route;
}

std::vector<Part> read_parts(TomlTable& route, const std::string& gates) {
  std::vector<Part> parts;
  for (TomlTable& table : route.tables("part")) {
    Part part{.build = table.required("build"),
              .tests = table.texts("test"),
              .artifacts = table.texts("artifacts"),
              .gates = read_gates(table, gates)};
    if (part.tests.empty() || part.artifacts.empty()) {
      table.refuse(
          "build",
          "a [[route.part]] needs `test`: what judges it, and `artifacts`: what it builds");
    }
    table.finish();
    parts.push_back(std::move(part));
  }
  return parts;
}

void read_routes(TomlTable& root, Settings& settings) {
  TomlTable build = root.table("build");
  TomlTable test = root.table("test");
  settings.setup = build.text("setup");
  settings.compile_commands = build.text("compile_commands");
  Route fallback = read_route(build, test, nullptr);
  fallback.name = "default";
  if (fallback.tests.empty()) {
    test.refuse("command",
                "`command` is missing or empty in [test]: the shell command that judges "
                "a mutant");
  }
  if (fallback.artifacts.empty()) {
    fallback.artifacts = {"**/*.o", "**/*.obj", "**/*.co", "**/*.hsaco", "**/*.cubin"};
  }
  settings.timeout_factor = test.number("timeout_factor", settings.timeout_factor);
  settings.processor_factor = test.number("processor_factor", settings.processor_factor);
  settings.timeout_floor = test.number("timeout_floor", settings.timeout_floor);
  settings.control_every = test.integer("control_every", settings.control_every);
  settings.accept = test.texts("accept");
  for (const std::string& state : settings.accept) {
    if (!state_named(state)) {
      test.refuse("accept", fmt::format("`accept` has \"{}\", which is no state", state));
    }
  }
  build.finish();
  test.finish();
  for (TomlTable& table : root.tables("route")) {
    Route route = read_route(table, table, &fallback);
    route.name = table.required("name");
    route.files = table.texts("files");
    route.ladders = table.texts("ladders");
    route.alone = table.flag("alone", false);
    route.parts = read_parts(table, route.gates);
    if (route.files.empty()) {
      table.refuse("files", "a [[route]] needs `files`: patterns of the files it is for");
    }
    table.finish();
    settings.routes.push_back(std::move(route));
  }
  settings.routes.push_back(std::move(fallback));
}

fs::path find_config(const fs::path& path) {
  if (!path.empty()) {
    return fs::absolute(path).lexically_normal();
  }
  for (const char* candidate : {"kmutate.toml", "mutate/kmutate.toml"}) {
    if (fs::exists(candidate)) {
      return fs::absolute(candidate).lexically_normal();
    }
  }
  throw Failure(kExitUsage,
                fmt::format("no kmutate.toml in {} nor in its mutate/ folder; name one with "
                            "--config, or see docs/mutate-your-project.md",
                            fs::current_path().string()));
}

void read_project(TomlTable& root, Settings& settings) {
  TomlTable project = root.table("project");
  const fs::path folder = settings.config.parent_path();
  settings.root = (folder / project.text("root", ".")).lexically_normal();
  if (std::error_code error; !fs::is_directory(settings.root, error)) {
    project.refuse("root", fmt::format("`root` is {}, which is no folder", settings.root.string()));
  }
  settings.root = fs::canonical(settings.root);
  settings.name = project.text("name", settings.root.filename().string());
  settings.output = (settings.root / project.text("output", "kmutate.out")).lexically_normal();
  settings.copy = project.texts("copy");
  settings.exclude = project.texts("exclude");
  const std::vector<std::string> ladders = project.texts("ladders");
  project.finish();
  if (ladders.empty()) {
    return;
  }
  for (const TreeFile& file :
       list_tree(settings.root, settings.copy, settings.exclude, settings.output)) {
    if (!any_glob_matches(ladders, file.path)) {
      continue;
    }
    TomlTable ladder =
        TomlTable::parse(settings.root / file.path, read_file(settings.root / file.path));
    read_rungs(ladder, file.path, settings);
    ladder.finish();
  }
}

}  // namespace

Settings read_settings(fs::path path) {
  Settings settings;
  settings.config = find_config(std::move(path));
  std::string content;
  try {
    content = read_file(settings.config);
  } catch (const Failure& failure) {
    throw Failure(kExitUsage, failure.what());
  }
  settings.sha256 = sha256(content);
  TomlTable root = TomlTable::parse(settings.config, content);
  read_project(root, settings);
  read_routes(root, settings);
  read_rungs(root, "", settings);
  TomlTable mutants = root.table("mutants");
  settings.files = mutants.texts("files");
  settings.skip_files = mutants.texts("skip_files");
  settings.operators = mutants.texts("operators");
  settings.skip_operators = mutants.texts("skip_operators");
  TomlTable names = mutants.table("names");
  for (const std::string& key : names.keys()) {
    settings.names[key] = names.texts(key);
  }
  mutants.finish();
  for (TomlTable& table : root.tables("parse")) {
    settings.parse_rules.push_back(
        {.files = table.texts("files"), .command = table.required("command")});
    table.finish();
  }
  root.finish();
  std::set<std::string> rung_names;
  for (const Rung& rung : settings.rungs) {
    if (!rung_names.insert(rung.ladder + "\n" + rung.file + "\n" + rung.name).second) {
      throw Failure(kExitUsage, fmt::format("{}: a second rung named `{}` for {}", rung.where,
                                            rung.name, rung.file));
    }
  }
  settings.sha256 = sha256(settings.sha256);
  return settings;
}

}  // namespace kgate::mutate
