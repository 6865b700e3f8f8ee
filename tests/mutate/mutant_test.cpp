// SPDX-License-Identifier: MIT
// Edits, ids, diffs, patterns and digests of built files.
#include "mutate/mutant.hpp"

#include "mutate/digest.hpp"
#include "mutate/failure.hpp"
#include "mutate/files.hpp"
#include "mutate/glob.hpp"
#include "mutate/object_digest.hpp"
#include "tests/catch.hpp"
#include "tests/mutate/ladder_run.hpp"

namespace kgate::mutate::testing {
namespace {

const std::string kText = "int f(int a) {\n  return a + 1;\n}\n";

Edit plus_to_minus() {
  return {.file = "f.cpp",
          .begin = kText.find('+'),
          .end = kText.find('+') + 1,
          .original = "+",
          .replacement = "-",
          .file_sha256 = sha256(kText)};
}

Mutant mutant_of(const Edit& edit) {
  Mutant mutant;
  mutant.operator_name = "arithmetic";
  mutant.edit = edit;
  return mutant;
}

}  // namespace

TEST_CASE("SHA-256 is the published one") {
  CHECK(sha256("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST_CASE("an edit applies to the text it was made for and to no other") {
  CHECK(edited(plus_to_minus(), kText) == "int f(int a) {\n  return a - 1;\n}\n");
  CHECK_THROWS_AS(edited(plus_to_minus(), "// new\n" + kText), Failure);
  Edit moved = plus_to_minus();
  moved.begin -= 1;
  moved.end -= 1;
  CHECK_THROWS_AS(edited(moved, kText), Failure);
  moved.begin = kText.size() + 1;
  moved.end = kText.size() + 2;
  CHECK_THROWS_AS(edited(moved, kText), Failure);
}

TEST_CASE("a diff of an edit is one that patch takes") {
  const TemporaryFolder folder;
  write_file(folder.path() / "f.cpp", kText);
  write_file(folder.path() / "d.diff", diff_of(plus_to_minus(), kText));
  const Ran ran = shell(folder.path(), "git apply d.diff");
  INFO(ran.output);
  REQUIRE(ran.exit_code == 0);
  CHECK(read_file(folder.path() / "f.cpp") == edited(plus_to_minus(), kText));
}

TEST_CASE("an id survives edits elsewhere, and equal mutants have different ones") {
  std::vector<Mutant> before{mutant_of(plus_to_minus())};
  assign_ids(before, kText);
  const std::string longer = "// A function.\n\n" + kText;
  Edit moved = plus_to_minus();
  moved.begin += longer.size() - kText.size();
  moved.end += longer.size() - kText.size();
  std::vector<Mutant> after{mutant_of(moved)};
  assign_ids(after, longer);
  CHECK(before.front().id == after.front().id);
  CHECK(before.front().id.size() == 12);
  std::vector<Mutant> twice{mutant_of(plus_to_minus()), mutant_of(plus_to_minus())};
  assign_ids(twice, kText);
  CHECK(twice.front().id != twice.back().id);
}

TEST_CASE("positions count lines and columns from one") {
  CHECK(position_of(kText, 0).line == 1);
  CHECK(position_of(kText, 0).column == 1);
  CHECK(position_of(kText, kText.find("return")).line == 2);
  CHECK(position_of(kText, kText.find("return")).column == 3);
}

TEST_CASE("patterns know one folder name from many") {
  CHECK(glob_matches("*.cpp", "a.cpp"));
  CHECK_FALSE(glob_matches("*.cpp", "b/a.cpp"));
  CHECK(glob_matches("**/*.cpp", "a.cpp"));
  CHECK(glob_matches("**/*.cpp", "b/c/a.cpp"));
  CHECK(glob_matches("b/**", "b/c/a.cpp"));
  CHECK(glob_matches("k/*/*.h?p", "k/x/y.hip"));
  CHECK_FALSE(glob_matches("k/?", "k/xy"));
  CHECK_FALSE(glob_matches("k?x", "k/x"));
}

TEST_CASE("a built file's digest ignores line tables and folders, and nothing that runs") {
  const TemporaryFolder folder;
  const auto digest = [&folder](const std::string& name, const std::string& source) {
    const std::filesystem::path lab = folder.path() / name;
    make_folder(lab);
    write_file(lab / "f.c", source);
    REQUIRE(shell(lab, "cc -g -O1 -c $PWD/f.c").exit_code == 0);
    return object_digest(read_file(lab / "f.o"), lab.string());
  };
  const std::string source = "const char *f(int a) { return a > 1 ? __FILE__ : 0; }\n";
  const std::string one = digest("one", source);
  CHECK(digest("two", "/* another line\n */\n" + source) == one);
  CHECK(digest("tre", "const char *f(int a) { return a > 2 ? __FILE__ : 0; }\n") != one);
  // A call of another function differs by its relocation alone.
  const std::string call = "int g(void); int h(void); int f(void) { return 1 + ";
  CHECK(digest("four", call + "g(); }\n") != digest("five", call + "h(); }\n"));
  // A value of initialised data, and one that is only reserved.
  CHECK(digest("six", "int x = 1;\n") != digest("seven", "int x = 2;\n"));
  CHECK(digest("eight", "int x[3];\n") != digest("nine", "int x[4];\n"));
}

}  // namespace kgate::mutate::testing
