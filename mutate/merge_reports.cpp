// SPDX-License-Identifier: MIT
// Joins the reports of shards.
#include "mutate/merge_reports.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "mutate/failure.hpp"

namespace kgate::mutate {
namespace {

void check_same(const LadderReport& first, const LadderReport& other) {
  if (other.project != first.project || other.settings_sha256 != first.settings_sha256 ||
      other.shards != first.shards || other.complete != first.complete) {
    throw Failure(kExitUsage,
                  fmt::format("shard {}/{} of {} and shard {}/{} of {} are not of one run: another "
                              "configuration, selection or number of shards",
                              first.shard, first.shards, first.project, other.shard, other.shards,
                              other.project));
  }
  for (const auto& [path, proof] : other.files) {
    const auto at = first.files.find(path);
    if (at != first.files.end() && at->second.before != proof.before) {
      throw Failure(kExitUsage, fmt::format("shards {} and {} mutated different states of {}",
                                            first.shard, other.shard, path));
    }
  }
}

void add(LadderReport&& shard, LadderReport& all) {
  for (auto& [path, proof] : shard.files) {
    const auto [at, inserted] = all.files.try_emplace(path, proof);
    if (!inserted && proof.after != proof.before) {
      at->second = proof;
    }
  }
  all.outcomes.merge(shard.outcomes);
  all.assertions = std::max(all.assertions, shard.assertions);
  all.controls += shard.controls;
  all.seconds += shard.seconds;
  all.baseline_seconds += shard.baseline_seconds;
}

}  // namespace

LadderReport merge_reports(std::vector<LadderReport> shards) {
  if (shards.empty()) {
    throw Failure(kExitUsage, "merge needs the ladder.json of every shard");
  }
  std::ranges::sort(shards, {}, &LadderReport::shard);
  const unsigned count = shards.front().shards;
  for (unsigned i = 0; i < std::max<std::size_t>(count, shards.size()); ++i) {
    if (i >= shards.size() || shards[i].shard != i + 1) {
      throw Failure(kExitUsage, fmt::format("of {} shards, number {} is missing, or one is given "
                                            "twice",
                                            count, i + 1));
    }
    check_same(shards.front(), shards[i]);
  }
  LadderReport all = shards.front();
  all.shard = 1;
  all.shards = 1;
  all.mutants.clear();
  std::size_t total = 0;
  for (const LadderReport& shard : shards) {
    total += shard.mutants.size();
  }
  // The k-th shard has every count-th mutant from the k-th on.
  for (std::size_t i = 0; i < total; ++i) {
    all.mutants.push_back(shards[i % count].mutants.at(i / count));
  }
  for (std::size_t i = 1; i < shards.size(); ++i) {
    add(std::move(shards[i]), all);
  }
  return all;
}

}  // namespace kgate::mutate
