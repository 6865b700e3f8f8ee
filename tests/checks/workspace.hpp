// SPDX-License-Identifier: MIT
// A folder of its own with the kcheck program in it, and small sources to check.
#pragma once

#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

namespace kgate::checks::tests {

namespace fs = std::filesystem;
using Json = nlohmann::json;

inline constexpr const char* kGate =
    "enum class BackendKind { none, hip, cuda };\n"
    "void run_hip(float* x);\n"
    "void gate(BackendKind kind, float* x) {\n"
    "\tif (kind == BackendKind::hip) run_hip(x);\n"
    "}\n";
inline constexpr const char* kClean = "int add(int a, int b) { return a + b; }\n";

/// A folder of its own, and kcheck in it.
class Workspace {
 public:
  Workspace() {
    std::string pattern = (fs::temp_directory_path() / "kcheck_test_XXXXXX").string();
    folder_ = ::mkdtemp(pattern.data());
  }
  ~Workspace() { fs::remove_all(folder_); }
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;

  void write(const std::string& name, const std::string& text) const {
    fs::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name) << text;
  }
  [[nodiscard]] std::string read(const std::string& name) const {
    std::ifstream in(folder_ / name);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  /// Exit code; standard output and error are in "out" and "err".
  int kcheck(const std::string& arguments) const {
    const std::string line = "cd '" + folder_.string() + "' && '" + KGATE_BINARY_DIR +
                             "/bin/kcheck' " + arguments + " >out 2>err </dev/null";
    const int status = std::system(line.c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
  /// Makes STEM.co from STEM.hip, for gfx1151; false where the compiler refuses.
  [[nodiscard]] bool compile_code_object(const std::string& stem) const {
    const std::string line =
        "cd '" + folder_.string() +
        "' && clang++-19 -x hip --offload-arch=gfx1151 -nogpulib -nogpuinc --offload-device-only "
        "--no-gpu-bundle-output -O3 -ffp-contract=off " +
        stem + ".hip -o " + stem + ".co 2>/dev/null";
    return std::system(line.c_str()) == 0;
  }
  [[nodiscard]] std::string path(const std::string& name) const {
    return (folder_ / name).string();
  }

  void write_commands(const std::set<std::string>& files) const {
    Json commands = Json::array();
    for (const auto& file : files) {
      commands.push_back({{"directory", folder_.string()},
                          {"file", file},
                          {"command", "c++ -std=c++20 -c '" + file + "'"}});
    }
    write("compile_commands.json", commands.dump());
  }

 private:
  fs::path folder_;
};

inline bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace kgate::checks::tests
