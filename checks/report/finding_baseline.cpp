// SPDX-License-Identifier: MIT
// Reads, compares and writes the baseline.
#include "checks/report/finding_baseline.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

namespace kgate::checks {
namespace {

constexpr int kSchema = 1;

/// Fingerprints by rule and file. One class of findings cannot pay for another.
using Buckets = std::map<std::pair<std::string, std::string>, std::vector<std::string>>;

Buckets buckets_of(const reports::FindingsReport& report) {
  Buckets buckets;
  for (const auto& finding : report.findings) {
    buckets[{finding.rule, finding.span.file}].push_back(finding.fingerprint);
  }
  return buckets;
}

std::string read(const std::string& path, Buckets& buckets) {
  std::ifstream in(path);
  if (!in) {
    return fmt::format("{}: cannot be read; --write-baseline makes one", path);
  }
  try {
    const auto json = nlohmann::json::parse(in);
    if (json.at("schema").get<int>() != kSchema) {
      return fmt::format("{}: this kcheck reads schema {}", path, kSchema);
    }
    for (const auto& entry : json.at("findings")) {
      buckets[{entry.at("rule").get<std::string>(), entry.at("file").get<std::string>()}] =
          entry.at("fingerprints").get<std::vector<std::string>>();
    }
  } catch (const nlohmann::json::exception& error) {
    return fmt::format("{}: {}", path, error.what());
  }
  return {};
}

std::size_t count(const Buckets& buckets, const Buckets::key_type& key) {
  const auto it = buckets.find(key);
  return it == buckets.end() ? 0 : it->second.size();
}

/// A rule that did not run says nothing of its part of the baseline.
bool ran(const reports::FindingsReport& report, std::string_view rule) {
  return std::any_of(report.rules.begin(), report.rules.end(),
                     [&](const auto& one) { return one.id == rule; });
}

}  // namespace

BaselineResult apply_baseline(const std::string& path, bool complete,
                              reports::FindingsReport& report) {
  BaselineResult result;
  Buckets before;
  result.error = read(path, before);
  if (!result.error.empty()) {
    return result;
  }
  const Buckets now = buckets_of(report);
  for (auto& finding : report.findings) {
    const Buckets::key_type key{finding.rule, finding.span.file};
    const auto& known = before[key];
    // Within the count, an edited line is still a known finding; beyond it, what is not listed is
    // what was added.
    const bool listed = std::find(known.begin(), known.end(), finding.fingerprint) != known.end();
    const bool within = count(now, key) <= known.size();
    finding.baseline =
        listed || within ? reports::Finding::Baseline::known : reports::Finding::Baseline::added;
    result.known += finding.baseline == reports::Finding::Baseline::known ? 1 : 0;
  }
  for (const auto& [key, fingerprints] : before) {
    const std::size_t left = count(now, key);
    if (left < fingerprints.size() && ran(report, key.first) && (complete || left > 0)) {
      result.fell = true;
      report.notices.push_back(
          {reports::Severity::error,
           fmt::format("the baseline has {} of {} here and there are {}: lower it with "
                       "--write-baseline",
                       fingerprints.size(), key.first, left),
           reports::SourceSpan{key.second, 0, 0, 0}});
    }
  }
  return result;
}

BaselineResult write_baseline(const std::string& path, const reports::FindingsReport& report) {
  BaselineResult result;
  const Buckets now = buckets_of(report);
  if (std::filesystem::exists(path)) {
    Buckets before;
    result.error = read(path, before);
    for (const auto& [key, fingerprints] : now) {
      if (result.error.empty() && fingerprints.size() > count(before, key)) {
        result.error = fmt::format(
            "{}: the baseline only goes down, and {} has {} of {} where the baseline has {}", path,
            key.second, fingerprints.size(), key.first, count(before, key));
      }
    }
    if (!result.error.empty()) {
      return result;
    }
  }
  nlohmann::ordered_json json;
  json["schema"] = kSchema;
  json["findings"] = nlohmann::ordered_json::array();
  for (const auto& [key, fingerprints] : now) {
    json["findings"].push_back(
        {{"rule", key.first}, {"file", key.second}, {"fingerprints", fingerprints}});
    result.known += fingerprints.size();
  }
  std::ofstream out(path);
  out << json.dump(2) << '\n';
  if (!out.flush()) {
    result.error = fmt::format("{}: cannot be written", path);
  }
  return result;
}

}  // namespace kgate::checks
