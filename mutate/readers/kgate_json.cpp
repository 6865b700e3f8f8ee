// SPDX-License-Identifier: MIT
// The JSON report of `kgate run --json FILE`.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "mutate/failure.hpp"
#include "mutate/reader.hpp"

namespace kgate::mutate {
namespace {

Verdict verdict_of(const nlohmann::json& document) {
  Verdict verdict;
  if (document.at("schema") != "kgate-run" || document.at("version") != 1) {
    throw Failure(kExitUsage, "the report is no kgate-run of version 1");
  }
  verdict.assertions = document.at("totals").at("assertions").get<std::uint64_t>();
  for (const nlohmann::json& one : document.at("verdicts")) {
    if (one.at("verdict") == "fail") {
      verdict.failed.push_back({.kind = FailedTest::Kind::assertion,
                                .gate = one.at("gate").get<std::string>(),
                                .test_case = one.at("case").get<std::string>(),
                                .first_difference = one.at("first_difference").get<std::string>()});
    }
  }
  return verdict;
}

Verdict read(const Finished& /*finished*/, const std::string& report,
             const std::string& /*pattern*/) {
  if (report.empty()) {
    return {};  // refused before it ran; the exit code says so
  }
  try {
    return verdict_of(nlohmann::json::parse(report));
  } catch (const nlohmann::json::exception& error) {
    throw Failure(kExitUsage, fmt::format("the report is no kgate-run: {}", error.what()));
  }
}

}  // namespace

extern const Reader kgate_json;
const Reader kgate_json{
    .stem = "kgate_json",
    .summary = "the file that `report` names, written by `kgate run --json FILE`",
    .read = read,
};

}  // namespace kgate::mutate
