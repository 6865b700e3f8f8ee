// SPDX-License-Identifier: MIT
// Makes and filters the list of mutants.
#include "mutate/selection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <set>
#include <tuple>

#include "mutate/failure.hpp"
#include "mutate/files.hpp"
#include "mutate/generate.hpp"
#include "mutate/git.hpp"
#include "mutate/glob.hpp"

namespace kgate::mutate {
namespace {

struct LineRange {
  std::string file;  // empty: any
  std::size_t first = 0;
  std::size_t last = 0;
};

LineRange parse_lines(const std::string& text) {
  LineRange range;
  std::string_view numbers = text;
  if (const std::size_t colon = text.rfind(':'); colon != std::string::npos) {
    range.file = text.substr(0, colon);
    numbers.remove_prefix(colon + 1);
  }
  const char* end = numbers.data() + numbers.size();
  auto [at, error] = std::from_chars(numbers.data(), end, range.first);
  range.last = range.first;
  if (error == std::errc() && at != end && *at == '-') {
    const auto last = std::from_chars(at + 1, end, range.last);
    at = last.ptr;
    error = last.ec;
  }
  if (error != std::errc() || at != end || range.first == 0 || range.last < range.first) {
    throw Failure(kExitUsage, fmt::format("--line {}: expected N, N-M or FILE:N", text));
  }
  return range;
}

bool overlaps(const Mutant& mutant, std::size_t first, std::size_t last) {
  return mutant.begin.line <= last && first <= mutant.end.line;
}

void keep_lines(const std::vector<std::string>& lines, std::vector<Mutant>& mutants) {
  std::vector<LineRange> ranges;
  for (const std::string& text : lines) {
    ranges.push_back(parse_lines(text));
  }
  std::erase_if(mutants, [&ranges](const Mutant& mutant) {
    return std::ranges::none_of(ranges, [&mutant](const LineRange& range) {
      return (range.file.empty() || range.file == mutant.edit.file) &&
             overlaps(mutant, range.first, range.last);
    });
  });
}

void keep_diff(const Settings& settings, const std::string& in_diff, Sources& sources,
               std::vector<Mutant>& mutants) {
  const bool is_file = std::filesystem::is_regular_file(in_diff);
  const std::string diff = is_file ? read_file(in_diff) : git_diff(settings.root, in_diff);
  const auto changed = changed_lines(diff, sources, settings.root);
  std::erase_if(mutants, [&changed](const Mutant& mutant) {
    const auto at = changed.find(mutant.edit.file);
    return at == changed.end() || std::ranges::none_of(at->second, [&mutant](const auto& range) {
             return overlaps(mutant, range.first, range.second);
           });
  });
}

void keep_shard(unsigned shard, unsigned shards, std::vector<Mutant>& mutants) {
  std::vector<Mutant> kept;
  for (std::size_t i = shard - 1; i < mutants.size(); i += shards) {
    kept.push_back(std::move(mutants[i]));
  }
  mutants = std::move(kept);
}

// A rung is more than the generated mutant with the same edit: it has a name and a killer.
void merge(std::vector<Mutant> rungs, std::vector<Mutant> generated, std::vector<Mutant>& all) {
  std::set<std::tuple<std::string, std::size_t, std::size_t, std::string>> seen;
  for (std::vector<Mutant>* list : {&rungs, &generated}) {
    for (Mutant& mutant : *list) {
      const bool is_new = seen.insert({mutant.edit.file, mutant.edit.begin, mutant.edit.end,
                                       mutant.edit.replacement})
                              .second;
      if (is_new || !mutant.rung.empty()) {
        all.push_back(std::move(mutant));
      }
    }
  }
}

}  // namespace

LadderReport select_mutants(const Settings& all, const Filter& filter, Sources& sources) {
  check_operators(all);
  // A rung that the filters leave out need not match: its kernel may be in somebody else's hands.
  Settings settings = all;
  std::erase_if(settings.rungs, [&filter](const Rung& rung) {
    return (!filter.rungs.empty() && !any_glob_matches(filter.rungs, rung.name)) ||
           (!filter.ladders.empty() && !any_glob_matches(filter.ladders, rung.ladder)) ||
           (!filter.files.empty() && !any_glob_matches(filter.files, rung.file));
  });
  LadderReport report;
  report.project = settings.name;
  report.settings_sha256 = settings.sha256;
  report.accept = settings.accept;
  report.shard = filter.shard;
  report.shards = filter.shards;
  report.complete = filter.is_all();
  const bool only_rungs = filter.ladder_only || !filter.rungs.empty() || !filter.ladders.empty();
  std::vector<Mutant> generated;
  const bool rung_needs_operator =
      std::ranges::any_of(settings.rungs, [](const Rung& r) { return !r.operator_name.empty(); });
  if (!only_rungs || rung_needs_operator) {
    generated =
        generate_mutants(settings, sources, {.for_rungs = only_rungs, .files = filter.files});
  }
  std::vector<Mutant> rungs = mutants_of_rungs(settings, sources, generated);
  if (only_rungs) {
    generated.clear();
  }
  merge(std::move(rungs), std::move(generated), report.mutants);
  std::vector<std::string> stale = apply_arguments(settings, sources, report.mutants);
  if (report.complete) {
    report.stale_arguments = std::move(stale);
  }
  std::erase_if(report.mutants, [&filter](const Mutant& mutant) {
    return (!filter.rungs.empty() && !any_glob_matches(filter.rungs, mutant.rung)) ||
           (!filter.operators.empty() &&
            !any_glob_matches(filter.operators, mutant.operator_name)) ||
           (!filter.files.empty() && !any_glob_matches(filter.files, mutant.edit.file)) ||
           (!filter.ids.empty() && std::ranges::find(filter.ids, mutant.id) == filter.ids.end());
  });
  if (!filter.lines.empty()) {
    keep_lines(filter.lines, report.mutants);
  }
  if (!filter.in_diff.empty()) {
    keep_diff(settings, filter.in_diff, sources, report.mutants);
  }
  keep_shard(filter.shard, filter.shards, report.mutants);
  return report;
}

}  // namespace kgate::mutate
