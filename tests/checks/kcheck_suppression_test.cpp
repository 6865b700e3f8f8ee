// SPDX-License-Identifier: MIT
// Suppressions that nothing needs: reported where the rule and the file were analysed, and only
// there.
#include "tests/catch.hpp"
#include "tests/checks/workspace.hpp"

using namespace kgate::checks::tests;

namespace {

constexpr const char* kNeeded =
    "enum class BackendKind { none, hip, cuda };\n"
    "void run_hip(float* x);\n"
    "void gate(BackendKind kind, float* x) {\n"
    "  if (kind == BackendKind::hip) run_hip(x);  // kcheck: allow(backend-kind-gate) a port is "
    "due\n"
    "}\n";
constexpr const char* kUnneeded =
    "int add(int a, int b) {\n"
    "  return a + b;  // kcheck: allow(backend-kind-gate) there was a gate\n"
    "}\n";
constexpr const char* kStale = "this suppression is not needed";

}  // namespace

TEST_CASE("an unneeded comment is reported when all files are analysed, not when some are named") {
  const Workspace at;
  at.write("needed.cpp", kNeeded);
  at.write("unneeded.cpp", kUnneeded);
  at.write_commands({"needed.cpp", "unneeded.cpp"});
  CHECK(at.kcheck("dispatch -p .") == 1);
  CHECK(contains(at.read("out"),
                 "unneeded.cpp:2:18: error: this suppression is not needed: "
                 "`backend-kind-gate` finds nothing here"));
  CHECK(contains(at.read("out"), "1 finding, 1 suppressed"));
  CHECK(at.kcheck("dispatch -p . needed.cpp") == 0);
  CHECK(contains(at.read("out"), "1 suppressed"));
  CHECK(at.kcheck("dispatch -p . unneeded.cpp") == 0);
  // The rule of the comment did not run.
  CHECK(at.kcheck("dispatch -p . --rules wave-size") == 0);
  at.write("kcheck.toml", "[rules]\nbackend-kind-gate = \"off\"\n");
  CHECK(at.kcheck("dispatch -p .") == 0);
}

TEST_CASE("each rule of a comment has to be needed") {
  const Workspace at;
  std::string both = kNeeded;
  both.insert(both.find("kind-gate)") + 9, ", env-gate");
  at.write("both.cpp", both);
  at.write_commands({"both.cpp"});
  CHECK(at.kcheck("dispatch -p .") == 1);
  CHECK(contains(at.read("out"), "not needed: `env-gate` finds nothing here"));
  CHECK(at.kcheck("dispatch -p . --rules backend-kind-gate") == 0);
}

TEST_CASE("a comment that needs a helper of another file is not judged without that file") {
  const Workspace at;
  at.write("helper.cpp",
           "enum class BackendKind { none, hip, cuda };\n"
           "bool wants_graph(BackendKind kind) { return kind == BackendKind::hip; }\n");
  at.write("use.cpp",
           "enum class BackendKind { none, hip, cuda };\n"
           "bool wants_graph(BackendKind kind);\nvoid run_hip(float* x);\n"
           "void use(BackendKind kind, float* x) {\n"
           "  // kcheck: allow(backend-kind-gate) a port is due\n"
           "  if (wants_graph(kind)) run_hip(x);\n}\n");
  at.write_commands({"helper.cpp", "use.cpp"});
  CHECK(at.kcheck("dispatch -p .") == 0);
  CHECK(contains(at.read("out"), "1 suppressed"));
  CHECK(at.kcheck("dispatch -p . use.cpp") == 0);
  CHECK(contains(at.read("out"), "0 suppressed"));

  // With all files but the helper's not in full, nothing is known either.
  at.write("helper.cpp", "#include \"generated.hpp\"\n");
  CHECK(at.kcheck("dispatch -p . --allow-partial") == 0);
  CHECK_FALSE(contains(at.read("out"), kStale));
  at.write("helper.cpp", kClean);
  CHECK(at.kcheck("dispatch -p .") == 1);
  CHECK(contains(at.read("out"), kStale));
}

TEST_CASE("an entry of kcheck.toml is judged by the files that it names") {
  const Workspace at;
  const auto configure = [&](const std::string& file) {
    at.write("kcheck.toml",
             "[[suppress]]\nrule = \"env-gate\"\nfile = \"" + file + "\"\nreason = \"not ours\"\n");
  };
  at.write("clean.cpp", kClean);
  at.write("other/platform.cpp", kClean);  // of another build: no command compiles it
  at.write_commands({"clean.cpp"});
  configure("clean.cpp");
  CHECK(at.kcheck("dispatch -p .") == 1);
  CHECK(contains(at.read("out"), "kcheck.toml:1: error: this suppression is not needed: nothing"));
  CHECK(at.kcheck("dispatch -p . clean.cpp") == 0);
  CHECK(at.kcheck("dispatch -p . --rules wave-size") == 0);
  for (const char* not_analysed : {"other/platform.cpp", "other/**"}) {
    configure(not_analysed);
    CHECK(at.kcheck("dispatch -p .") == 0);
  }
  for (const char* gone : {"other/windows.cpp", "gone/**"}) {
    configure(gone);
    CHECK(at.kcheck("dispatch -p .") == 1);
    CHECK(contains(at.read("out"), "no file matches `" + std::string(gone) + "`"));
  }
}

TEST_CASE("an entry about code objects is judged where code objects were given") {
  const Workspace at;
  at.write("clean.cpp", kClean);
  at.write("exact.hip",
           "extern \"C\" __attribute__((global)) void exact(float* x) { x[0] = x[1] + x[2]; }\n");
  at.write(
      "kcheck.toml",
      "[[suppress]]\nrule = \"inexact-operation\"\nfile = \"*.co\"\nreason = \"a vendor's\"\n");
  at.write_commands({"clean.cpp"});
  CHECK(at.kcheck("dispatch -p .") == 0);
  REQUIRE(at.compile_code_object("exact"));
  CHECK(at.kcheck("dispatch -p .") == 0);
  CHECK(at.kcheck("dispatch -p . --code-objects exact.co") == 1);
  CHECK(contains(at.read("out"), kStale));
}
