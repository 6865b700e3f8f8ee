// SPDX-License-Identifier: MIT
// The front end: compile commands in, syntax trees and errors out.
#include "checks/front_end.hpp"

#include <algorithm>

#include "checks/clang_headers.hpp"
#include "tests/catch.hpp"

namespace {

using kgate::checks::CompileCommand;
using kgate::checks::parse;
using kgate::checks::ParseOptions;
using kgate::checks::Pass;

CompileCommand command_for(const std::string& file, std::vector<std::string> flags) {
  CompileCommand command{KGATE_BINARY_DIR, file, {"c++"}};
  command.arguments.insert(command.arguments.end(), flags.begin(), flags.end());
  command.arguments.push_back(file);
  return command;
}

bool declares(const kgate::checks::SyntaxTree& tree, const std::string& name) {
  const auto* unit = tree.context().getTranslationUnitDecl();
  return std::any_of(unit->decls_begin(), unit->decls_end(), [&](const clang::Decl* decl) {
    const auto* named = llvm::dyn_cast<clang::NamedDecl>(decl);
    return named != nullptr && named->getNameAsString() == name;
  });
}

}  // namespace

TEST_CASE("shell words keep quotes and escapes as a POSIX shell does") {
  const auto words =
      kgate::checks::split_command(R"(c++ -DA="x y" '-DB=\n' -D\"C\" "" "a\qb\\" -c  x.cpp)");
  CHECK(words == std::vector<std::string>{"c++", "-DA=x y", R"(-DB=\n)", R"(-D"C")", "", R"(a\qb\)",
                                          "-c", "x.cpp"});
}

TEST_CASE("a HIP command has a host and a device pass, a C++ command the host alone") {
  CHECK(passes_of(command_for("/a.cpp", {})) == std::vector{Pass::host});
  CHECK(passes_of(command_for("/a.hip", {})) == std::vector{Pass::host, Pass::device});
  CHECK(passes_of(command_for("/a.cpp", {"-x", "hip"})) == std::vector{Pass::host, Pass::device});
  CHECK(passes_of(command_for("/a.cu", {})) == std::vector{Pass::host, Pass::device});
  CHECK(passes_of(command_for("/a.hip", {"--offload-device-only"})) == std::vector{Pass::device});
}

TEST_CASE("outputs, launchers and nvcc spellings do not reach clang") {
  CompileCommand command{"/", "/a.cu", {}};
  command.arguments = {"ccache",     "/usr/bin/nvcc",
                       "-gencode",   "arch=compute_90,code=sm_90",
                       "-Xcompiler", "-fPIC",
                       "-DX=1",      "-o",
                       "a.o",        "-c",
                       "/a.cu",      "--expt-relaxed-constexpr"};
  const auto words = clang_arguments(command, Pass::device, "clang");
  CHECK(words == std::vector<std::string>{"clang", "--driver-mode=g++", "-x", "cuda", "-DX=1",
                                          "/a.cu", "--offload-device-only", "--offload-arch=sm_90",
                                          "-nogpulib", "-fsyntax-only", "-w",
                                          "-fno-color-diagnostics"});
}

TEST_CASE("the device pass sees what the host pass does not") {
  ParseOptions options;
  options.overlays = {{"/kcheck_test.hip",
                       "#ifdef __HIP_DEVICE_COMPILE__\nint device_side;\n#else\nint "
                       "host_side;\n#endif\n"}};
  const auto command = command_for("/kcheck_test.hip", {"-nogpuinc", "--offload-arch=gfx1151"});
  const auto host = parse(command, Pass::host, options);
  const auto device = parse(command, Pass::device, options);
  REQUIRE(host.tree);
  REQUIRE(device.tree);
  CHECK(declares(*host.tree, "host_side"));
  CHECK_FALSE(declares(*host.tree, "device_side"));
  CHECK(declares(*device.tree, "device_side"));
  CHECK(host.tree->errors().empty());
  CHECK(device.tree->errors().empty());
}

TEST_CASE("a missing header is an error, and what follows it is still in the tree") {
  ParseOptions options;
  options.overlays = {{"/kcheck_test.cpp",
                       "#include \"no_such_header.hpp\"\nint after_it;\nMissing x;\nint last;\n"}};
  const auto result = parse(command_for("/kcheck_test.cpp", {}), Pass::host, options);
  REQUIRE(result.tree);
  REQUIRE(result.tree->errors().size() == 2);
  CHECK(result.tree->errors()[0].missing_header);
  CHECK(result.tree->errors()[0].line == 1);
  CHECK_FALSE(result.tree->errors()[1].missing_header);
  CHECK(declares(*result.tree, "after_it"));
  CHECK(declares(*result.tree, "last"));
}

TEST_CASE("a file that does not exist gives no tree and says so") {
  const auto result = parse(command_for("/no/such/file.cpp", {}), Pass::host);
  CHECK_FALSE(result.tree);
  REQUIRE(result.errors.size() == 1);
  CHECK(result.errors[0].message == "no such file");
}

TEST_CASE("bodies of system headers are skipped, those of the project are not") {
  ParseOptions options;
  options.overlays = {
      {"/kcheck_sys/sys.hpp", "inline int from_system() { int x = 1; return x; }\n"},
      {"/kcheck_test.cpp", "#include <sys.hpp>\nint own() { return from_system(); }\n"}};
  const auto result =
      parse(command_for("/kcheck_test.cpp", {"-isystem", "/kcheck_sys"}), Pass::host, options);
  REQUIRE(result.tree);
  for (const auto* decl : result.tree->context().getTranslationUnitDecl()->decls()) {
    const auto* function = llvm::dyn_cast<clang::FunctionDecl>(decl);
    if (function != nullptr && function->getNameAsString() == "from_system") {
      CHECK(function->hasSkippedBody());
    }
    if (function != nullptr && function->getNameAsString() == "own") {
      CHECK(function->getBody() != nullptr);
    }
  }
  const auto inputs = result.tree->inputs();
  CHECK(inputs.front() == "/kcheck_test.cpp");
  CHECK(std::count(inputs.begin(), inputs.end(), "/kcheck_sys/sys.hpp") == 1);
}
