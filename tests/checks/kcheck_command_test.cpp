// SPDX-License-Identifier: MIT
// The kcheck program as a user runs it: exit codes, formats, baseline, files that do not parse.
#include "tests/catch.hpp"
#include "tests/checks/workspace.hpp"

using namespace kgate::checks::tests;

TEST_CASE("exit codes say clean, findings, usage, could not run, ran nothing") {
  const Workspace at;
  at.write("clean.cpp", kClean);
  at.write("gate.cpp", kGate);
  at.write("nested/header.hpp", kClean);
  CHECK(at.kcheck("dispatch clean.cpp") == 0);
  CHECK(at.kcheck("dispatch gate.cpp") == 1);
  CHECK(at.kcheck("dispatch") == 2);
  CHECK(at.kcheck("dispatch --no-such-option clean.cpp") == 2);
  CHECK(at.kcheck("dispatch --rules no-such-rule clean.cpp") == 2);
  CHECK(at.kcheck("dispatch missing.cpp") == 2);
  CHECK(at.kcheck("dispatch -p . clean.cpp") == 2);
  CHECK(contains(at.read("err"), "compile_commands.json: cannot be read"));
  CHECK(at.kcheck("no-such-command") == 2);
  CHECK(at.kcheck("dispatch nested/header.hpp") == 4);
  CHECK(at.kcheck("matrix clean.cpp") == 4);
  at.write("compile_commands.json", "[]");
  CHECK(at.kcheck("dispatch -p .") == 4);
  at.write_commands({"clean.cpp", "gone.cpp"});
  CHECK(at.kcheck("dispatch -p .") == 3);
  CHECK(contains(at.read("out"), "gone.cpp: error: host pass: no syntax tree"));
  CHECK(contains(at.read("out"), "2 files, 1 analysed, 1 not at all"));
}

TEST_CASE("configuration mistakes name the file, the line and the key") {
  const Workspace at;
  at.write("clean.cpp", kClean);
  at.write("kcheck.toml", "[backend]\nhelper = [\"is_hip\"]\n");
  CHECK(at.kcheck("dispatch clean.cpp") == 2);
  CHECK(contains(at.read("err"), "kcheck.toml:2: unknown key 'helper' in [backend]"));
  at.write("kcheck.toml", "[[suppress]]\nrule = \"env-gate\"\nfile = \"a.cpp\"\n");
  CHECK(at.kcheck("dispatch clean.cpp") == 2);
  CHECK(contains(at.read("err"), "a [[suppress]] needs 'rule', 'file' and a 'reason'"));
  at.write("kcheck.toml", "[project]\ndescriptions = [\"tensorflow\"]\n");
  CHECK(at.kcheck("dispatch clean.cpp") == 2);
  CHECK(contains(at.read("err"), "no description is called 'tensorflow'; there are aten,"));
}

TEST_CASE("text has the line of code with a caret under the question, and no colours in a file") {
  const Workspace at;
  at.write("gate.cpp", kGate);
  CHECK(at.kcheck("dispatch gate.cpp") == 1);
  const std::string out = at.read("out");
  CHECK(contains(out,
                 "gate.cpp:4:6: error: condition decides what is called by asking which "
                 "backend this is [backend-kind-gate]\n"
                 "    4 | \tif (kind == BackendKind::hip) run_hip(x);\n"
                 "      | \t    ^~~~~~~~~~~~~~~~~~~~~~~~\n"));
  CHECK(contains(out, "kcheck: 1 file, 1 analysed; 1 finding, 0 suppressed; 9 rules"));
  CHECK_FALSE(contains(out, "\x1b"));
}

TEST_CASE("a file that does not fully compile is reported as such and still checked") {
  const Workspace at;
  at.write("partial.cpp", std::string("#include \"generated.hpp\"\n") + kGate);
  CHECK(at.kcheck("dispatch partial.cpp") == 1);
  const std::string out = at.read("out");
  CHECK(contains(out, "[backend-kind-gate]"));
  CHECK(contains(out, "partial.cpp: warning: host pass: errors while parsing: 1\n"));
  CHECK(contains(out, "partial.cpp:1:10: note: 'generated.hpp' file not found"));
  CHECK(contains(out, "1 file, 0 analysed, 1 in part"));
}

TEST_CASE("a file that does not fully compile is not clean: what was not analysed is named") {
  const Workspace at;
  at.write("partial.cpp",
           "#include \"generated.hpp\"\n"
           "int whole() { return 1; }\n"
           "int holed(int x) { return choose(x); }\n");
  at.write("clean.cpp", kClean);
  CHECK(at.kcheck("dispatch partial.cpp clean.cpp") == 3);
  CHECK(contains(at.read("out"),
                 "partial.cpp: warning: host pass: errors while parsing: 2; not "
                 "fully analysed: `holed`\n"));
  CHECK(contains(at.read("out"), "partial.cpp:1:10: note: 'generated.hpp' file not found"));
  CHECK(contains(at.read("out"), "2 files, 1 analysed, 1 in part; 0 findings"));
  CHECK(contains(at.read("err"), "1 file not fully analysed; --allow-partial accepts that"));
  CHECK(at.kcheck("dispatch --allow-partial partial.cpp clean.cpp") == 0);
  CHECK(contains(at.read("out"), "not fully analysed: `holed`"));
  // What gave no tree at all is accepted by nothing.
  at.write_commands({"clean.cpp", "gone.cpp"});
  CHECK(at.kcheck("dispatch --allow-partial -p .") == 3);
}

TEST_CASE("a question about all files is not asked about some") {
  const Workspace at;
  const std::string declared =
      "namespace engine {\nenum class Backend { rocm, cuda };\n"
      "int add(const char* op, Backend backend, void (*kernel)());\nvoid kernel();\n";
  at.write("rocm.cpp", declared + "const int r = add(\"norm\", Backend::rocm, kernel);\n}\n");
  at.write("cuda.cpp", declared + "const int c = add(\"norm\", Backend::cuda, kernel);\n}\n");
  at.write("kcheck.toml",
           "[project]\nbackends = [\"rocm\", \"cuda\"]\n[[registration]]\nform = \"function\"\n"
           "name = \"engine::add\"\nop = 0\nbackend = 1\nprovider = 2\n");
  at.write_commands({"rocm.cpp", "cuda.cpp"});
  CHECK(at.kcheck("dispatch -p .") == 0);
  CHECK(at.kcheck("dispatch -p . rocm.cpp") == 0);
  CHECK(contains(at.read("out"), "note: unregistered-op is about all files together"));
  at.write_commands({"rocm.cpp"});
  CHECK(at.kcheck("dispatch -p .") == 1);
  CHECK(contains(at.read("out"), "op `norm` is registered for rocm and neither registered nor"));
}

TEST_CASE("the baseline goes down and never up") {
  const Workspace at;
  at.write("gate.cpp", kGate);
  at.write_commands({"gate.cpp"});
  const std::string run = "dispatch -p . --no-cache --baseline base.json";
  CHECK(at.kcheck(run) == 2);  // there is none yet
  CHECK(at.kcheck(run + " --write-baseline") == 0);
  CHECK(at.kcheck(run) == 0);
  CHECK(contains(at.read("out"), "0 findings, 1 more in the baseline"));
  // Rules that did not run, and files that were not analysed, have not gone down.
  CHECK(at.kcheck(run + " --rules env-gate") == 0);
  CHECK(at.kcheck(run + " --rules env-gate --write-baseline") == 2);
  at.write_commands({"gone.cpp"});
  CHECK(at.kcheck(run) == 3);
  CHECK_FALSE(contains(at.read("out"), "lower it"));
  CHECK(at.kcheck(run + " --write-baseline") == 3);
  CHECK(contains(at.read("err"), "base.json: not written, since 1 of 1 files were not analysed"));
  at.write_commands({"gate.cpp"});
  CHECK(at.kcheck(run) == 0);

  at.write("gate.cpp", std::string("// moved down\n\n") + kGate);
  CHECK(at.kcheck(run) == 0);

  const std::string second = std::string(kGate) +
                             "void other(BackendKind kind, float* x) {\n"
                             "  if (kind == BackendKind::cuda) run_hip(x);\n}\n";
  at.write("gate.cpp", second);
  CHECK(at.kcheck(run) == 1);
  CHECK(contains(at.read("out"), "gate.cpp:7:"));
  CHECK_FALSE(contains(at.read("out"), "gate.cpp:4:"));
  const std::string before = at.read("base.json");
  CHECK(at.kcheck(run + " --write-baseline") == 1);
  CHECK(contains(at.read("err"), "the baseline only goes down"));
  CHECK(at.read("base.json") == before);

  at.write("gate.cpp", kClean);
  CHECK(at.kcheck(run) == 1);
  CHECK(contains(at.read("out"), "lower it with --write-baseline"));
  CHECK(at.kcheck(run + " --write-baseline") == 0);
  CHECK(at.kcheck(run) == 0);
}

TEST_CASE("an unchanged file is taken from the cache, a changed input is not") {
  const Workspace at;
  at.write("shared.hpp", "enum class BackendKind { none, hip, cuda };\nvoid run_hip(float* x);\n");
  at.write("one.cpp", "#include \"shared.hpp\"\nvoid f(float* x) { run_hip(x); }\n");
  at.write("two.cpp", kClean);
  at.write_commands({"one.cpp", "two.cpp"});
  CHECK(at.kcheck("dispatch -p .") == 0);
  CHECK(contains(at.read("out"), "0 of 2 passes from the cache"));
  CHECK(at.kcheck("dispatch -p .") == 0);
  CHECK(contains(at.read("out"), "2 of 2 passes from the cache"));

  at.write(
      "shared.hpp",
      "enum class BackendKind { none, hip, cuda };\nvoid run_hip(float* x);\n"
      "inline void gate(BackendKind k, float* x) { if (k == BackendKind::hip) run_hip(x); }\n");
  CHECK(at.kcheck("dispatch -p .") == 1);
  CHECK(contains(at.read("out"), "1 of 2 passes from the cache"));
  CHECK(at.kcheck("dispatch -p .") == 1);
  CHECK(contains(at.read("out"), "2 of 2 passes from the cache"));

  // An entry that is not whole is parsed again, not believed.
  for (const auto& entry : fs::directory_iterator(at.path(".kcheck-cache"))) {
    fs::resize_file(entry.path(), fs::file_size(entry.path()) / 2);
  }
  CHECK(at.kcheck("dispatch -p .") == 1);
  CHECK(contains(at.read("out"), "0 of 2 passes from the cache"));
}

TEST_CASE("a header that appears earlier on the search path makes a cached file stale") {
  const Workspace at;
  at.write("late/choice.hpp", "inline int choice() { return 1; }\n");
  at.write("main.cpp", "#include <choice.hpp>\nint f() { return choice(); }\n");
  fs::create_directories(at.path("early"));
  const std::string folder = at.path("");
  Json command{{"directory", at.path(".")},
               {"file", "main.cpp"},
               {"arguments", {"c++", "-Iearly", "-Ilate", "-c", "main.cpp"}}};
  at.write("compile_commands.json", Json::array({command}).dump());
  CHECK(at.kcheck("dispatch -p .") == 0);
  CHECK(at.kcheck("dispatch -p .") == 0);
  CHECK(contains(at.read("out"), "1 of 1 passes from the cache"));
  at.write("early/choice.hpp", std::string(kGate) + "inline int choice() { return 2; }\n");
  CHECK(at.kcheck("dispatch -p .") == 1);
  CHECK(contains(at.read("out"), "0 of 1 passes from the cache"));
}

TEST_CASE("JSON has a schema number, and GitHub gets one command a finding") {
  const Workspace at;
  at.write("gate.cpp", kGate);
  CHECK(at.kcheck("dispatch --format json gate.cpp") == 1);
  const Json report = Json::parse(at.read("out"));
  CHECK(report.at("schema") == 1);
  CHECK(report.at("files") == Json{{"given", 1}, {"analysed", 1}, {"partial", 0}, {"failed", 0}});
  CHECK(report.at("findings").at(0).at("rule") == "backend-kind-gate");
  CHECK(report.at("findings").at(0).at("place").at("line") == 4);
  CHECK(at.kcheck("dispatch --format github gate.cpp") == 1);
  CHECK(at.read("out").starts_with("::error file=gate.cpp,line=4,col=6,title=backend-kind-gate::"));
}

TEST_CASE("the matrix has native, reference, waived and missing in text, Markdown and JSON") {
  const Workspace at;
  at.write("ops.cpp",
           "namespace engine {\nenum class Backend { rocm, cuda, cpu };\n"
           "int add(const char* op, Backend backend, void (*kernel)(), int priority = 0);\n"
           "void a(); void b(); void c();\n"
           "const int r1 = add(\"norm\", Backend::rocm, a);\n"
           "const int r2 = add(\"norm\", Backend::cpu, b, -1000);\n"
           "const int r3 = add(\"rope\", Backend::rocm, c);\n}\n");
  at.write("kcheck.toml",
           "[project]\nbackends = [\"rocm\", \"cuda\", \"cpu\"]\n[[registration]]\n"
           "form = \"function\"\nname = \"engine::add\"\nop = 0\nbackend = 1\nprovider = 2\n"
           "priority = 3\n[[waiver]]\nop = \"norm\"\nbackend = \"cuda\"\nreason = \"not claimed "
           "yet\"\n");
  CHECK(at.kcheck("matrix ops.cpp") == 0);
  CHECK(at.read("out") ==
        "op    rocm       cuda       cpu        \n"
        "norm  native     waived     reference  \n"
        "rope  native     missing    missing    \n"
        "2 ops, 3 backends: 2 native, 1 reference, 1 waived, 2 missing\n");
  CHECK(at.kcheck("matrix --format markdown ops.cpp") == 0);
  CHECK(contains(at.read("out"), "| rope | native | **missing** | **missing** |\n"));
  CHECK(at.kcheck("matrix --format json ops.cpp") == 0);
  const Json json = Json::parse(at.read("out"));
  CHECK(json.at("ops").at(0).at("backends") ==
        Json{{"rocm", "native"}, {"cuda", "waived"}, {"cpu", "reference"}});
  CHECK(json.at("ops").at(0).at("line") == 5);
}

TEST_CASE("machine code that is not exact is found in a code object") {
  const Workspace at;
  const std::string source =
      "#define DEVICE __attribute__((device))\n"
      "extern \"C\" __attribute__((global)) void exact(float* x) { x[0] = x[1] / x[2] + x[3]; }\n"
      "extern \"C\" __attribute__((global)) void divide(int* i, unsigned long long* w) {\n"
      "  i[0] = i[1] / i[2] + i[3] % i[4];\n  w[0] = w[1] / w[2];\n}\n";
  const std::string inexact =
      "extern \"C\" __attribute__((global)) void approximate(float* x) {\n"
      "  x[0] = __builtin_amdgcn_exp2f(x[1]) + __builtin_amdgcn_rcpf(x[2]);\n}\n";
  at.write("exact.hip", source);
  at.write("approximate.hip", inexact);
  at.write("clean.cpp", kClean);
  REQUIRE(at.compile_code_object("exact"));
  REQUIRE(at.compile_code_object("approximate"));
  CHECK(at.kcheck("dispatch --code-objects exact.co clean.cpp") == 0);
  CHECK(at.kcheck("dispatch --code-objects approximate.co clean.cpp") == 1);
  CHECK(contains(at.read("out"), "kernel `approximate` has 1 of v_exp_f32"));
  CHECK(contains(at.read("out"), "a reciprocal is used as it is"));
  CHECK(at.kcheck("dispatch --code-objects clean.cpp clean.cpp") == 1);
  CHECK(contains(at.read("out"), "not an AMDGPU code object"));
  fs::create_directories(at.path("empty"));
  CHECK(at.kcheck("dispatch --code-objects empty clean.cpp") == 2);
  CHECK(contains(at.read("err"), "empty: has no .co or .hsaco file"));
}
