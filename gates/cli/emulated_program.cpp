// SPDX-License-Identifier: MIT
#include "gates/cli/emulated_program.hpp"

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <vector>

#include "gates/emulator/hip/hip_program.hpp"
#include "gates/exit_code.hpp"
#include "kernels/runtime/device.hpp"

namespace kgate::gates {
namespace {

/// A folder of links that name the emulated runtime as AMD's; removed with its owner.
class RuntimeFolder {
 public:
  RuntimeFolder() = default;
  RuntimeFolder(const RuntimeFolder&) = delete;
  RuntimeFolder& operator=(const RuntimeFolder&) = delete;
  RuntimeFolder(RuntimeFolder&&) = delete;
  RuntimeFolder& operator=(RuntimeFolder&&) = delete;
  ~RuntimeFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  /// An error in words; empty on success.
  std::string fill(const std::filesystem::path& library) {
    std::error_code error;
    std::string name = (std::filesystem::temp_directory_path(error) / "kgate.XXXXXX").string();
    if (error || ::mkdtemp(name.data()) == nullptr) {
      return fmt::format("no temporary folder can be made: {}", std::strerror(errno));
    }
    path_ = name;
    for (const char* soname :
         {"libamdhip64.so", "libamdhip64.so.5", "libamdhip64.so.6", "libamdhip64.so.7"}) {
      std::filesystem::create_symlink(library, path_ / soname, error);
      if (error) {
        return fmt::format("{}: {}", (path_ / soname).string(), error.message());
      }
    }
    return {};
  }
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

std::vector<std::string> environment_with(const std::filesystem::path& folder,
                                          const ProgramOptions& options) {
  constexpr std::string_view kLibraryPath = "LD_LIBRARY_PATH=";
  std::string libraries = std::string(kLibraryPath) + folder.string();
  std::vector<std::string> variables;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string_view text = *variable;
    if (text.substr(0, kLibraryPath.size()) == kLibraryPath) {
      libraries += ":" + std::string(text.substr(kLibraryPath.size()));
    } else {
      variables.emplace_back(text);
    }
  }
  variables.push_back(libraries);
  const EmulatorOptions& emulator = options.emulator;
  const auto bit = [](bool on) { return on ? 1 : 0; };
  variables.push_back(fmt::format(
      "{}=schedule={},approx={},limit={},unaligned={},initialised={},registers={},waits={},races={}"
      ","
      "waves={},groups={},poison={}",
      emulator::kProgramVariable, options.schedule_seed, options.approximation_seed,
      options.instruction_limit, bit(options.allow_unaligned), bit(emulator.check_initialised),
      bit(emulator.check_registers), bit(emulator.check_waits), bit(emulator.check_races),
      emulator.wave_order, emulator.group_order, emulator.poison));
  if (!emulator.suppressions.empty()) {
    variables.push_back(
        fmt::format("{}={}", emulator::kSuppressionsVariable, emulator.suppressions));
  }
  return variables;
}

}  // namespace

int run_emulated_program(std::span<char* const> arguments, const ProgramOptions& options) {
  std::filesystem::path library;
  if (const Status status = emulator_library(library); !status.ok()) {
    fmt::print(stderr, "kgate emulate: {}\n", status.message());
    return kExitCouldNotRun;
  }
  RuntimeFolder folder;
  if (const std::string error = folder.fill(library); !error.empty()) {
    fmt::print(stderr, "kgate emulate: {}\n", error);
    return kExitCouldNotRun;
  }
  std::vector<std::string> variables = environment_with(folder.path(), options);
  std::vector<char*> environment;
  for (std::string& variable : variables) {
    environment.push_back(variable.data());
  }
  environment.push_back(nullptr);
  std::vector<char*> command(arguments.begin(), arguments.end());
  command.push_back(nullptr);
  std::fflush(nullptr);
  const pid_t child = ::fork();
  if (child == 0) {
    ::execvpe(command.front(), command.data(), environment.data());
    ::_exit(127);
  }
  int status = 0;
  while (child > 0 && ::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (child < 0 || (WIFEXITED(status) && WEXITSTATUS(status) == 127)) {
    fmt::print(stderr, "kgate emulate: '{}' cannot be started\n", command.front());
    return kExitCouldNotRun;
  }
  if (WIFSIGNALED(status)) {
    fmt::print(stderr, "kgate emulate: '{}' was ended by signal {}\n", command.front(),
               WTERMSIG(status));
    return 128 + WTERMSIG(status);
  }
  return WEXITSTATUS(status);
}

}  // namespace kgate::gates
