// SPDX-License-Identifier: MIT
// What a user types and gets: exit codes, messages, reports.
#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>

#include "tests/catch.hpp"
#include "tests/gates/cli/kgate_process.hpp"

using namespace kgate::cli_tests;

TEST_CASE("a run that is clean says so, counts assertions per device and what was not run") {
  const Output run = run_kgate("run --case '" + kOneCase + "'");
  INFO(run.text);
  CHECK(run.code == 0);
  CHECK(contains(run, "device assertions: emulated:gfx1151 wave32"));
  CHECK(contains(run, "not run: AMD hardware"));
  CHECK(contains(run, "clean: "));
}

TEST_CASE("a device that is not here is exit 3 with the reason") {
  const Output run = run_kgate("run --device cuda:99 --case '" + kOneCase + "'");
  INFO(run.text);
  CHECK(run.code == 3);
  CHECK(contains(run, "could not run"));
}

TEST_CASE("a device that cannot be is exit 3 and names what there is") {
  const Output run = run_kgate("run --device emulated:gfx9999");
  INFO(run.text);
  CHECK(run.code == 3);
  CHECK(contains(run, "gfx1151"));
}

TEST_CASE("wrong options are exit 2 and say what is right") {
  CHECK(run_kgate("run --no-such-option").code == 2);
  CHECK(run_kgate("run --wave 16").code == 2);
  CHECK(run_kgate("run --profile half").code == 2);
  CHECK(run_kgate("run --seed minus").code == 2);
  CHECK(run_kgate("run stray").code == 2);
  CHECK(run_kgate("no_such_command").code == 2);
  const Output family = run_kgate("run --family no_such_family");
  CHECK(family.code == 2);
  CHECK(contains(family, "add_rms_norm"));
  const Output one = run_kgate("run --case 'add_rms_norm:none'");
  CHECK(one.code == 2);
  CHECK(contains(one, "--list"));
}

TEST_CASE("a report that cannot be written is exit 2 before anything runs") {
  const Output run = run_kgate("run --json /no/such/folder/report.json");
  CHECK(run.code == 2);
  CHECK_FALSE(contains(run, "assertions"));
}

TEST_CASE("code objects that are missing fail every case and name the file") {
  const Folder folder;
  const Output run =
      run_kgate("run --code-objects '" + folder.file("") + "' --case '" + kOneCase + "'");
  INFO(run.text);
  CHECK(run.code == 1);
  CHECK(contains(run, "add_rms_norm.gfx1151.wave32.co"));
  CHECK(run_kgate("run --code-objects /no/such/folder").code == 2);
}

TEST_CASE("a code object that is not one fails with a reason and no crash") {
  const Folder folder;
  std::ofstream(folder.file("add_rms_norm.gfx1151.wave32.co")) << "not a code object";
  const Output run =
      run_kgate("run --code-objects '" + folder.file("") + "' --case '" + kOneCase + "'");
  INFO(run.text);
  CHECK(run.code == 1);
  CHECK(contains(run, "replay: kgate run"));
}

TEST_CASE("listed ids are unique and select exactly themselves") {
  const Output list = run_kgate("run --list");
  CHECK(list.code == 0);
  std::istringstream lines(list.text);
  std::set<std::string> ids;
  std::string line;
  std::size_t count = 0;
  while (std::getline(lines, line)) {
    if (line.find(':') != std::string::npos) {
      ++count;
      ids.insert(line.substr(0, line.find(' ')));
    }
  }
  CHECK(count > 100);
  CHECK(ids.size() == count);
  const Output one = run_kgate("run --list --case '" + *ids.begin() + "'");
  CHECK(contains(one, "\n1 cases\n"));
}

TEST_CASE("the JSON and JUnit reports agree with the exit code") {
  const Folder folder;
  const Output run = run_kgate("run --case '" + kOneCase + "' --json '" + folder.file("run.json") +
                               "' --junit '" + folder.file("run.xml") + "'");
  CHECK(run.code == 0);
  std::ifstream file(folder.file("run.json"));
  const nlohmann::json report = nlohmann::json::parse(file);
  CHECK(report.at("schema") == "kgate-run");
  CHECK(report.at("version") == 1);
  CHECK(report.at("totals").at("failed") == 0);
  CHECK(report.at("totals").at("assertions") > 0);
  CHECK(report.at("devices").at(0).at("code_objects").size() == 1);
  CHECK(report.at("verdicts").size() % 7 == 0);
  std::ifstream xml(folder.file("run.xml"));
  std::stringstream text;
  text << xml.rdbuf();
  CHECK(text.str().find("failures=\"0\"") != std::string::npos);
}

TEST_CASE("help fits a screen") {
  for (const char* command : {"--help", "run --help", "bench --help", "emulate --help"}) {
    const Output help = run_kgate(command);
    INFO(help.text);
    CHECK(help.code == 0);
    CHECK(std::count(help.text.begin(), help.text.end(), '\n') <= 40);
  }
}

TEST_CASE("on the host itself every bit is right and the reached gate says who made it") {
  const Output run = run_kgate("run --device cpu:0 --gate exact,reached --case '" + kOneCase + "'");
  INFO(run.text);
  CHECK(run.code == 1);
  CHECK(contains(run, "FAIL reached on cpu:0"));
  CHECK(contains(run, "the CPU oracle served"));
  CHECK_FALSE(contains(run, "FAIL exact"));
  const std::string loud = "kgate: REFERENCE TIER: add_rms_norm on cpu (host)";
  const std::size_t first = run.text.find(loud);
  CHECK(first != std::string::npos);
  CHECK(run.text.find(loud, first + 1) == std::string::npos);
}

TEST_CASE("a disabled kernel is served by the reference tier on an emulated device") {
  setenv("KGATE_PROVIDER_DISABLE", "native,misspelt", 1);
  setenv("KGATE_PROVIDER_TRACE", "1", 1);
  const Output run = run_kgate("run --gate exact,reached --jobs 2 --case '" + kOneCase + "'");
  unsetenv("KGATE_PROVIDER_DISABLE");
  unsetenv("KGATE_PROVIDER_TRACE");
  INFO(run.text);
  CHECK(run.code == 1);
  CHECK(
      contains(run, "kgate: KGATE_PROVIDER_DISABLE names 'misspelt'; no provider is called that"));
  CHECK(contains(run,
                 "kgate: op=add_rms_norm backend=rocm target=gfx1151 provider=reference (priority "
                 "-1000; native disabled by KGATE_PROVIDER_DISABLE)"));
  CHECK(contains(run, "FAIL reached on emulated:gfx1151"));
  CHECK_FALSE(contains(run, "FAIL exact"));
}

TEST_CASE("the trace has one line for an operation and backend, however many streams ask") {
  setenv("KGATE_PROVIDER_TRACE", "on", 1);
  const Output run = run_kgate("run --gate reached --jobs 2 --case '" + kOneCase + "'");
  unsetenv("KGATE_PROVIDER_TRACE");
  INFO(run.text);
  CHECK(run.code == 0);
  const std::string line =
      "kgate: op=add_rms_norm backend=rocm target=gfx1151 provider=native (priority 0)\n";
  const std::size_t first = run.text.find(line);
  CHECK(first != std::string::npos);
  CHECK(run.text.find(line, first + 1) == std::string::npos);
}

TEST_CASE("a bench of what the reference tier serves is refused") {
  const Output run = run_kgate("bench --device cpu:0 --family add_rms_norm");
  INFO(run.text);
  CHECK(run.code == 3);
  CHECK(contains(run, "add_rms_norm is served by the CPU reference on cpu:0"));
}

TEST_CASE("docs/environment.md is what kgate environment prints") {
  if (std::string(KGATE_BUILT_TARGETS) != "gfx1151,gfx1100|gfx1151|") {
    WARN("skipped: the page lists the default targets, this build has " << KGATE_BUILT_TARGETS);
    return;
  }
  const Output printed = run_kgate("environment");
  std::ifstream file(std::string(KGATE_SOURCE_DIR) + "/docs/environment.md");
  std::stringstream page;
  page << file.rdbuf();
  CHECK(printed.code == 0);
  CHECK(printed.text == page.str());
}
