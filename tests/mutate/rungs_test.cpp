// SPDX-License-Identifier: MIT
// Which bytes a rung of a ladder edits.
#include "mutate/rungs.hpp"

#include "mutate/failure.hpp"
#include "mutate/files.hpp"
#include "tests/catch.hpp"
#include "tests/mutate/ladder_run.hpp"

namespace kgate::mutate::testing {
namespace {

// The one mutant of a rung in a file that holds `text`.
Mutant mutant_of(const std::string& text, const std::string& find, const std::string& replace) {
  const TemporaryFolder folder;
  write_file(folder.path() / "a.c", text);
  Settings settings;
  settings.root = folder.path();
  Rung rung;
  rung.name = "one";
  rung.file = "a.c";
  rung.find = find;
  rung.replace = replace;
  settings.rungs = {rung};
  Sources sources(folder.path());
  return mutants_of_rungs(settings, sources, {}).front();
}

}  // namespace

TEST_CASE("an edit is of the whole words that differ, not of all that made the place unique") {
  const Mutant words = mutant_of("y = a.normed_stride;\n", "a.normed_stride", "a.new_stride");
  CHECK(words.edit.original == "normed_stride");
  CHECK(words.edit.replacement == "new_stride");
  CHECK(words.edit.begin == 6);
  const Mutant deleted = mutant_of("y = x + eps;\n", "= x + eps", "= x");
  CHECK(deleted.edit.original == " + eps");
  CHECK(deleted.edit.replacement.empty());
  const Mutant inserted = mutant_of("i < count", "i < count", "i < count - 1");
  CHECK(inserted.edit.original.empty());
  CHECK(inserted.edit.replacement == " - 1");
  // The common begin and end overlap: three `a` of two.
  const Mutant repeated = mutant_of("f(a, a);", "(a, a)", "(a, a, a)");
  CHECK(edited(repeated.edit, "f(a, a);") == "f(a, a, a);");
}

TEST_CASE("every rung that does not match is told, not only the first") {
  const TemporaryFolder folder;
  write_file(folder.path() / "a.c", "int a;\n");
  Settings settings;
  settings.root = folder.path();
  for (const char* name : {"one", "two"}) {
    Rung rung;
    rung.name = name;
    rung.file = "a.c";
    rung.find = "int b";
    settings.rungs.push_back(rung);
  }
  Sources sources(folder.path());
  try {
    mutants_of_rungs(settings, sources, {});
    FAIL("no rung matches");
  } catch (const Failure& failure) {
    const std::string words = failure.what();
    CHECK(words.find("rung `one` no longer matches") != std::string::npos);
    CHECK(words.find("rung `two` no longer matches") != std::string::npos);
  }
}

TEST_CASE("an argument speaks of the mutants of its function, or of the n-th that fits") {
  const TemporaryFolder folder;
  write_file(folder.path() / "a.c", "i < n\ni < n\ni < n\n");
  Sources sources(folder.path());
  std::vector<Mutant> mutants;
  for (const std::size_t begin : {2U, 8U, 14U}) {
    mutants.push_back(make_mutant(sources, "a.c", begin, begin + 1, "<="));
    mutants.back().operator_name = "relational";
    mutants.back().function = begin == 2 ? "first" : "second";
  }
  Settings settings;
  Argument argument;
  argument.operators = {"relational"};
  argument.file = "a.c";
  argument.line = "i < n";
  argument.function = "second";
  argument.reason = "because";
  argument.occurrence = 2;
  settings.arguments = {argument};
  CHECK(apply_arguments(settings, sources, mutants).empty());
  CHECK(mutants[0].argued.empty());
  CHECK(mutants[1].argued.empty());
  CHECK(mutants[2].argued == "because");
  settings.arguments.front().occurrence = 3;
  CHECK(apply_arguments(settings, sources, mutants).size() == 1);
}

TEST_CASE("an argument speaks of several operators and replacements, and of whole lines") {
  const TemporaryFolder folder;
  write_file(folder.path() / "a.c", "i < 8\ni < 8\n");
  Sources sources(folder.path());
  std::vector<Mutant> mutants;
  for (const std::size_t line : {0U, 6U}) {
    mutants.push_back(make_mutant(sources, "a.c", line + 2, line + 3, "<="));
    mutants.back().operator_name = "relational";
    for (const std::string text : {"7", "9", "0"}) {
      mutants.push_back(make_mutant(sources, "a.c", line + 4, line + 5, text));
      mutants.back().operator_name = "bounds";
    }
  }
  Settings settings;
  Argument argument;
  argument.operators = {"bounds", "relational"};
  argument.file = "a.c";
  argument.line = "i < 8";
  argument.replacements = {"<=", "9"};
  argument.occurrence = 2;
  argument.reason = "because";
  settings.arguments = {argument};
  CHECK(apply_arguments(settings, sources, mutants).empty());
  std::vector<std::size_t> argued;
  for (std::size_t i = 0; i < mutants.size(); ++i) {
    if (!mutants[i].argued.empty()) {
      argued.push_back(i);
    }
  }
  CHECK(argued == std::vector<std::size_t>{4, 6});

  settings.arguments.front().within = "8";
  for (Mutant& mutant : mutants) {
    mutant.argued.clear();
  }
  CHECK(apply_arguments(settings, sources, mutants).size() ==
        1);  // the relational one is elsewhere
  CHECK(mutants[4].argued.empty());
  CHECK(mutants[6].argued == "because");
  settings.arguments.front().within.clear();

  settings.arguments.front().operators.emplace_back("unary");
  const std::vector<std::string> stale = apply_arguments(settings, sources, mutants);
  REQUIRE(stale.size() == 1);
  CHECK(stale[0].find("`unary`") != std::string::npos);
}

}  // namespace kgate::mutate::testing
