// SPDX-License-Identifier: MIT
// Time per file of kcheck and of clang's own tools on the same compile commands.
//
//   kcheck_bench [files] [rounds] [compile_commands.json]
//
// Takes every n-th command of the database (by default this build's, 16 files outside tests) and
// runs over them, in each round: clang-query-19 with one query that finds comparisons of an
// enumeration (clang-tidy 19 takes no query as a check, so a query is run by clang-query);
// clang-tidy-19 with one check of its own that looks at the same nodes; and kcheck with all rules,
// cold and with a warm cache. Those run on one thread and their time is that of the processes, not
// of the clock on the wall, so that other work on the machine counts little. Then kcheck and
// clang-tidy once more on all processors, by the clock. Medians over the rounds; figures of one
// invocation compare with each other.
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
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
  double processor = 0;  ///< seconds
  double clock = 0;      ///< seconds
  int status = 0;
};

Run timed(const std::string& command) {
  const double before = seconds_of_children();
  const auto start = std::chrono::steady_clock::now();
  const int status = std::system(command.c_str());
  const std::chrono::duration<double> clock = std::chrono::steady_clock::now() - start;
  return {seconds_of_children() - before, clock.count(),
          WIFEXITED(status) ? WEXITSTATUS(status) : -1};
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

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

/// One command, what it is compared with, and its runs.
struct Row {
  const char* what;
  std::string command;
  bool by_clock;            ///< on all processors; otherwise on one thread, by processor time
  std::size_t compared_to;  ///< index of a row
  std::vector<Run> runs;

  [[nodiscard]] double seconds(std::size_t round) const {
    return by_clock ? runs[round].clock : runs[round].processor;
  }
};

void report(const std::vector<Row>& rows, std::size_t files) {
  for (const auto& row : rows) {
    std::vector<double> seconds;
    std::vector<double> ratios;
    for (std::size_t round = 0; round < row.runs.size(); ++round) {
      seconds.push_back(row.seconds(round) / static_cast<double>(files));
      ratios.push_back(row.seconds(round) / rows[row.compared_to].seconds(round));
    }
    fmt::print("{:<52} {:6.3f} s a file  {:5.2f} of row {}  exit {}\n", row.what, median(seconds),
               median(ratios), row.compared_to + 1, row.runs.back().status);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::size_t count = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 16;
  const std::size_t rounds = argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 3;
  const std::string database =
      argc > 3 ? argv[3] : std::string(KGATE_BINARY_DIR) + "/compile_commands.json";
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
  const std::string kcheck = std::string("'") + KGATE_BINARY_DIR + "/bin/kcheck' dispatch" +
                             " --config '" + KGATE_SOURCE_DIR + "/kcheck.toml' -p '" + folder + "'";
  const unsigned processors = std::max(1U, std::thread::hardware_concurrency());
  const std::string tidy =
      "clang-tidy-19 --quiet --checks='-*,misc-redundant-expression' -p '" + folder + "'";
  const std::string kcheck_all = fmt::format("{} -j {} --no-cache{}", kcheck, processors, files);
  const std::string cached = " -j 1 --cache '" + folder + "/cache'" + files;
  std::vector<Row> rows{
      {"clang-query-19, one query",
       "clang-query-19 -p '" + folder +
           "' -c 'match binaryOperator(isComparisonOperator(), hasEitherOperand("
           "ignoringParenImpCasts(expr(hasType(hasCanonicalType(enumType()))))))'" +
           files,
       false,
       0,
       {}},
      {"clang-tidy-19, misc-redundant-expression alone", tidy + files, false, 0, {}},
      {"kcheck dispatch, all rules, nothing cached",
       "rm -rf '" + folder + "/cache'; " + kcheck + cached,
       false,
       0,
       {}},
      {"kcheck dispatch, all rules, all cached", kcheck + cached, false, 0, {}},
      {"clang-tidy-19 on all processors, by the clock",
       fmt::format("printf '%s\\n'{} | xargs -P {} -n 1 {}", files, processors, tidy),
       true,
       4,
       {}},
      {"kcheck dispatch on all processors, by the clock", kcheck_all, true, 4, {}}};
  for (std::size_t round = 0; round < rounds; ++round) {
    for (auto& row : rows) {
      row.runs.push_back(timed("{ " + row.command + "; } >'" + folder + "/out' 2>&1"));
    }
  }
  fs::remove_all(folder);
  fmt::print("{} files, median of {} rounds, {} processors\n", chosen.size(), rounds, processors);
  report(rows, chosen.size());
  return 0;
}
