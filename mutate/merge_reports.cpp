// SPDX-License-Identifier: MIT
// Joins the reports of shards.
#include "mutate/merge_reports.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "mutate/failure.hpp"

namespace kgate::mutate {
namespace {

// A file that two reports mutated must have been the same file.
void check_files(const LadderReport& first, const LadderReport& other) {
  for (const auto& [path, proof] : other.files) {
    const auto at = first.files.find(path);
    if (at != first.files.end() && at->second.before != proof.before) {
      throw Failure(kExitUsage, fmt::format("the reports are about different states of {}", path));
    }
  }
}

void check_same(const LadderReport& first, const LadderReport& other) {
  if (other.project != first.project || other.settings_sha256 != first.settings_sha256 ||
      other.shards != first.shards || other.complete != first.complete) {
    throw Failure(kExitUsage,
                  fmt::format("shard {}/{} of {} and shard {}/{} of {} are not of one run: another "
                              "configuration, selection or number of shards",
                              first.shard, first.shards, first.project, other.shard, other.shards,
                              other.project));
  }
  check_files(first, other);
}

void add(LadderReport&& shard, LadderReport& all) {
  for (auto& [path, proof] : shard.files) {
    const auto [at, inserted] = all.files.try_emplace(path, proof);
    if (!inserted && proof.after != proof.before) {
      at->second = proof;
    }
  }
  shard.outcomes.merge(all.outcomes);
  all.outcomes = std::move(shard.outcomes);
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

LadderReport merge_selections(std::vector<LadderReport> runs) {
  if (runs.empty()) {
    throw Failure(kExitUsage, "merge needs the ladder.json of every run");
  }
  LadderReport all = runs.front();
  all.shard = 1;
  all.shards = 1;
  all.complete = false;
  std::set<std::string> known;
  for (const Mutant& mutant : all.mutants) {
    known.insert(mutant.id);
  }
  for (std::size_t i = 1; i < runs.size(); ++i) {
    if (runs[i].project != all.project) {
      throw Failure(kExitUsage, fmt::format("report {} of {} is of {}, the first of {}", i + 1,
                                            runs.size(), runs[i].project, all.project));
    }
    check_files(all, runs[i]);
    for (const Mutant& mutant : runs[i].mutants) {
      if (known.insert(mutant.id).second) {
        all.mutants.push_back(mutant);
      }
    }
    add(std::move(runs[i]), all);
  }
  return all;
}

}  // namespace kgate::mutate
