// SPDX-License-Identifier: MIT
// Parts of kcheck on their own: patterns, units as bytes.
#include "checks/pattern.hpp"
#include "checks/unit_cache.hpp"
#include "tests/catch.hpp"

using namespace kgate::checks;

TEST_CASE("a pattern without a scope is held against the last part of a name") {
  const NamePatterns patterns({"is_{backend}", "at::*::is_{cpu,meta}", "vt::GetOp"},
                              {"hip", "CUDA"});
  CHECK(patterns.matches("is_hip"));
  CHECK(patterns.matches("a::b::is_HIP"));
  CHECK(patterns.matches("is_cuda"));
  CHECK_FALSE(patterns.matches("is_hip_available"));
  CHECK(patterns.matches("at::Tensor::is_meta"));
  CHECK_FALSE(patterns.matches("c10::Tensor::is_meta"));
  CHECK(patterns.matches("vt::GetOp"));
  CHECK_FALSE(patterns.matches("other::vt::GetOp"));
}

TEST_CASE("braces expand to every combination") {
  CHECK(expand_braces("a{b,c}d{e,}") == std::vector<std::string>{"abde", "abd", "acde", "acd"});
  CHECK(expand_braces("plain") == std::vector<std::string>{"plain"});
}

TEST_CASE("a star stops at a slash in paths, two stars do not") {
  CHECK(matches_path("src/*.cpp", "src/a.cpp"));
  CHECK_FALSE(matches_path("src/*.cpp", "src/deep/a.cpp"));
  CHECK(matches_path("src/**/*.cpp", "src/deep/er/a.cpp"));
  CHECK(matches_path("src/**/*.cpp", "src/a.cpp"));
  CHECK(matches_path("tests/**", "tests/a/b.hpp"));
  CHECK(matches_path("**/*_test.cpp", "a_test.cpp"));
  CHECK_FALSE(matches_path("tests/**", "other/tests/b.hpp"));
}

TEST_CASE("a unit survives being bytes, and other bytes are not a unit") {
  Unit unit;
  unit.texts = {"", "a", "longer text"};
  unit.types.push_back({TypeClass::record, 1, 2, {0, 1}});
  unit.nodes.push_back({Op::call, 1, 2, 1, 1, 2, {2, 3, 4, 5}, -7});
  Function function;
  function.key = 1;
  function.parameters = {1, 2};
  function.defined = true;
  unit.functions = {function};
  unit.macros.push_back({1, {2, 3, 4, 5}, {1, 2, 1}});
  unit.inputs = {"/a.cpp", "/b.hpp"};
  unit.absent = {"/c.hpp"};
  unit.has_tree = true;
  const std::string bytes = pack(unit);
  const auto back = unpack(bytes);
  REQUIRE(back);
  CHECK(back->texts == unit.texts);
  CHECK(back->types[1].arguments == std::vector<TypeId>{0, 1});
  CHECK(back->nodes[1].value == -7);
  CHECK(back->functions[0].parameters == std::vector<Text>{1, 2});
  CHECK(back->macros[0].arguments == std::vector<Text>{1, 2, 1});
  CHECK(back->inputs == unit.inputs);
  CHECK(back->absent == unit.absent);
  CHECK(back->has_tree);
  CHECK(pack(*back) == bytes);
  for (const std::size_t size : {std::size_t{0}, bytes.size() / 2, bytes.size() - 1}) {
    CHECK_FALSE(unpack(std::string_view(bytes).substr(0, size)));
  }
  CHECK_FALSE(unpack(bytes + "x"));
  CHECK_FALSE(unpack(std::string(64, '\xff')));
}
