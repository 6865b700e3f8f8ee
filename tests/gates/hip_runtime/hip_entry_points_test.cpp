// SPDX-License-Identifier: MIT
// The names and version nodes that linked programs ask for, and entry points that do nothing yet.
#include <dlfcn.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <regex>
#include <set>

#include "tests/gates/hip_runtime/runtime_fixture.hpp"

using namespace kgate::runtime_tests;
using namespace kgate::hip;
using Catch::Matchers::Contains;

extern "C" Error hipIpcGetMemHandle(void* handle, void* pointer);

namespace {

void* library() {
  Dl_info info{};
  REQUIRE(::dladdr(reinterpret_cast<void*>(&hipMalloc), &info) != 0);
  void* const found = ::dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
  REQUIRE(found != nullptr);
  return found;
}

struct Symbol {
  std::string name;
  std::string node;
};

/// What nm says a library defines: "address letter name@@node".
std::vector<Symbol> symbols_of(const std::string& path) {
  const std::string command = KGATE_LLVM_NM " -D --defined-only " + path;
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(::popen(command.c_str(), "r"),
                                                             ::pclose);
  REQUIRE(pipe != nullptr);
  std::vector<Symbol> symbols;
  std::array<char, 1024> line{};
  while (std::fgets(line.data(), line.size(), pipe.get()) != nullptr) {
    std::string text = line.data();
    text.erase(text.find_last_not_of('\n') + 1);
    const std::size_t at = text.find("@@");
    const std::size_t begin = text.rfind(' ', at) + 1;
    if (at == std::string::npos) continue;
    symbols.push_back({text.substr(begin, at - begin), text.substr(at + 2)});
  }
  return symbols;
}

std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// What the first group of an expression matches in a text.
std::set<std::string> matches(const std::string& text, const std::regex& expression) {
  return {std::sregex_token_iterator(text.begin(), text.end(), expression, 1), {}};
}

}  // namespace

TEST_CASE("the reference page lists the entry points that source files define") {
  const std::filesystem::path root = KGATE_SOURCE_DIR;
  std::set<std::string> defined;
  const std::regex definition(R"(KGATE_EXPORT(?:_CPP)?\s+[\w:* ]+?\b((?:__)?hip[A-Z]\w*)\()");
  for (const auto& entry : std::filesystem::directory_iterator(root / "gates/emulator/hip")) {
    if (entry.path().extension() == ".cpp")
      defined.merge(matches(text_of(entry.path()), definition));
  }
  const std::string page = text_of(root / "docs/reference/hip-entry-points.md");
  const std::string list = page.substr(0, page.find("The other"));
  std::set<std::string> listed = matches(list, std::regex(R"(`((?:__)?hip[A-Z]\w*)`)"));
  CHECK(listed == defined);
  CHECK(defined.size() > 200);
}

TEST_CASE("entry points have the version nodes that HIP's library gave them") {
  // A sample of each node, as HIP's releases introduced them.
  const std::array<Symbol, 9> known{{{"hipMalloc", "hip_4.2"},
                                     {"hipGraphLaunch", "hip_4.3"},
                                     {"hipGraphAddEmptyNode", "hip_4.4"},
                                     {"hipGraphAddHostNode", "hip_4.5"},
                                     {"hipPointerGetAttribute", "hip_5.0"},
                                     {"hipMallocAsync", "hip_5.1"},
                                     {"hipMemcpy_spt", "hip_5.2"},
                                     {"hipLaunchHostFunc", "hip_5.3"},
                                     {"hipGetDevicePropertiesR0600", "hip_6.0"}}};
  for (const auto& [name, node] : known) {
    INFO(name << "@" << node);
    CHECK(::dlvsym(library(), name.c_str(), node.c_str()) != nullptr);
  }
}

TEST_CASE("a program linked with the distribution's HIP library finds every name it may ask for") {
  const std::string path = "/usr/lib/x86_64-linux-gnu/libamdhip64.so.5";
  if (!std::filesystem::exists(path)) {
    WARN("skipped: " << path << " is not installed");
    return;
  }
  std::size_t checked = 0;
  for (const auto& [name, node] : symbols_of(path)) {
    if (name == node) continue;
    INFO(name << "@" << node);
    CHECK(::dlvsym(library(), name.c_str(), node.c_str()) != nullptr);
    ++checked;
  }
  CHECK(checked > 400);
}

TEST_CASE("an entry point that is not provided fails at the call and is named") {
  CHECK(hipIpcGetMemHandle(nullptr, nullptr) == Error::hipErrorNotSupported);
  CHECK_THAT(kgateEmulatorLastErrorText(), Contains("hipIpcGetMemHandle is not provided"));
  CHECK(hipGetLastError() == Error::hipErrorNotSupported);
}
