// SPDX-License-Identifier: MIT
// The walk-through for a kernel of another project, built from the page and run as it says.
#include <fstream>
#include <map>
#include <sstream>
#include <string>

#include "tests/catch.hpp"
#include "tests/install/installed.hpp"

using Catch::Matchers::Contains;
using kgate::test::Installation;
using kgate::test::must;
using kgate::test::shell;
using kgate::test::ShellResult;

namespace {

/// The fenced blocks of the page whose first line is a comment with a file's name.
std::map<std::string, std::string> files_of_the_page() {
  std::ifstream page(std::string(KGATE_SOURCE_DIR) + "/docs/add-a-kernel.md");
  REQUIRE(page.is_open());
  std::map<std::string, std::string> files;
  std::string line;
  bool inside = false;
  std::string name;
  while (std::getline(page, line)) {
    if (line.rfind("```", 0) == 0) {
      inside = !inside;
      name.clear();
      continue;
    }
    if (inside && name.empty()) {
      name = line.substr(line.find(' ') + 1);
      continue;
    }
    if (inside) {
      files[name] += line + "\n";
    }
  }
  return files;
}

/// The project of the page, built against the installation, once.
const std::string& project() {
  static const std::string folder = [] {
    const Installation& installed = Installation::get();
    const std::string source = installed.build_folder("own");
    for (const auto& [name, text] : files_of_the_page()) {
      if (name.find('.') != std::string::npos && name.find(' ') == std::string::npos) {
        std::ofstream(source + "/" + name) << text;
      }
    }
    must(std::string(KGATE_CMAKE) + " -S " + source + " -B " + source + "/build" +
         " -DCMAKE_PREFIX_PATH=" + installed.prefix() + " -DCMAKE_CXX_COMPILER=" + KGATE_CXX +
         " -DDEVICE_COMPILER=" + KGATE_DEVICE_COMPILER);
    must(std::string(KGATE_CMAKE) + " --build " + source + "/build");
    return source + "/build";
  }();
  return folder;
}

std::string program() { return Installation::get().prefix() + "/bin/kgate"; }

}  // namespace

TEST_CASE("a plugin's family is run by every gate") {
  const std::string text =
      must(program() + " run --plugin " + project() +
           "/libscaled.so --family scaled --code-objects " + project() + "/objects");
  for (const char* gate : {"exact", "ulp", "nmse", "untouched", "repeat", "control", "reached"}) {
    CHECK_THAT(text, Contains(gate));
  }
  CHECK_THAT(text, Contains("clean: 14 gate verdicts, 0 failed"));
}

TEST_CASE("a program that links the gates has the command line with its family") {
  const std::string emulator =
      "KGATE_HIP_EMULATOR=" + Installation::get().library_folder() + "/libkgate_hip_emulator.so ";
  CHECK_THAT(must(emulator + project() + "/my_gates run --family scaled --code-objects " +
                  project() + "/objects"),
             Contains("clean: 14 gate verdicts, 0 failed"));
  CHECK_THAT(must(project() + "/my_gates run --list --family scaled"),
             Contains("scaled:count=200"));
}

TEST_CASE("a plugin that cannot be loaded, or that adds nothing, is refused with the reason") {
  const ShellResult missing = shell(program() + " run --plugin ./no_such_library.so");
  CHECK(missing.code == 2);
  CHECK_THAT(missing.text, Contains("no_such_library.so"));
  const std::string empty = Installation::get().build_folder("empty") + "/libempty.so";
  must("echo 'int nothing_here;' | cc -shared -fPIC -x c - -o " + empty);
  const ShellResult nothing = shell(program() + " run --plugin " + empty);
  CHECK(nothing.code == 2);
  CHECK_THAT(nothing.text, Contains("adds no family"));
}
