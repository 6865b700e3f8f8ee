// SPDX-License-Identifier: MIT
// Finds the text of rungs and the mutants of arguments.
#include "mutate/rungs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <iterator>
#include <set>
#include <system_error>

#include "mutate/digest.hpp"
#include "mutate/failure.hpp"
#include "mutate/files.hpp"

namespace kgate::mutate {
namespace {

std::vector<std::size_t> places_of(const std::string& text, const std::string& wanted) {
  std::vector<std::size_t> places;
  for (std::size_t at = 0; (at = text.find(wanted, at)) != std::string::npos; ++at) {
    places.push_back(at);
  }
  return places;
}

std::string trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r");
  const std::size_t last = text.find_last_not_of(" \t\r");
  return first == std::string_view::npos ? std::string()
                                         : std::string(text.substr(first, last - first + 1));
}

std::size_t line_begin(const std::string& text, std::size_t offset) {
  const std::size_t newline = offset == 0 ? std::string::npos : text.rfind('\n', offset - 1);
  return newline == std::string::npos ? 0 : newline + 1;
}

std::string line_at(const std::string& text, std::size_t offset) {
  const std::size_t begin = line_begin(text, offset);
  return trimmed(std::string_view(text).substr(begin, text.find('\n', offset) - begin));
}

// Whether a place is in the part of its line that reads `wanted`.
bool is_within(const std::string& text, std::size_t offset, const std::string& wanted) {
  const std::size_t at = text.find(wanted, line_begin(text, offset));
  return wanted.empty() || (at <= offset && offset < at + wanted.size());
}

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// How many bytes two texts share at their begin and, apart from those, at their end, in whole
// words.
std::pair<std::size_t, std::size_t> common_ends(std::string_view one, std::string_view other) {
  const std::size_t shorter = std::min(one.size(), other.size());
  std::size_t before = 0;
  while (before < shorter && one[before] == other[before]) {
    ++before;
  }
  std::size_t after = 0;
  while (after < shorter - before &&
         one[one.size() - 1 - after] == other[other.size() - 1 - after]) {
    ++after;
  }
  while (before > 0 && before < one.size() && is_word(one[before - 1]) && is_word(one[before])) {
    --before;
  }
  while (after > 0 && after < one.size() && is_word(one[one.size() - after]) &&
         is_word(one[one.size() - after - 1])) {
    --after;
  }
  return {before, after};
}

Mutant found_by_text(const Rung& rung, Sources& sources) {
  const std::vector<std::size_t> places = places_of(sources.text(rung.file), rung.find);
  const auto wanted = static_cast<std::size_t>(rung.occurrence);
  if (places.empty()) {
    throw Failure(kExitUsage,
                  fmt::format("{}: rung `{}` no longer matches: its `find` text does not occur in "
                              "{}",
                              rung.where, rung.name, rung.file));
  }
  if (wanted == 0 && places.size() > 1) {
    throw Failure(kExitUsage,
                  fmt::format("{}: rung `{}`: its `find` text occurs {} times in {}; make it "
                              "longer, or say which one with `occurrence`",
                              rung.where, rung.name, places.size(), rung.file));
  }
  if (wanted > places.size()) {
    throw Failure(kExitUsage,
                  fmt::format("{}: rung `{}` wants occurrence {} of its `find` text; {} has {}",
                              rung.where, rung.name, wanted, rung.file, places.size()));
  }
  std::size_t begin = places[wanted == 0 ? 0 : wanted - 1];
  std::size_t end = begin + rung.find.size();
  std::string_view replacement = rung.replace;
  // Reports show the words that differ, not the text that made the place unique.
  const auto [same_before, same_after] = common_ends(rung.find, rung.replace);
  begin += same_before;
  end -= same_after;
  replacement = replacement.substr(same_before, replacement.size() - same_before - same_after);
  return make_mutant(sources, rung.file, begin, end, std::string(replacement));
}

Mutant found_by_operator(const Rung& rung, const std::vector<Mutant>& generated) {
  std::vector<const Mutant*> matching;
  for (const Mutant& mutant : generated) {
    if (mutant.operator_name == rung.operator_name && mutant.edit.file == rung.file &&
        (rung.function.empty() || mutant.function == rung.function)) {
      matching.push_back(&mutant);
    }
  }
  const auto wanted = static_cast<std::size_t>(rung.occurrence);
  if (matching.empty() || wanted > matching.size() || (wanted == 0 && matching.size() > 1)) {
    throw Failure(kExitUsage,
                  fmt::format("{}: rung `{}`: operator `{}` finds {} places in {}{}; say which one "
                              "with `function` and `occurrence`",
                              rung.where, rung.name, rung.operator_name, matching.size(), rung.file,
                              rung.function.empty() ? "" : " in " + rung.function));
  }
  return *matching[wanted == 0 ? 0 : wanted - 1];
}

bool fits(const Argument& argument, const Mutant& mutant, Sources& sources) {
  const auto is_one_of = [](const std::vector<std::string>& allowed, const std::string& value) {
    return std::ranges::find(allowed, value) != allowed.end();
  };
  return is_one_of(argument.operators, mutant.operator_name) && mutant.edit.file == argument.file &&
         (argument.function.empty() || argument.function == mutant.function) &&
         (argument.replacements.empty() ||
          is_one_of(argument.replacements, mutant.edit.replacement)) &&
         line_at(sources.text(argument.file), mutant.edit.begin) == trimmed(argument.line) &&
         is_within(sources.text(argument.file), mutant.edit.begin, argument.within);
}

Mutant mutant_of(const Rung& rung, const Settings& settings, Sources& sources,
                 const std::vector<Mutant>& generated) {
  if (std::error_code none; !std::filesystem::is_regular_file(settings.root / rung.file, none)) {
    throw Failure(kExitUsage, fmt::format("{}: rung `{}`: there is no file {} in {}", rung.where,
                                          rung.name, rung.file, settings.root.string()));
  }
  Mutant mutant = rung.operator_name.empty() ? found_by_text(rung, sources)
                                             : found_by_operator(rung, generated);
  if (rung.operator_name.empty()) {
    mutant.operator_name = "rung";
  }
  mutant.rung = rung.name;
  mutant.ladder = rung.ladder;
  if (!rung.summary.empty()) {
    mutant.summary = rung.summary;
  }
  mutant.expected_gate = rung.expected_gate;
  mutant.expected_text = rung.expected_text;
  std::vector<Mutant> alone{std::move(mutant)};
  assign_ids(alone, sources.text(rung.file));
  return std::move(alone.front());
}

}  // namespace

const std::string& Sources::text(const std::string& file) {
  const auto at = texts_.find(file);
  return at != texts_.end() ? at->second
                            : texts_.emplace(file, read_file(root_ / file)).first->second;
}

const std::string& Sources::sha256(const std::string& file) {
  const auto at = sums_.find(file);
  return at != sums_.end() ? at->second
                           : sums_.emplace(file, mutate::sha256(text(file))).first->second;
}

Mutant make_mutant(Sources& sources, const std::string& file, std::size_t begin, std::size_t end,
                   std::string replacement) {
  const std::string& text = sources.text(file);
  Mutant mutant;
  mutant.edit = {.file = file,
                 .begin = begin,
                 .end = end,
                 .original = text.substr(begin, end - begin),
                 .replacement = std::move(replacement),
                 .file_sha256 = sources.sha256(file)};
  mutant.begin = position_of(text, begin);
  mutant.end = position_of(text, end);
  return mutant;
}

std::vector<Mutant> mutants_of_rungs(const Settings& settings, Sources& sources,
                                     const std::vector<Mutant>& generated) {
  std::vector<Mutant> mutants;
  std::string wrong;  // all of it at once: a change to a kernel stales several rungs
  for (const Rung& rung : settings.rungs) {
    try {
      mutants.push_back(mutant_of(rung, settings, sources, generated));
    } catch (const Failure& failure) {
      if (failure.code() != kExitUsage) {
        throw;
      }
      wrong += (wrong.empty() ? "" : "\n") + std::string(failure.what());
    }
  }
  if (!wrong.empty()) {
    throw Failure(kExitUsage, wrong);
  }
  return mutants;
}

std::vector<std::string> apply_arguments(const Settings& settings, Sources& sources,
                                         std::vector<Mutant>& mutants) {
  std::vector<std::string> stale;
  for (const Argument& argument : settings.arguments) {
    std::vector<Mutant*> fitting;
    std::set<std::size_t> lines;  // `occurrence` counts those that a fitting mutant is on
    for (Mutant& mutant : mutants) {
      if (fits(argument, mutant, sources)) {
        fitting.push_back(&mutant);
        lines.insert(mutant.begin.line);
      }
    }
    std::set<std::string> unused(argument.operators.begin(), argument.operators.end());
    for (Mutant* mutant : fitting) {
      const auto before = std::distance(lines.begin(), lines.find(mutant->begin.line));
      if (argument.occurrence == 0 || argument.occurrence == before + 1) {
        mutant->argued = argument.reason;
        mutant->argued_at = argument.where;
        unused.erase(mutant->operator_name);
      }
    }
    for (const std::string& name : unused) {
      stale.push_back(fmt::format("{}: no mutant of `{}` is on a line `{}` of {}", argument.where,
                                  name, argument.line, argument.file));
    }
  }
  return stale;
}

}  // namespace kgate::mutate
