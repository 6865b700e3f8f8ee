// SPDX-License-Identifier: MIT
// Processor time per file of kcheck and of clang's own tools on the same compile commands.
//
//   kcheck_bench [files] [compile_commands.json]
//
// Takes every n-th command of the database (by default this build's, 24 files outside tests) and
// runs over them: kcheck with all rules, cold and with a warm cache; clang-query-19 with one query
// that finds comparisons of an enumeration (clang-tidy 19 takes no query as a check, so a query is
// run by clang-query); and clang-tidy-19 with one check of its own that looks at the same nodes.
// Each runs on one thread. Time is that of the processes, not of the clock on the wall, so that
// other work on the machine counts little; runs of one invocation compare with each other.
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

double seconds_of_children() {
  rusage used{};
  getrusage(RUSAGE_CHILDREN, &used);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

struct Run {
  double seconds = 0;
  int status = 0;
};

Run timed(const std::string& command) {
  const double before = seconds_of_children();
  const int status = std::system(command.c_str());
  return {seconds_of_children() - before, WIFEXITED(status) ? WEXITSTATUS(status) : -1};
}

/// Every n-th command of a file of this project that is no test, `count` in all.
Json choose(const Json& database, std::size_t count) {
  Json candidates = Json::array();
  const std::string root = std::string(KGATE_SOURCE_DIR) + "/";
  for (const auto& entry : database) {
    const std::string file =
        fs::path(entry.at("directory").get<std::string>()) / entry.at("file").get<std::string>();
    const bool ours = file.starts_with(root) && file.find("/tests/") == std::string::npos &&
                      file.find("/build/") == std::string::npos;
    if (ours || !file.starts_with(root)) {
      candidates.push_back(entry);
    }
  }
  Json chosen = Json::array();
  const std::size_t step =
      std::max<std::size_t>(1, candidates.size() / std::max<std::size_t>(count, 1));
  for (std::size_t at = 0; at < candidates.size() && chosen.size() < count; at += step) {
    chosen.push_back(candidates[at]);
  }
  return chosen;
}

void report(const char* what, const Run& run, std::size_t files, double baseline) {
  fmt::print("{:<46} {:7.3f} s  {:6.3f} s a file  {:5.2f} of clang-query  exit {}\n", what,
             run.seconds, run.seconds / static_cast<double>(files), run.seconds / baseline,
             run.status);
}

}  // namespace

int main(int argc, char** argv) {
  const std::size_t count = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 24;
  const std::string database =
      argc > 2 ? argv[2] : std::string(KGATE_BINARY_DIR) + "/compile_commands.json";
  std::ifstream in(database);
  const Json all = Json::parse(in, nullptr, /*allow_exceptions=*/false);
  if (!all.is_array()) {
    fmt::print(stderr, "kcheck_bench: {} is no compilation database\n", database);
    return 2;
  }
  const Json chosen = choose(all, count);
  if (chosen.empty()) {
    fmt::print(stderr, "kcheck_bench: {} has no file to measure\n", database);
    return 4;
  }
  std::string folder = (fs::temp_directory_path() / "kcheck_bench_XXXXXX").string();
  if (mkdtemp(folder.data()) == nullptr) {
    fmt::print(stderr, "kcheck_bench: no temporary folder can be made\n");
    return 3;
  }
  std::ofstream(folder + "/compile_commands.json") << chosen.dump();
  std::string files;
  for (const auto& entry : chosen) {
    files += " '" + entry.at("file").get<std::string>() + "'";
  }
  const std::string quiet = " >'" + folder + "/out' 2>&1";
  const std::string kcheck = std::string("'") + KGATE_BINARY_DIR + "/bin/kcheck' dispatch -j 1" +
                             " --config '" + KGATE_SOURCE_DIR + "/kcheck.toml' -p '" + folder + "'";
  const Run query = timed("clang-query-19 -p '" + folder +
                          "' -c 'match binaryOperator(isComparisonOperator(), "
                          "hasEitherOperand(ignoringParenImpCasts(expr(hasType("
                          "hasCanonicalType(enumType()))))))'" +
                          files + quiet);
  const Run tidy = timed("clang-tidy-19 --quiet -p '" + folder +
                         "' --checks='-*,misc-redundant-expression'" + files + quiet);
  const Run cold = timed(kcheck + " --cache '" + folder + "/cache'" + files + quiet);
  const Run warm = timed(kcheck + " --cache '" + folder + "/cache'" + files + quiet);
  fs::remove_all(folder);
  fmt::print("{} files, one thread, processor time\n", chosen.size());
  report("clang-query-19, one query", query, chosen.size(), query.seconds);
  report("clang-tidy-19, misc-redundant-expression alone", tidy, chosen.size(), query.seconds);
  report("kcheck dispatch, all rules, nothing cached", cold, chosen.size(), query.seconds);
  report("kcheck dispatch, all rules, all cached", warm, chosen.size(), query.seconds);
  return 0;
}
