// SPDX-License-Identifier: MIT
// What a rule is. A rule is one value `const Rule <stem>` defined in checks/rules/<stem>.cpp; the
// build collects them from the folder listing. Its id is the stem with dashes.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "checks/config.hpp"
#include "checks/effects.hpp"
#include "checks/flow.hpp"
#include "checks/vocabulary.hpp"
#include "checks/whole_program.hpp"

namespace kgate::checks {

/// Everything a rule may look at.
struct Context {
  const Config& config;
  const Program& program;
  const Vocabulary& vocabulary;
  const Effects& effects;
  const Flow& flow;
  std::vector<std::string> code_objects;  ///< absolute paths
};

/// A second place that explains a finding.
struct Explanation {
  Place place;
  std::string message;
};

/// What a rule reports. Places outside the project and in excluded files are dropped by the caller.
struct RuleFinding {
  Place place;
  std::string message;
  std::vector<Explanation> because;
  std::string file;  ///< path relative to the root, where the place is in no source file
};

struct Rule {
  std::string_view id;
  std::string_view summary;  ///< one sentence: what it finds
  std::string_view advice;   ///< one sentence: what to do instead
  void (*check)(const Context& context, std::vector<RuleFinding>& findings);
  bool needs_all_files = false;     ///< what it finds in a part of a project may be in another part
  bool reads_code_objects = false;  ///< besides sources
};

/// All rules in name order.
std::span<const Rule* const> rules();

/// The explanation that leads from a finding to where the backend is asked, if that is elsewhere.
std::vector<Explanation> explain(const Context& context, const Decision& decision);

}  // namespace kgate::checks
