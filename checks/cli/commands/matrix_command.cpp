// SPDX-License-Identifier: MIT
// kcheck matrix: ops x backends.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

#include "checks/cli/check_command.hpp"
#include "checks/cli/run_setup.hpp"
#include "checks/registrations.hpp"

namespace kgate::checks {
namespace {

std::size_t count(const Matrix& matrix, Coverage coverage) {
  std::size_t cells = 0;
  for (const auto& row : matrix.rows) {
    cells += static_cast<std::size_t>(std::count(row.cells.begin(), row.cells.end(), coverage));
  }
  return cells;
}

std::string counts(const Matrix& matrix) {
  return fmt::format("{} ops, {} backends: {} native, {} reference, {} waived, {} missing",
                     matrix.rows.size(), matrix.backends.size(), count(matrix, Coverage::native),
                     count(matrix, Coverage::reference), count(matrix, Coverage::waived),
                     count(matrix, Coverage::missing));
}

std::string as_text(const Matrix& matrix) {
  constexpr std::size_t kCell = 11;
  std::size_t width = 2;
  for (const auto& row : matrix.rows) {
    width = std::max(width, row.op.size());
  }
  std::string out = fmt::format("{:<{}}", "op", width + 2);
  for (const auto& backend : matrix.backends) {
    out += fmt::format("{:<{}}", backend, kCell);
  }
  out += '\n';
  for (const auto& row : matrix.rows) {
    out += fmt::format("{:<{}}", row.op, width + 2);
    for (const Coverage cell : row.cells) {
      out += fmt::format("{:<{}}", name(cell), kCell);
    }
    out += '\n';
  }
  return out + counts(matrix) + "\n";
}

std::string as_markdown(const Matrix& matrix) {
  std::string out = "| op |";
  std::string rule = "| --- |";
  for (const auto& backend : matrix.backends) {
    out += fmt::format(" {} |", backend);
    rule += " --- |";
  }
  out += "\n" + rule + "\n";
  for (const auto& row : matrix.rows) {
    out += fmt::format("| {} |", row.op);
    for (const Coverage cell : row.cells) {
      out += cell == Coverage::missing ? " **missing** |" : fmt::format(" {} |", name(cell));
    }
    out += '\n';
  }
  return out + "\n" + counts(matrix) + "\n";
}

std::string as_json(const Matrix& matrix, const Vocabulary& vocabulary) {
  nlohmann::ordered_json json{{"schema", 1}, {"backends", matrix.backends}};
  json["ops"] = nlohmann::ordered_json::array();
  for (const auto& row : matrix.rows) {
    nlohmann::ordered_json cells;
    for (std::size_t at = 0; at < row.cells.size(); ++at) {
      cells[matrix.backends[at]] = name(row.cells[at]);
    }
    json["ops"].push_back({{"op", row.op},
                           {"file", vocabulary.relative(row.place.file)},
                           {"line", row.place.line},
                           {"backends", cells}});
  }
  return json.dump(2) + "\n";
}

int run(int argc, char** argv) {
  auto words = split_words(argc, argv);
  cxxopts::Options options(
      "kcheck matrix", "Prints which op has a kernel on which backend, from the registrations.\n");
  add_run_options(options);
  options.add_options()("format", "text, markdown or json",
                        cxxopts::value<std::string>()->default_value("text"), "NAME");
  const auto parsed = options.parse(static_cast<int>(words.words.size()), words.words.data());
  if (parsed.count("help") != 0) {
    fmt::print("{}", options.help());
    return kExitClean;
  }
  const std::string format = parsed["format"].as<std::string>();
  if (format != "text" && format != "markdown" && format != "json") {
    throw CommandFailure(kExitUsage, "--format is text, markdown or json");
  }
  const Config config = configure(parsed);
  const Analysed analysed = analyse(config, list_run(parsed, config, words.flags));
  const Vocabulary vocabulary(analysed.program, config);
  const Effects effects(analysed.program, vocabulary);
  const Flow flow(analysed.program, vocabulary, effects);
  const Matrix matrix =
      make_matrix(find_registrations(analysed.program, config, vocabulary, flow), config);
  fmt::print("{}", format == "text"       ? as_text(matrix)
                   : format == "markdown" ? as_markdown(matrix)
                                          : as_json(matrix, vocabulary));
  for (const auto& notice : analysed.notices) {
    fmt::print(stderr, "kcheck: {}: {}\n", notice.span ? notice.span->file : "", notice.message);
  }
  if (analysed.files_failed > 0) {
    return kExitCouldNotRun;
  }
  return matrix.rows.empty() ? kExitRanNothing : kExitClean;
}

}  // namespace

extern const CheckCommand matrix_command;
const CheckCommand matrix_command{"matrix", "prints ops x backends from the registrations", run};

}  // namespace kgate::checks
