// SPDX-License-Identifier: MIT
// Programs in C, C++ and Rust, built outside the tree against the installed library.
#include <sstream>
#include <string>

#include "tests/catch.hpp"
#include "tests/install/installed.hpp"

using Catch::Matchers::Contains;
using kgate::test::have;
using kgate::test::Installation;
using kgate::test::must;

namespace {

const std::string kConsumers = std::string(KGATE_SOURCE_DIR) + "/tests/consumer";

std::string with_pkg_config(const std::string& package) {
  return "PKG_CONFIG_PATH=" + Installation::get().library_folder() +
         "/pkgconfig pkg-config --cflags --libs " + package;
}

}  // namespace

TEST_CASE("the shared library exports versioned kgate_ functions and nothing else") {
  const std::string library = Installation::get().library_folder() + "/libkgate.so";
  std::istringstream symbols(must("nm -D --defined-only " + library));
  std::string line;
  int functions = 0;
  while (std::getline(symbols, line)) {
    INFO(line);
    const std::string name = line.substr(line.rfind(' ') + 1);
    if (name == "KGATE_0.1") {
      continue;  // the version itself
    }
    CHECK_THAT(name, Catch::Matchers::StartsWith("kgate_"));
    CHECK_THAT(name, Catch::Matchers::EndsWith("@@KGATE_0.1"));
    ++functions;
  }
  CHECK(functions > 20);
}

TEST_CASE("the shared library needs no HIP SDK, no LLVM and no GPU library to link") {
  const std::string needed =
      must("objdump -p " + Installation::get().library_folder() + "/libkgate.so | grep NEEDED");
  for (const char* unwanted : {"hip", "hsa", "LLVM", "clang", "cuda", "kgate_hip"}) {
    INFO(needed);
    CHECK(needed.find(unwanted) == std::string::npos);
  }
}

TEST_CASE("a program in C builds with pkg-config and runs, shared and static") {
  if (!have("pkg-config", "the C program")) {
    return;
  }
  const Installation& installed = Installation::get();
  const std::string folder = installed.build_folder("c");
  for (const std::string package : {"kgate", "kgate-static"}) {
    const std::string program = folder + "/" + package;
    must("cc -std=c99 -Wall -Wextra -Wpedantic -Werror " + kConsumers + "/c/norm_in_c.c -o " +
         program + " $(" + with_pkg_config(package) + ")");
    CHECK_THAT(must("LD_LIBRARY_PATH=" + installed.library_folder() + " KGATE_HIP_EMULATOR=" +
                    installed.library_folder() + "/libkgate_hip_emulator.so " + program),
               Contains("in C: right"));
  }
}

TEST_CASE("a program in C++ finds the CMake package and runs, shared and static") {
  const Installation& installed = Installation::get();
  const std::string folder = installed.build_folder("cpp");
  must(std::string(KGATE_CMAKE) + " -S " + kConsumers + "/cpp -B " + folder +
       " -DCMAKE_PREFIX_PATH=" + installed.prefix() + " -DCMAKE_CXX_COMPILER=" + KGATE_CXX);
  must(std::string(KGATE_CMAKE) + " --build " + folder);
  CHECK_THAT(must(folder + "/gate_in_cpp"), Contains("in C++: right"));
  CHECK_THAT(must("KGATE_HIP_EMULATOR=" + installed.library_folder() +
                  "/libkgate_hip_emulator.so " + folder + "/gate_in_cpp_static"),
             Contains("in C++: right"));
}

TEST_CASE("a program in Rust runs through the C interface") {
  if (!have("rustc", "the Rust program")) {
    return;
  }
  const Installation& installed = Installation::get();
  const std::string folder = installed.build_folder("rust");
  must("rustc --edition 2021 -L " + installed.library_folder() + " -o " + folder +
       "/norm_in_rust " + kConsumers + "/rust/norm_in_rust.rs");
  CHECK_THAT(must("LD_LIBRARY_PATH=" + installed.library_folder() + " " + folder + "/norm_in_rust"),
             Contains("in Rust: right"));
}

TEST_CASE("the installed program runs the gates") {
  CHECK_THAT(
      must(Installation::get().prefix() +
           "/bin/kgate run --gate exact --case 'add_rms_norm:hidden=31,rows=3,x=f32,w=f32,*'"),
      Contains("clean: "));
}
