// SPDX-License-Identifier: MIT
// wave-size: lane arithmetic or shuffles with a literal 32 or 64 in code for any wave size.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <unordered_map>

#include "checks/pattern.hpp"
#include "checks/rule.hpp"

namespace kgate::checks {
namespace {

bool is_any(std::int64_t value, const auto& list) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

/// Looks at one device function: which variables hold lane numbers, which literals meet them.
class LaneCheck {
 public:
  LaneCheck(const Context& context, const Function& function, std::vector<RuleFinding>& findings)
      : context_(context), program_(context.program), function_(function), findings_(findings) {}

  void run(std::optional<int> declared) {
    declared_ = declared;
    const NodeId end = program_.node(function_.body).end;
    for (NodeId at = function_.body; at < end; ++at) {
      find_steps(at);
    }
    for (bool changed = true; changed;) {
      changed = false;
      for (NodeId at = function_.body; at < end; ++at) {
        changed |= learn(at);
      }
    }
    for (NodeId at = function_.body; at < end; ++at) {
      look(at);
    }
  }

 private:
  /// A variable that is stepped, `i += blockDim.x`, counts elements and not lanes.
  void find_steps(NodeId id) {
    const Node& node = program_.node(id);
    const bool steps =
        (node.op == Op::assign && node.detail == static_cast<std::uint8_t>(Arithmetic::add)) ||
        (node.op == Op::unary && node.detail == static_cast<std::uint8_t>(Unary::increment));
    if (steps) {
      steps_.insert(program_.node(program_.child(id, 0)).symbol);
    }
  }

  /// Lane variables and constants grow from what is assigned to them.
  bool learn(NodeId id) {
    const Node& node = program_.node(id);
    const bool declares = node.op == Op::declare && program_.child(id, 0) != 0;
    const bool assigns = node.op == Op::assign;
    if (!declares && !assigns) {
      return false;
    }
    const Text symbol = declares ? node.symbol : program_.node(program_.child(id, 0)).symbol;
    const NodeId value = program_.child(id, declares ? 0 : 1);
    bool changed = !steps_.contains(symbol) && is_lane(value) && lanes_.insert(symbol).second;
    if (const auto number = literal(value); declares && number) {
      changed |= numbers_.try_emplace(symbol, *number).second;
    }
    return changed;
  }

  /// Whether a value is a position in the workgroup; with blockIdx in it, it is one in the grid.
  [[nodiscard]] bool is_lane(NodeId id) const {
    bool found = false;
    for (NodeId at = id; id != 0 && at < program_.node(id).end; ++at) {
      const Node& node = program_.node(at);
      if (node.op == Op::reference || node.op == Op::member || node.op == Op::unresolved) {
        const Variable* variable = program_.variable(node.symbol);
        const auto name =
            variable == nullptr ? program_.text(node.symbol) : program_.text(variable->name);
        if (name == "blockIdx") {
          return false;
        }
        found = found || name == "threadIdx" || name == "blockDim" || lanes_.contains(node.symbol);
      }
      if (node.op == Op::call && (context_.vocabulary.roles(node.symbol) & role::kLane) != 0) {
        found = true;
      }
    }
    return found;
  }

  /// The number that an operand is: written there, or a constant that was given one.
  [[nodiscard]] std::optional<std::int64_t> literal(NodeId id) const {
    const Node& node = program_.node(id);
    if (node.op == Op::literal && node.detail == static_cast<std::uint8_t>(Literal::integer)) {
      return node.value;
    }
    if (node.op == Op::cast) {
      return literal(program_.child(id, 0));
    }
    if (node.op == Op::reference) {
      const auto known = numbers_.find(node.symbol);
      const Variable* variable = program_.variable(node.symbol);
      if (known != numbers_.end() && (variable == nullptr || !variable->build_dependent)) {
        return known->second;
      }
      return constant_of(node.symbol);
    }
    return std::nullopt;
  }

  /// A global constant with a number as its initialiser.
  [[nodiscard]] std::optional<std::int64_t> constant_of(Text symbol) const {
    const Variable* variable = program_.variable(symbol);
    if (variable == nullptr || !variable->is_constant || variable->build_dependent) {
      return std::nullopt;
    }
    const Function* initialiser =
        program_.function(program_.find_text("init:" + std::string(program_.text(variable->key))));
    if (initialiser == nullptr || !initialiser->defined) {
      return std::nullopt;
    }
    const NodeId declare = program_.child(initialiser->body, 0);
    const NodeId value = program_.child(declare, 0);
    const Node& node = program_.node(value);
    if (node.op == Op::literal && node.detail == static_cast<std::uint8_t>(Literal::integer)) {
      return node.value;
    }
    return std::nullopt;
  }

  void look(NodeId id) {
    const Node& node = program_.node(id);
    if (node.op == Op::arithmetic || node.op == Op::compare) {
      look_at_lane_arithmetic(id);
    } else if (node.op == Op::call &&
               (context_.vocabulary.roles(node.symbol) & role::kShuffle) != 0) {
      look_at_shuffle(id);
    }
  }

  void look_at_lane_arithmetic(NodeId id) {
    static constexpr std::array<std::int64_t, 2> kSizes{32, 64};
    static constexpr std::array<std::int64_t, 2> kMasks{31, 63};
    static constexpr std::array<std::int64_t, 2> kShifts{5, 6};
    const Node& node = program_.node(id);
    const NodeId left = program_.child(id, 0);
    const auto number = literal(program_.child(id, 1));
    if (!number || !is_lane(left)) {
      return;
    }
    if (node.op == Op::compare) {
      if (is_any(*number, kSizes)) {
        report(id, *number, "a lane or thread number is compared with");
      }
      return;
    }
    const auto operation = static_cast<Arithmetic>(node.detail);
    if ((operation == Arithmetic::remainder || operation == Arithmetic::divide) &&
        is_any(*number, kSizes)) {
      report(id, *number, "a lane or wave number is computed with");
    } else if (operation == Arithmetic::bit_and && is_any(*number, kMasks)) {
      report(id, *number + 1, "a lane number is masked for a wave of");
    } else if (operation == Arithmetic::shift_right && is_any(*number, kShifts)) {
      report(id, std::int64_t{1} << *number, "a wave number is computed for waves of");
    }
  }

  void look_at_shuffle(NodeId id) {
    const auto children = program_.children(id);
    for (std::size_t at = 1; at < children.size(); ++at) {
      const auto number = literal(children[at]);
      if (number && (*number == 32 || *number == 64)) {
        report(id, *number, "lanes exchange values with a literal");
        return;
      }
      // `for (int delta = 16; delta > 0; delta /= 2)` spans twice the first delta.
      if (number && program_.node(children[at]).op == Op::reference && at >= 2 && (*number == 16) &&
          halves(program_.node(children[at]).symbol)) {
        report(id, *number * 2, "lanes exchange values over a wave of");
        return;
      }
    }
  }

  [[nodiscard]] bool halves(Text symbol) const {
    for (NodeId at = function_.body; at < program_.node(function_.body).end; ++at) {
      const Node& node = program_.node(at);
      if (node.op == Op::assign && program_.node(program_.child(at, 0)).symbol == symbol &&
          (node.detail == static_cast<std::uint8_t>(Arithmetic::divide) ||
           node.detail == static_cast<std::uint8_t>(Arithmetic::shift_right))) {
        return true;
      }
    }
    return false;
  }

  void report(NodeId id, std::int64_t size, std::string_view what) {
    if (declared_ && *declared_ == size) {
      return;
    }
    const std::string but = declared_
                                ? fmt::format("the code is declared for waves of {}", *declared_)
                                : std::string("the code is not declared for one wave size");
    findings_.push_back(
        {program_.node(id).place, fmt::format("{} {}, and {}", what, size, but), {}, {}});
  }

  const Context& context_;
  const Program& program_;
  const Function& function_;
  std::vector<RuleFinding>& findings_;
  std::optional<int> declared_;
  std::set<Text> lanes_;
  std::set<Text> steps_;
  std::unordered_map<Text, std::int64_t> numbers_;
};

/// The wave size that all device passes of the run are compiled for, if the flags say one.
std::optional<int> flags_say(const Program& program) {
  std::set<int> sizes;
  for (const auto& unit : program.units()) {
    if (!unit.device) {
      continue;
    }
    int size = 0;
    for (const auto& flag : unit.arguments) {
      size = flag == "-mwavefrontsize64" ? 64 : flag == "-mno-wavefrontsize64" ? 32 : size;
    }
    sizes.insert(size);
  }
  return sizes.size() == 1 && *sizes.begin() != 0 ? std::optional(*sizes.begin()) : std::nullopt;
}

void check(const Context& context, std::vector<RuleFinding>& findings) {
  const NamePatterns wave32(context.config.wave32, {});
  const NamePatterns wave64(context.config.wave64, {});
  const auto by_flags = flags_say(context.program);
  for (const auto& function : context.program.functions()) {
    constexpr std::uint16_t kDeviceCode = function_flags::kKernel | function_flags::kDevice;
    constexpr std::uint32_t kIgnored = area::kTest | area::kOutside;
    if (!function.defined || (function.flags & kDeviceCode) == 0 ||
        (context.vocabulary.area(function) & kIgnored) != 0) {
      continue;
    }
    std::optional<int> declared = by_flags;
    const auto says = [&](const NamePatterns& patterns) {
      return patterns.matches(context.program.text(function.name)) ||
             std::any_of(function.annotations.begin(), function.annotations.end(),
                         [&](Text text) { return patterns.matches(context.program.text(text)); });
    };
    declared = says(wave32) ? 32 : says(wave64) ? 64 : declared;
    LaneCheck(context, function, findings).run(declared);
  }
}

}  // namespace

extern const Rule wave_size;
const Rule wave_size{
    "wave-size",
    "Lane arithmetic or a shuffle uses a literal 32 or 64 in code that is not declared for that "
    "wave "
    "size.",
    "use warpSize or a template parameter, or declare the size in the kernel's name (_wave32) or "
    "with __attribute__((annotate(\"_wave32\")))",
    check};

}  // namespace kgate::checks
