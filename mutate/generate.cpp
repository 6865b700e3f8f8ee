// SPDX-License-Identifier: MIT
// Runs the operators over the project's files.
#include "mutate/generate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "mutate/code_tree.hpp"
#include "mutate/failure.hpp"
#include "mutate/glob.hpp"
#include "mutate/operator.hpp"
#include "mutate/parse_project.hpp"

namespace kgate::mutate {
namespace {

std::vector<const Operator*> chosen_operators(const Settings& settings, bool for_rungs) {
  std::set<std::string> wanted(settings.operators.begin(), settings.operators.end());
  if (for_rungs) {
    wanted.clear();
  }
  for (const Rung& rung : settings.rungs) {
    if (!rung.operator_name.empty()) {
      wanted.insert(rung.operator_name);
    }
  }
  std::vector<const Operator*> chosen;
  for (const Operator* one : operators()) {
    const std::string id = operator_id(*one);
    const bool by_default = !for_rungs && settings.operators.empty() && one->generic;
    const bool named = std::ranges::any_of(
        wanted, [&id](const std::string& pattern) { return glob_matches(pattern, id); });
    if ((by_default || named) && !any_glob_matches(settings.skip_operators, id)) {
      chosen.push_back(one);
    }
  }
  return chosen;
}

// All mutants of one file, each edit once, by place and then operator.
std::vector<Mutant> mutants_of(const std::string& file, const std::vector<const CodeTree*>& trees,
                               const std::vector<const Operator*>& chosen, const Settings& settings,
                               Sources& sources) {
  const std::string& text = sources.text(file);
  std::vector<Mutant> mutants;
  for (const Operator* one : chosen) {
    std::set<std::tuple<std::size_t, std::size_t, std::string>> seen;
    for (const CodeTree* tree : trees) {
      for (const Node* root : tree->roots) {
        std::vector<Proposal> proposals;
        Proposals out(text, settings.names, proposals);
        walk(*root, [&](const Node& node) { one->find(node, out); });
        for (Proposal& proposal : proposals) {
          if (!seen.insert({proposal.begin, proposal.end, proposal.replacement}).second) {
            continue;
          }
          Mutant mutant = make_mutant(sources, file, proposal.begin, proposal.end,
                                      std::move(proposal.replacement));
          mutant.operator_name = operator_id(*one);
          mutant.summary = std::move(proposal.summary);
          mutant.function = root->name;
          mutants.push_back(std::move(mutant));
        }
      }
    }
  }
  std::ranges::sort(mutants, {}, [](const Mutant& mutant) {
    return std::tie(mutant.edit.begin, mutant.edit.end, mutant.operator_name,
                    mutant.edit.replacement);
  });
  return mutants;
}

// Two operators may propose the same edit; the semantic one says more.
void drop_repeated(std::vector<Mutant>& mutants) {
  std::map<std::tuple<std::size_t, std::size_t, std::string>, std::size_t> best;
  const auto is_generic = [](const Mutant& mutant) {
    const auto at = std::ranges::find_if(operators(), [&mutant](const Operator* one) {
      return operator_id(*one) == mutant.operator_name;
    });
    return (*at)->generic;
  };
  std::vector<bool> dropped(mutants.size(), false);
  for (std::size_t i = 0; i < mutants.size(); ++i) {
    const Edit& edit = mutants[i].edit;
    const auto [at, is_new] = best.try_emplace({edit.begin, edit.end, edit.replacement}, i);
    if (!is_new) {
      const bool better = is_generic(mutants[at->second]) && !is_generic(mutants[i]);
      dropped[better ? at->second : i] = true;
      at->second = better ? i : at->second;
    }
  }
  std::size_t index = 0;
  std::erase_if(mutants, [&](const Mutant& /*mutant*/) { return dropped[index++]; });
}

void check_operator(const std::string& pattern, const std::string& where) {
  if (std::ranges::none_of(operators(), [&pattern](const Operator* one) {
        return glob_matches(pattern, operator_id(*one));
      })) {
    throw Failure(kExitUsage, fmt::format("{}: no operator matches `{}`; `kmutate operators` lists "
                                          "them",
                                          where, pattern));
  }
}

}  // namespace

void check_operators(const Settings& settings) {
  for (const auto& patterns : {settings.operators, settings.skip_operators}) {
    for (const std::string& pattern : patterns) {
      check_operator(pattern, settings.config.string());
    }
  }
  for (const Rung& rung : settings.rungs) {
    if (!rung.operator_name.empty()) {
      check_operator(rung.operator_name, rung.where);
    }
  }
}

std::vector<Mutant> generate_mutants(const Settings& settings, Sources& sources,
                                     const GenerateOptions& options) {
  const std::vector<const Operator*> chosen = chosen_operators(settings, options.for_rungs);
  std::set<std::string> rung_files;
  for (const Rung& rung : settings.rungs) {
    if (!rung.operator_name.empty()) {
      rung_files.insert(rung.file);
    }
  }
  const auto wanted = [&](const std::string& file) {
    const bool named =
        any_glob_matches(settings.files, file) && !any_glob_matches(settings.skip_files, file);
    return (options.for_rungs ? rung_files.contains(file) : named) &&
           (options.files.empty() || rung_files.contains(file) ||
            any_glob_matches(options.files, file));
  };
  if (chosen.empty() || (settings.files.empty() && !options.for_rungs)) {
    return {};
  }
  std::vector<Mutant> all;
  for (const auto& [file, parses] : parse_project(settings, wanted)) {
    std::vector<const CodeTree*> trees;
    for (const CodeTree& tree : parses) {
      trees.push_back(&tree);
    }
    std::vector<Mutant> mutants = mutants_of(file, trees, chosen, settings, sources);
    if (!options.for_rungs) {
      drop_repeated(mutants);
    }
    assign_ids(mutants, sources.text(file));
    std::ranges::move(mutants, std::back_inserter(all));
  }
  return all;
}

}  // namespace kgate::mutate
