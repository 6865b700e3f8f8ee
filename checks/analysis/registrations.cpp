// SPDX-License-Identifier: MIT
// Finds registrations in the four forms that projects use.
#include "checks/registrations.hpp"

#include <algorithm>
#include <cctype>
#include <unordered_map>

#include "checks/pattern.hpp"

namespace kgate::checks {

std::string backend_word(std::string_view spelled) {
  std::string_view last = last_part(spelled);
  if (last.size() > 1 && last[0] == 'k' && std::isupper(static_cast<unsigned char>(last[1])) != 0) {
    last.remove_prefix(1);
  }
  return lower_case(last);
}

namespace {

class Finder {
 public:
  Finder(const Program& program, const Config& config, const Vocabulary& vocabulary,
         const Flow& flow)
      : program_(program), config_(config), vocabulary_(vocabulary), flow_(flow) {
    for (const auto& enumerator : program.enumerators()) {
      enumerators_.try_emplace(enumerator.key, &enumerator);
    }
  }

  std::vector<Registered> find() {
    for (const auto& function : program_.functions()) {
      if (function.defined && (vocabulary_.area(function) & kIgnored) == 0) {
        in_body(function);
      }
    }
    for (const auto& use : program_.macros()) {
      if ((vocabulary_.area(use.place.file) & kIgnored) == 0) {
        in_macro(use);
      }
    }
    return std::move(found_);
  }

 private:
  static constexpr std::uint32_t kIgnored = area::kOutside | area::kTest;

  void in_body(const Function& function) {
    for (NodeId at = function.body; at < program_.node(function.body).end; ++at) {
      const Node& node = program_.node(at);
      for (const auto& form : config_.registrations) {
        if (form.form == Registration::Form::table) {
          in_table(at, function, form);
          continue;
        }
        const bool call = node.op == Op::call || node.op == Op::construct;
        const Function* target = call ? program_.function(node.symbol) : nullptr;
        if (target == nullptr || form.form == Registration::Form::macro) {
          continue;
        }
        const auto name = program_.text(target->name);
        const bool constructor = (target->flags & function_flags::kConstructor) != 0 &&
                                 name == form.name + "::" + std::string(last_part(form.name));
        if (name == form.name || constructor) {
          in_call(at, function, form);
        }
      }
    }
  }

  /// Text of an argument that is an enumerator or a string.
  [[nodiscard]] std::string spelled(NodeId id, Place* declared) const {
    for (NodeId at = id; id != 0 && at < program_.node(id).end; ++at) {
      const Node& node = program_.node(at);
      if (node.op == Op::literal && node.detail == static_cast<std::uint8_t>(Literal::string)) {
        return std::string(program_.text(node.symbol));
      }
      if (node.op == Op::reference &&
          node.detail == static_cast<std::uint8_t>(Referent::enumerator)) {
        const auto known = enumerators_.find(node.symbol);
        if (declared != nullptr && known != enumerators_.end()) {
          *declared = known->second->place;
        }
        return std::string(last_part(program_.text(node.symbol)));
      }
    }
    return {};
  }

  [[nodiscard]] bool is_negative(NodeId id) const {
    for (NodeId at = id; id != 0 && at < program_.node(id).end; ++at) {
      const Node& node = program_.node(at);
      const bool minus =
          node.op == Op::unary && node.detail == static_cast<std::uint8_t>(Unary::minus);
      const bool named = node.op == Op::reference && says_reference(program_.text(node.symbol));
      if (minus || named) {
        return true;
      }
    }
    return false;
  }

  static bool says_reference(std::string_view text) {
    return lower_case(text).find("reference") != std::string::npos;
  }

  [[nodiscard]] std::vector<Text> functions_in(NodeId id) const {
    std::vector<Text> functions;
    for (NodeId at = id; at < program_.node(id).end; ++at) {
      const Node& node = program_.node(at);
      if (node.op == Op::lambda || (node.op == Op::reference &&
                                    node.detail == static_cast<std::uint8_t>(Referent::function))) {
        functions.push_back(node.symbol);
      } else if (node.op == Op::reference || node.op == Op::member) {
        const auto held = flow_.functions_held_by(node.symbol);
        functions.insert(functions.end(), held.begin(), held.end());
      }
    }
    return functions;
  }

  void in_call(NodeId id, const Function& function, const Registration& form) {
    const bool call = program_.node(id).op == Op::call;
    const auto argument = [&](int position) {
      const std::size_t slot = static_cast<std::size_t>(position) + (call ? 1 : 0);
      return position < 0 ? NodeId{0} : program_.child(id, slot);
    };
    Registered one;
    one.place = program_.node(id).place;
    one.op_place = one.place;
    one.op = spelled(argument(form.op), &one.op_place);
    one.backend = backend_word(form.form == Registration::Form::block
                                   ? block_backend(function, form)
                                   : spelled(argument(form.backend), nullptr));
    one.reference = form.reference || is_negative(argument(form.priority));
    one.functions = functions_in(id);
    add(std::move(one));
  }

  /// The backend that a macro such as TORCH_LIBRARY_IMPL(aten, CUDA, m) opens a function for.
  [[nodiscard]] std::string block_backend(const Function& function,
                                          const Registration& form) const {
    for (const auto& use : program_.macros()) {
      if (program_.text(use.name) == form.macro && use.place.file == function.place.file &&
          use.place.line == function.place.line && form.backend >= 0 &&
          static_cast<std::size_t>(form.backend) < use.arguments.size()) {
        return std::string(program_.text(use.arguments[static_cast<std::size_t>(form.backend)]));
      }
    }
    return {};
  }

  void in_macro(const MacroUse& use) {
    for (const auto& form : config_.registrations) {
      if (form.form != Registration::Form::macro || program_.text(use.name) != form.name) {
        continue;
      }
      const auto argument = [&](int position) {
        const auto at = static_cast<std::size_t>(position);
        return position < 0 || at >= use.arguments.size() ? std::string_view()
                                                          : program_.text(use.arguments[at]);
      };
      Registered one;
      one.place = use.place;
      one.op_place = use.place;
      one.op = std::string(last_part(argument(form.op)));
      one.backend = backend_word(argument(form.backend));
      const auto priority = argument(form.priority);
      one.reference = form.reference || priority.starts_with("-") || says_reference(priority);
      const auto provider = last_part(argument(form.provider));
      for (const auto& function : program_.functions()) {
        if (!provider.empty() && last_part(program_.text(function.name)) ==
                                     provider.substr(provider.starts_with("&") ? 1 : 0)) {
          one.functions.push_back(function.key);
        }
      }
      add(std::move(one));
    }
  }

  void in_table(NodeId id, const Function& function, const Registration& form) {
    const Node& node = program_.node(id);
    const bool list = node.op == Op::list && program_.type(node.type).indirections == 0 &&
                      program_.text(program_.type(node.type).name) == form.name;
    if (!list) {
      return;
    }
    for (const NodeId entry : program_.children(id)) {
      const Variable* field = program_.variable(program_.node(program_.child(entry, 0)).symbol);
      const NodeId value = program_.child(entry, 1);
      if (field == nullptr || value == 0) {
        continue;
      }
      const std::string column(last_part(program_.text(field->name)));
      const auto functions = functions_in(value);
      if (!functions.empty() &&
          std::find(form.columns.begin(), form.columns.end(), column) != form.columns.end()) {
        add({std::string(last_part(program_.text(function.name))), backend_word(column),
             form.reference, program_.node(entry).place, node.place, functions});
      }
    }
  }

  void add(Registered&& one) {
    if (!one.op.empty() && !one.backend.empty()) {
      found_.push_back(std::move(one));
    }
  }

  const Program& program_;
  const Config& config_;
  const Vocabulary& vocabulary_;
  const Flow& flow_;
  std::unordered_map<Text, const Enumerator*> enumerators_;
  std::vector<Registered> found_;
};

}  // namespace

std::vector<Registered> find_registrations(const Program& program, const Config& config,
                                           const Vocabulary& vocabulary, const Flow& flow) {
  return Finder(program, config, vocabulary, flow).find();
}

}  // namespace kgate::checks
