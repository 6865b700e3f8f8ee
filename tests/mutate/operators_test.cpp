// SPDX-License-Identifier: MIT
// Each operator finds what its fixture pair says: operators/<stem>_fixture.cpp or .hip, and
// .expected.
#include <fmt/format.h>

#include <filesystem>
#include <set>

#include "mutate/files.hpp"
#include "mutate/generate.hpp"
#include "mutate/operator.hpp"
#include "tests/catch.hpp"
#include "tests/mutate/ladder_run.hpp"

namespace kgate::mutate::testing {
namespace {

// `line:column` and the edit, blanks of more lines folded, one mutant a line.
std::string listed(const std::vector<Mutant>& mutants) {
  const auto folded = [](const std::string& text) {
    std::string line;
    for (const char c : text) {
      if (c != '\n' && !(c == ' ' && line.ends_with(' '))) {
        line += c;
      } else if (c == '\n' && !line.ends_with(' ')) {
        line += ' ';
      }
    }
    return line;
  };
  std::string list;
  for (const Mutant& mutant : mutants) {
    list += fmt::format("{}:{} `{}` -> `{}`\n", mutant.begin.line, mutant.begin.column,
                        folded(mutant.edit.original), folded(mutant.edit.replacement));
  }
  return list;
}

std::vector<Mutant> mutants_of_fixture(const std::string& stem, const std::string& id,
                                       const std::string& file, const TemporaryFolder& folder) {
  const bool hip = file.ends_with(".hip");
  clone_file(std::filesystem::path(KGATE_SOURCE_DIR) / "tests/mutate/operators" / file,
             folder.path() / file);
  Settings settings;
  settings.root = folder.path();
  settings.output = folder.path() / "out";
  settings.files = {stem + "_fixture.*"};
  settings.operators = {id};
  settings.parse_rules = {
      {.files = {"**"},
       .command =
           hip ? "clang++-19 -x hip -std=c++20 --offload-arch=gfx1151 -nogpulib -nogpuinc {file}"
               : "clang++-19 -std=c++20 {file}"}};
  Sources sources(settings.root);
  return generate_mutants(settings, sources, {});
}

}  // namespace

TEST_CASE("each operator proposes exactly the edits of its fixture") {
  if (!has_front_end()) {
    WARN("not run: kmutate was built without clang's libraries");
    return;
  }
  for (const Operator* one : operators()) {
    const std::string stem(one->stem);
    DYNAMIC_SECTION(stem) {
      const TemporaryFolder folder;
      const std::filesystem::path fixtures =
          std::filesystem::path(KGATE_SOURCE_DIR) / "tests/mutate/operators";
      const bool hip = std::filesystem::exists(fixtures / (stem + "_fixture.hip"));
      const std::string file = stem + (hip ? "_fixture.hip" : "_fixture.cpp");
      const std::string found = listed(mutants_of_fixture(stem, operator_id(*one), file, folder));
      CHECK_FALSE(found.empty());
      CHECK(found == read_file(fixtures / (stem + "_fixture.expected")));
    }
  }
}

TEST_CASE("every operator says in one line what it does, with an example") {
  std::set<std::string> summaries;
  for (const Operator* one : operators()) {
    INFO(one->stem);
    CHECK_FALSE(one->summary.empty());
    CHECK(one->summary.find('\n') == std::string_view::npos);
    CHECK_FALSE(one->before.empty());
    CHECK(one->before != one->after);
    CHECK(summaries.insert(std::string(one->summary)).second);
  }
  CHECK(operators().size() >= 38);
}

}  // namespace kgate::mutate::testing
