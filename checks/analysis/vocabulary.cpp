// SPDX-License-Identifier: MIT
// Roles of names under a configuration.
#include "checks/vocabulary.hpp"

#include <algorithm>

namespace kgate::checks {
namespace {

/// `kCUDA`, `GGML_BACKEND_CUDA`, `Cuda` are all `cuda`.
std::string word_of_enumerator(std::string_view name) {
  if (name.size() > 1 && name[0] == 'k' && name[1] >= 'A' && name[1] <= 'Z') {
    name.remove_prefix(1);
  }
  const auto underscore = name.rfind('_');
  return lower_case(underscore == std::string_view::npos || underscore + 1 == name.size()
                        ? name
                        : name.substr(underscore + 1));
}

std::vector<std::string> registration_names(const Config& config) {
  std::vector<std::string> names;
  for (const auto& one : config.registrations) {
    if (one.form == Registration::Form::function || one.form == Registration::Form::block) {
      names.push_back(one.name);
      names.push_back(one.name + "::" + std::string(last_part(one.name)));  // its constructor
    }
  }
  return names;
}

bool in_any(const std::vector<std::string>& patterns, std::string_view path) {
  return std::any_of(patterns.begin(), patterns.end(),
                     [&](const std::string& one) { return matches_path(one, path); });
}

bool in_namespace(const std::vector<std::string>& spaces, std::string_view name) {
  return std::any_of(spaces.begin(), spaces.end(),
                     [&](const std::string& space) { return name.starts_with(space + "::"); });
}

}  // namespace

Vocabulary::Vocabulary(const Program& program, const Config& config)
    : program_(program), config_(config) {
  const auto patterns = [&](const std::vector<std::string>& list) {
    return NamePatterns(list, config.words);
  };
  types_ = patterns(config.types);
  type_hints_ = patterns(config.type_hints);
  classes_ = patterns(config.classes);
  helpers_ = patterns(config.helpers);
  names_ = patterns(config.names);
  availability_ = patterns(config.availability);
  sentinels_ = patterns(config.sentinels);
  build_constants_ = patterns(config.build_constants);
  other_words_ = patterns(config.other_words);
  neutral_ = patterns(config.neutral);
  predicates_ = patterns(config.predicates);
  refusals_ = patterns(config.refusals);
  refusal_values_ = patterns(config.refusal_values);
  launches_ = patterns(config.launches);
  queries_ = patterns(config.registry_queries);
  registrations_ = patterns(registration_names(config));
  environment_ = patterns(config.environment);
  lanes_ = patterns(config.lanes);
  shuffles_ = patterns(config.shuffles);
  exact_calls_ = patterns(config.exact_calls);
  inexact_calls_ = patterns(config.inexact_calls);
  atomics_ = patterns(config.atomics);
  find_kinds();
}

void Vocabulary::find_kinds() {
  // Two enumerators that are backend words, in a type whose name suggests it: `enum class Kind
  // {leaf, node}` and `enum class Language {c, cuda, hip}` are something else.
  std::unordered_map<Text, int> words;
  for (const auto& enumerator : program_.enumerators()) {
    words[enumerator.enumeration] +=
        is_backend_word(word_of_enumerator(program_.text(enumerator.name))) ? 1 : 0;
  }
  for (const auto& [enumeration, count] : words) {
    const auto name = program_.text(enumeration);
    kinds_[enumeration] = types_.matches(name) || (count >= 2 && type_hints_.matches(name));
  }
}

std::uint32_t Vocabulary::roles_of_name(Text name) const {
  const auto known = roles_.find(name);
  if (known != roles_.end()) {
    return known->second;
  }
  const auto text = program_.text(name);
  std::uint32_t result = 0;
  const auto add = [&](const NamePatterns& patterns, std::uint32_t bit) {
    result |= patterns.matches(text) ? bit : 0U;
  };
  add(helpers_, role::kHelper);
  add(names_, role::kBackendName);
  add(availability_, role::kAvailability);
  add(neutral_, role::kNeutral);
  add(predicates_, role::kPredicate);
  add(refusals_, role::kRefusal);
  add(refusal_values_, role::kRefusalValue);
  add(launches_, role::kLaunch);
  add(queries_, role::kRegistryQuery);
  add(registrations_, role::kRegistration);
  add(environment_, role::kEnvironment);
  add(lanes_, role::kLane);
  add(shuffles_, role::kShuffle);
  add(exact_calls_, role::kExactCall);
  add(inexact_calls_, role::kInexactCall);
  add(atomics_, role::kAtomic);
  add(build_constants_, role::kBuildConstant);
  result |= text.starts_with("std::") || text.starts_with("__gnu_cxx::") ? role::kStandard : 0U;
  if ((result & role::kAvailability) != 0) {
    result &= ~role::kHelper;  // is_cuda_available asks for presence, not for identity
  }
  roles_[name] = result;
  return result;
}

std::uint32_t Vocabulary::roles(Text function) const {
  const Function* known = program_.function(function);
  if (known == nullptr) {
    return 0;
  }
  std::uint32_t result = roles_of_name(known->name);
  if ((result & (role::kNeutral | role::kStandard)) == 0 &&
      in_namespace(config_.registry_namespaces, program_.text(known->name))) {
    result |= role::kRegistryQuery;
  }
  if ((known->flags & function_flags::kNoReturn) != 0) {
    result |= role::kRefusal;
  }
  return result;
}

bool Vocabulary::is_kind_name(Text name) const {
  if (name == 0) {
    return false;
  }
  if (const auto enumeration = kinds_.find(name); enumeration != kinds_.end()) {
    return enumeration->second;
  }
  const auto [it, added] = types_known_.try_emplace(name, false);
  if (added) {
    it->second = types_.matches(program_.text(name));
  }
  return it->second;
}

bool Vocabulary::is_kind(TypeId type) const {
  const Type& known = program_.type(type);
  return known.indirections == 0 && is_kind_name(known.name);
}

bool Vocabulary::is_backend_class(TypeId type) const {
  const Type& known = program_.type(type);
  if (known.type_class != TypeClass::record) {
    return false;
  }
  const auto [it, added] = classes_known_.try_emplace(known.name, false);
  if (added) {
    bool found = false;
    std::vector<Text> pending{known.name};
    for (std::size_t at = 0; at < pending.size() && !found; ++at) {
      found = classes_.matches(program_.text(pending[at]));
      for (const Text base : program_.bases(pending[at])) {
        if (std::find(pending.begin(), pending.end(), base) == pending.end()) {
          pending.push_back(base);
        }
      }
    }
    it->second = found;
  }
  return it->second;
}

bool Vocabulary::is_sentinel(Text enumerator) const {
  return sentinels_.matches(last_part(program_.text(enumerator)));
}

bool Vocabulary::is_refusal_value(Text name) const {
  return refusal_values_.matches(program_.text(name));
}

bool Vocabulary::is_other_word(Text name) const {
  return other_words_.matches(program_.text(name));
}

bool Vocabulary::is_build_constant(Text variable_name) const {
  return build_constants_.matches(program_.text(variable_name));
}

bool Vocabulary::is_backend_word(std::string_view text) const {
  // "cuda:0" names a backend as "cuda" does.
  const std::string word = lower_case(text.substr(0, text.find(':')));
  return std::find(config_.words.begin(), config_.words.end(), word) != config_.words.end();
}

std::string Vocabulary::relative(Text file) const {
  const std::string_view path = program_.text(file);
  const bool inside = path.size() > config_.root.size() && path.starts_with(config_.root) &&
                      path[config_.root.size()] == '/';
  return std::string(inside ? path.substr(config_.root.size() + 1) : path);
}

std::uint32_t Vocabulary::area(Text file) const {
  const auto [it, added] = areas_.try_emplace(file, 0);
  if (added) {
    const std::string path = relative(file);
    std::uint32_t result = 0;
    const auto set = [&](bool on, std::uint32_t bit) { result |= on ? bit : 0U; };
    set(path.empty() || path[0] == '/' || in_any(config_.exclude, path), area::kOutside);
    set(in_any(config_.tests, path), area::kTest);
    set(in_any(config_.registry_files, path), area::kRegistry);
    set(in_any(config_.runtime_files, path), area::kRuntime);
    set(in_any(config_.flag_files, path), area::kFlags);
    set(in_any(config_.exact_files, path), area::kExact);
    it->second = result;
  }
  return it->second;
}

std::uint32_t Vocabulary::area(const Function& function) const {
  std::uint32_t result = area(function.place.file);
  const auto name = program_.text(function.name);
  const auto set = [&](const std::vector<std::string>& spaces, std::uint32_t bit) {
    result |= in_namespace(spaces, name) ? bit : 0U;
  };
  set(config_.registry_namespaces, area::kRegistry);
  set(config_.runtime_namespaces, area::kRuntime);
  set(config_.flag_namespaces, area::kFlags);
  return result;
}

}  // namespace kgate::checks
