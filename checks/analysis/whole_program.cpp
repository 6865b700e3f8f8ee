// SPDX-License-Identifier: MIT
// Merges units into a program.
#include "checks/whole_program.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace kgate::checks {

struct Program::Renumbering {
  std::vector<Text> texts;
  std::vector<TypeId> types;

  void apply(Place& place) const { place.file = texts[place.file]; }
};

namespace {

/// FNV-1a over what a body says and where; two units that include one header agree on it.
class Hash {
 public:
  void add(std::uint64_t value) {
    constexpr std::uint64_t kPrime = 0x100000001b3;
    state_ = (state_ ^ value) * kPrime;
  }
  [[nodiscard]] std::uint64_t value() const { return state_; }

 private:
  std::uint64_t state_ = 0xcbf29ce484222325;
};

const std::vector<std::uint32_t> kNoBodies;
const std::vector<Text> kNoTexts;

}  // namespace

Text Program::intern(std::string_view content) {
  const auto [it, added] =
      text_ids_.try_emplace(std::string(content), static_cast<Text>(texts_.size()));
  if (added) {
    texts_.emplace_back(content);
  }
  return it->second;
}

Text Program::find_text(std::string_view content) const {
  const auto it = text_ids_.find(std::string(content));
  return it == text_ids_.end() ? 0 : it->second;
}

std::vector<NodeId> Program::children(NodeId id) const {
  std::vector<NodeId> result;
  for (NodeId at = id + 1; at < nodes_[id].end; at = nodes_[at].end) {
    result.push_back(at);
  }
  return result;
}

NodeId Program::child(NodeId id, std::size_t slot) const {
  NodeId at = id + 1;
  while (slot > 0 && at < nodes_[id].end) {
    at = nodes_[at].end;
    --slot;
  }
  return at < nodes_[id].end ? at : 0;
}

const Function* Program::function(Text key) const {
  if (const auto it = bodies_.find(key); it != bodies_.end()) {
    return &functions_[it->second.front()];
  }
  const auto it = declared_.find(key);
  return it == declared_.end() ? nullptr : &functions_[it->second];
}

const std::vector<std::uint32_t>& Program::bodies(Text key) const {
  const auto it = bodies_.find(key);
  return it == bodies_.end() ? kNoBodies : it->second;
}

const Variable* Program::variable(Text key) const {
  const auto it = variable_ids_.find(key);
  return it == variable_ids_.end() ? nullptr : &variables_[it->second];
}

const std::vector<Text>& Program::bases(Text record) const {
  const auto it = bases_.find(record);
  return it == bases_.end() ? kNoTexts : it->second;
}

const std::vector<Text>& Program::overriders(Text key) const {
  const auto it = overriders_.find(key);
  return it == overriders_.end() ? kNoTexts : it->second;
}

void Program::add_types(const Unit& unit, Renumbering& numbers) {
  numbers.types.assign(unit.types.size(), 0);
  std::vector<bool> entered(unit.types.size(), false);
  entered[0] = true;
  // Arguments first; a type that is its own argument (`D : Base<D>`) sees itself as none.
  const auto settle = [&](const auto& self, TypeId at) -> TypeId {
    if (entered[at]) {
      return numbers.types[at];
    }
    entered[at] = true;
    Type type = unit.types[at];
    type.name = numbers.texts[type.name];
    std::string key =
        fmt::format("{}.{}.{}", static_cast<int>(type.type_class), type.indirections, type.name);
    for (auto& argument : type.arguments) {
      argument = self(self, argument);
      key += fmt::format(".{}", argument);
    }
    const auto [it, added] = type_ids_.try_emplace(key, static_cast<TypeId>(types_.size()));
    if (added) {
      types_.push_back(std::move(type));
    }
    numbers.types[at] = it->second;
    return it->second;
  };
  for (TypeId at = 1; at < unit.types.size(); ++at) {
    settle(settle, at);
  }
}

void Program::add_functions(const Unit& unit, const Renumbering& numbers) {
  for (const Function& original : unit.functions) {
    Function function = original;
    function.key = numbers.texts[function.key];
    function.name = numbers.texts[function.name];
    numbers.apply(function.place);
    function.result = numbers.types[function.result];
    for (auto* list : {&function.parameters, &function.overridden, &function.annotations}) {
      std::for_each(list->begin(), list->end(), [&](Text& id) { id = numbers.texts[id]; });
    }
    for (const Text base : function.overridden) {
      auto& known = overriders_[base];
      if (std::find(known.begin(), known.end(), function.key) == known.end()) {
        known.push_back(function.key);
      }
    }
    if (!function.defined) {
      if (declared_.try_emplace(function.key, static_cast<std::uint32_t>(functions_.size()))
              .second) {
        functions_.push_back(std::move(function));
      }
      continue;
    }
    const auto base = static_cast<NodeId>(nodes_.size());
    Hash hash;
    hash.add(function.key);
    for (NodeId at = original.body; at < unit.nodes[original.body].end; ++at) {
      Node node = unit.nodes[at];
      node.symbol = numbers.texts[node.symbol];
      node.type = numbers.types[node.type];
      if (node.op == Op::call) {
        node.value = numbers.types[static_cast<TypeId>(node.value)];
      }
      node.end = node.end - original.body + base;
      numbers.apply(node.place);
      for (const std::uint64_t part :
           {std::uint64_t{static_cast<std::uint8_t>(node.op)}, std::uint64_t{node.detail},
            std::uint64_t{node.flags}, std::uint64_t{node.symbol}, std::uint64_t{node.type},
            std::uint64_t{node.end - base}, std::uint64_t{node.place.line},
            std::uint64_t{node.place.column}, static_cast<std::uint64_t>(node.value)}) {
        hash.add(part);
      }
      nodes_.push_back(node);
    }
    auto& same = fingerprints_[hash.value()];
    if (std::find(same.begin(), same.end(), function.key) != same.end()) {
      nodes_.resize(base);
      continue;
    }
    same.push_back(function.key);
    function.body = base;
    bodies_[function.key].push_back(static_cast<std::uint32_t>(functions_.size()));
    functions_.push_back(std::move(function));
  }
}

void Program::add_names(const Unit& unit, const Renumbering& numbers) {
  for (Variable variable : unit.variables) {
    variable.key = numbers.texts[variable.key];
    variable.name = numbers.texts[variable.name];
    variable.owner = numbers.texts[variable.owner];
    variable.type = numbers.types[variable.type];
    numbers.apply(variable.place);
    const auto [it, added] =
        variable_ids_.try_emplace(variable.key, static_cast<std::uint32_t>(variables_.size()));
    if (added) {
      variables_.push_back(variable);
    } else {
      variables_[it->second].build_dependent |= variable.build_dependent;
    }
  }
  for (const Record& record : unit.records) {
    auto& bases = bases_[numbers.texts[record.name]];
    for (const Text base : record.bases) {
      if (std::find(bases.begin(), bases.end(), numbers.texts[base]) == bases.end()) {
        bases.push_back(numbers.texts[base]);
      }
    }
  }
  for (Enumerator enumerator : unit.enumerators) {
    enumerator.key = numbers.texts[enumerator.key];
    enumerator.name = numbers.texts[enumerator.name];
    enumerator.enumeration = numbers.texts[enumerator.enumeration];
    numbers.apply(enumerator.place);
    if (enumerator_ids_.try_emplace(enumerator.key, static_cast<std::uint32_t>(enumerators_.size()))
            .second) {
      enumerators_.push_back(enumerator);
    }
  }
}

void Program::add_preprocessor_facts(const Unit& unit, const Renumbering& numbers) {
  const auto is_new = [&](const Place& place, Text what) {
    return seen_remarks_
        .try_emplace(fmt::format("{}:{}:{}:{}", place.file, place.line, place.column, what), true)
        .second;
  };
  for (MacroUse macro : unit.macros) {
    macro.name = numbers.texts[macro.name];
    numbers.apply(macro.place);
    for (Text& argument : macro.arguments) {
      argument = numbers.texts[argument];
    }
    if (is_new(macro.place, macro.name)) {
      macros_.push_back(std::move(macro));
    }
  }
  const auto add_remarks = [&](const std::vector<Remark>& from, std::vector<Remark>& to) {
    for (Remark remark : from) {
      remark.text = numbers.texts[remark.text];
      numbers.apply(remark.place);
      if (is_new(remark.place, remark.text)) {
        to.push_back(remark);
      }
    }
  };
  add_remarks(unit.comments, comments_);
  add_remarks(unit.pragmas, pragmas_);
}

void Program::add(const Unit& unit, const std::vector<std::string>& arguments) {
  Renumbering numbers;
  numbers.texts.reserve(unit.texts.size());
  for (const auto& content : unit.texts) {
    numbers.texts.push_back(intern(content));
  }
  add_types(unit, numbers);
  add_functions(unit, numbers);
  add_names(unit, numbers);
  add_preprocessor_facts(unit, numbers);
  UnitSummary summary;
  summary.main_file = unit.inputs.empty() ? 0 : intern(unit.inputs.front());
  summary.device = unit.device;
  summary.arguments = arguments;
  for (Include include : unit.includes) {
    include.from = numbers.texts[include.from];
    include.to = numbers.texts[include.to];
    summary.includes.push_back(include);
  }
  units_.push_back(std::move(summary));
}

}  // namespace kgate::checks
