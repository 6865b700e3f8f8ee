// SPDX-License-Identifier: MIT
// Runs the kmutate program on copies of small trees.
#include "tests/mutate/ladder_run.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>

#include "mutate/digest.hpp"
#include "mutate/files.hpp"
#include "mutate/git.hpp"

namespace kgate::mutate::testing {

namespace fs = std::filesystem;

TemporaryFolder::TemporaryFolder() {
  std::string pattern = (fs::temp_directory_path() / "kmutate-test-XXXXXX").string();
  if (::mkdtemp(pattern.data()) == nullptr) {
    throw std::runtime_error("cannot make a temporary folder");
  }
  path_ = fs::canonical(pattern);
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

Ran shell(const fs::path& folder, const std::string& line) {
  const std::string whole =
      fmt::format("cd {} && ( {} ) 2>&1 </dev/null", shell_word(folder.string()), line);
  FILE* pipe = ::popen(whole.c_str(), "re");
  if (pipe == nullptr) {
    throw std::runtime_error("cannot run a shell");
  }
  Ran ran;
  std::array<char, 4096> block;
  for (std::size_t count = 0; (count = std::fread(block.data(), 1, block.size(), pipe)) > 0;) {
    ran.output.append(block.data(), count);
  }
  const int status = ::pclose(pipe);
  ran.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return ran;
}

Tree::Tree(const std::string& name) {
  fs::copy(fs::path(KGATE_SOURCE_DIR) / "tests/mutate/trees" / name, root(),
           fs::copy_options::recursive);
}

Ran Tree::kmutate(const std::string& arguments) const {
  return shell(root(), fmt::format("{} {}", shell_word(KMUTATE_PROGRAM), arguments));
}

Ran Tree::ladder(const std::string& arguments) const {
  const std::string jobs = arguments.find("--jobs") == std::string::npos ? "--jobs 1" : "";
  return kmutate(
      fmt::format("ladder --output {} {} {}", shell_word(output().string()), jobs, arguments));
}

LadderReport Tree::report() const { return read_report(output() / "ladder.json"); }

void Tree::replace(const std::string& file, const std::string& from, const std::string& to) const {
  std::string text = read_file(root() / file);
  const std::size_t at = text.find(from);
  if (at == std::string::npos) {
    throw std::runtime_error(fmt::format("{} does not hold {}", file, from));
  }
  text.replace(at, from.size(), to);
  write_file(root() / file, text);
}

const Outcome& outcome_of(const LadderReport& report, const std::string& rung) {
  const auto mutant = std::ranges::find(report.mutants, rung, &Mutant::rung);
  if (mutant == report.mutants.end()) {
    throw std::runtime_error("no rung " + rung);
  }
  return report.outcomes.at(mutant->id);
}

std::string state_of(const LadderReport& report, const std::string& rung) {
  return std::string(name(outcome_of(report, rung).state));
}

std::map<std::string, std::string> fingerprint(const fs::path& root) {
  std::map<std::string, std::string> entries;
  for (const auto& entry : fs::recursive_directory_iterator(root)) {
    struct stat status{};
    ::lstat(entry.path().c_str(), &status);
    entries[entry.path().lexically_relative(root).string()] = fmt::format(
        "{} {} {}.{} {}", status.st_mode, status.st_ino, status.st_mtim.tv_sec,
        status.st_mtim.tv_nsec, entry.is_regular_file() ? sha256_of_file(entry.path()) : "");
  }
  return entries;
}

}  // namespace kgate::mutate::testing
