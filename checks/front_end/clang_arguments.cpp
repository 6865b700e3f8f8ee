// SPDX-License-Identifier: MIT
// Turns a build's compile command into the arguments with which clang parses one pass of it.
#include <algorithm>
#include <array>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "checks/compile_commands.hpp"

namespace kgate::checks {
namespace {

bool starts_with_any(std::string_view word, const auto& prefixes) {
  return std::any_of(prefixes.begin(), prefixes.end(),
                     [&](std::string_view prefix) { return word.starts_with(prefix); });
}

bool is_any(std::string_view word, const auto& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

std::string basename_of(std::string_view path) {
  return std::filesystem::path(path).filename().string();
}

bool is_compiler(std::string_view word) {
  const std::string base = basename_of(word);
  static constexpr std::array<std::string_view, 9> kStems{"clang", "gcc",  "g++",  "c++",     "cc",
                                                          "hipcc", "nvcc", "icpx", "amdclang"};
  return std::any_of(kStems.begin(), kStems.end(), [&](std::string_view stem) {
    // `x86_64-linux-gnu-g++-12` and `clang++-19` are compilers, `ccache` and `distcc` are not.
    const auto at = base.rfind(stem);
    const bool starts = at == 0 || (at != std::string::npos && base[at - 1] == '-');
    const auto rest = starts ? base.substr(at + stem.size()) : std::string("?");
    return rest.find_first_not_of("+-.0123456789") == std::string::npos;
  });
}

/// Index of the compiler in the arguments; launchers such as ccache come before it.
std::size_t compiler_index(const CompileCommand& command) {
  for (std::size_t at = 0; at < command.arguments.size() && at < 8; ++at) {
    if (is_compiler(command.arguments[at])) {
      return at;
    }
  }
  return 0;
}

/// Options that write something, or that make another compiler's warnings errors here.
constexpr std::array<std::string_view, 16> kDropped{"-c",
                                                    "-S",
                                                    "-E",
                                                    "-M",
                                                    "-MM",
                                                    "-MD",
                                                    "-MMD",
                                                    "-MP",
                                                    "-MG",
                                                    "-Werror",
                                                    "-v",
                                                    "-pedantic-errors",
                                                    "--cuda-host-only",
                                                    "--cuda-device-only",
                                                    "--offload-host-only",
                                                    "--offload-device-only"};
constexpr std::array<std::string_view, 9> kDroppedPrefixes{
    "-Werror=",    "-save-temps",     "--offload-arch=",        "--cuda-gpu-arch=",
    "-MF",         "-fgpu-rdc-mode=", "--no-gpu-bundle-output", "-fdeps-",
    "-fmodules-ts"};
constexpr std::array<std::string_view, 6> kDroppedWithValue{
    "-o", "-MF", "-MT", "-MQ", "-MJ", "--serialize-diagnostics"};

constexpr std::array<std::string_view, 8> kNvccWithValue{"-gencode", "--generate-code", "-Xptxas",
                                                         "-Xcudafe", "-ccbin",          "-Xfatbin",
                                                         "-Xnvlink", "--options-file"};
constexpr std::array<std::string_view, 22> kNvccPrefixes{"-gencode=",
                                                         "--generate-code=",
                                                         "-Xptxas=",
                                                         "-Xcudafe=",
                                                         "-ccbin=",
                                                         "--expt-",
                                                         "-expt-",
                                                         "--extended-",
                                                         "-extended-",
                                                         "-rdc=",
                                                         "--relocatable",
                                                         "-use_fast_math",
                                                         "--use_fast_math",
                                                         "-lineinfo",
                                                         "--generate-line-info",
                                                         "--fmad",
                                                         "-fmad",
                                                         "-forward-unknown",
                                                         "--threads",
                                                         "-t=",
                                                         "-code=",
                                                         "--ptxas-options"};

/// The word without its nvcc spelling; empty where clang has nothing like it.
std::string from_nvcc(const std::string& word) {
  if (starts_with_any(word, kNvccPrefixes) || word == "-G" || word == "-dc") {
    return {};
  }
  if (word.starts_with("-std=")) {
    return word;
  }
  return word;
}

/// The first architecture that the command names, empty if none.
std::string first_architecture(const CompileCommand& command) {
  for (const auto& word : command.arguments) {
    for (const std::string_view prefix : {"--offload-arch=", "--cuda-gpu-arch=", "-arch="}) {
      if (word.starts_with(prefix)) {
        const auto value = word.substr(prefix.size());
        return value.substr(0, value.find(','));
      }
    }
    const auto sm = word.find("code=sm_");
    if (sm != std::string::npos) {
      return word.substr(sm + 5, word.find(',', sm) - sm - 5);
    }
  }
  return {};
}

std::string explicit_language(const CompileCommand& command) {
  std::string language;
  for (std::size_t at = 1; at < command.arguments.size(); ++at) {
    const auto& word = command.arguments[at];
    if (word == "-x" && at + 1 < command.arguments.size()) {
      language = command.arguments[at + 1];
    } else if (word.starts_with("-x") && word.size() > 2) {
      language = word.substr(2);
    }
  }
  return language;
}

/// Copies the arguments that matter to a parse, from the one after the compiler.
std::vector<std::string> kept_arguments(const CompileCommand& command, bool nvcc) {
  std::vector<std::string> kept;
  const auto& words = command.arguments;
  for (std::size_t at = compiler_index(command) + 1; at < words.size(); ++at) {
    const std::string& word = words[at];
    if (is_any(word, kDroppedWithValue) || word == "-x" || (nvcc && is_any(word, kNvccWithValue))) {
      ++at;
    } else if (word == "-Xclang" && at + 3 < words.size() && words[at + 1] == "-include-pch") {
      at += 3;  // the text of the precompiled header follows as an -include
    } else if (nvcc && (word == "-Xcompiler" || word == "--compiler-options") &&
               at + 1 < words.size()) {
      ++at;
    } else if (is_any(word, kDropped) || starts_with_any(word, kDroppedPrefixes) ||
               word.starts_with("-Xcompiler=") ||
               (word.starts_with("-o") && word.size() > 2 && !word.starts_with("-objc"))) {
      continue;
    } else if (auto clean = nvcc ? from_nvcc(word) : word;
               !clean.empty() && !(nvcc && clean.starts_with("-arch"))) {
      kept.push_back(std::move(clean));
    }
  }
  return kept;
}

}  // namespace

std::string_view name(Pass pass) { return pass == Pass::host ? "host" : "device"; }

Language language_of(const CompileCommand& command) {
  const std::string compiler =
      command.arguments.empty() ? "" : basename_of(command.arguments[compiler_index(command)]);
  const std::string language = explicit_language(command);
  const std::string extension = std::filesystem::path(command.file).extension().string();
  if (language == "hip" ||
      (language.empty() && (extension == ".hip" || compiler.starts_with("hipcc")))) {
    return Language::hip;
  }
  if (language == "cuda" || language == "cu" || (language.empty() && extension == ".cu")) {
    return Language::cuda;
  }
  if (language == "c" || (language.empty() && extension == ".c")) {
    return Language::c;
  }
  return Language::cxx;
}

std::vector<Pass> passes_of(const CompileCommand& command) {
  const Language language = language_of(command);
  if (language == Language::c || language == Language::cxx) {
    return {Pass::host};
  }
  for (const auto& word : command.arguments) {
    if (word == "--offload-device-only" || word == "--cuda-device-only") {
      return {Pass::device};
    }
    if (word == "--offload-host-only" || word == "--cuda-host-only") {
      return {Pass::host};
    }
  }
  return {Pass::host, Pass::device};
}

std::vector<std::string> clang_arguments(const CompileCommand& command, Pass pass,
                                         const std::string& clang) {
  const Language language = language_of(command);
  const bool nvcc = basename_of(command.arguments[compiler_index(command)]).starts_with("nvcc");
  const auto kept = kept_arguments(command, nvcc);
  std::vector<std::string> result{
      clang, language == Language::c ? "--driver-mode=gcc" : "--driver-mode=g++"};
  static constexpr std::array<std::string_view, 4> kNames{"c", "c++", "hip", "cuda"};
  result.emplace_back("-x");
  result.emplace_back(kNames.at(static_cast<std::size_t>(language)));
  result.insert(result.end(), kept.begin(), kept.end());
  if (language == Language::hip || language == Language::cuda) {
    result.emplace_back(pass == Pass::host ? "--offload-host-only" : "--offload-device-only");
    if (const auto architecture = first_architecture(command); !architecture.empty()) {
      result.push_back("--offload-arch=" + architecture);
    }
    result.emplace_back("-nogpulib");
  }
  for (const std::string_view added : {"-fsyntax-only", "-w", "-fno-color-diagnostics"}) {
    result.emplace_back(added);
  }
  return result;
}

}  // namespace kgate::checks
