// SPDX-License-Identifier: MIT
// Parses a pass and lowers its tree.
#include "checks/lower.hpp"

#include <memory>
#include <optional>

#include "checks/front_end.hpp"
#include "checks/lowering/lowering.hpp"

namespace kgate::checks {
namespace {

void add_errors(Unit& unit, const std::vector<ParseError>& errors) {
  std::map<std::string, Text> texts;
  const auto intern = [&](const std::string& content) {
    if (content.empty()) {
      return Text{0};
    }
    const auto [it, added] = texts.try_emplace(content, static_cast<Text>(unit.texts.size()));
    if (added) {
      unit.texts.push_back(content);
    }
    return it->second;
  };
  for (const auto& error : errors) {
    unit.errors.push_back({{intern(error.file), error.line, error.column, error.column},
                           intern(error.message),
                           error.missing_header});
  }
}

}  // namespace

Unit lower(const CompileCommand& command, Pass pass) {
  Unit unit;
  unit.device = pass == Pass::device;
  std::optional<Tables> tables;
  std::vector<ConditionalRegion> regions;
  std::unique_ptr<clang::CommentHandler> comments;
  ParseOptions options;
  options.before = [&](clang::CompilerInstance& compiler) {
    tables.emplace(unit, compiler.getSourceManager());
    comments = collect_preprocessor_facts(compiler, *tables, regions);
  };
  const ParseResult parsed = parse(command, pass, options);
  if (!parsed.tree) {
    add_errors(unit, parsed.errors);
    return unit;
  }
  Lowering(parsed.tree->context(), *tables, regions).translation_unit();
  unit.inputs = parsed.tree->inputs();
  unit.has_tree = true;
  add_errors(unit, parsed.tree->errors());
  return unit;
}

}  // namespace kgate::checks
