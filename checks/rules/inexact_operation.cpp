// SPDX-License-Identifier: MIT
// inexact-operation: in code declared bit-exact, something IEEE-754 does not define exactly.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <set>

#include "checks/machine_code.hpp"
#include "checks/pattern.hpp"
#include "checks/rule.hpp"

namespace kgate::checks {
namespace {

/// Flags that let the compiler change bits.
constexpr std::array<std::string_view, 20> kFlags{"-ffast-math",
                                                  "-Ofast",
                                                  "-funsafe-math-optimizations",
                                                  "-fassociative-math",
                                                  "-freciprocal-math",
                                                  "-fapprox-func",
                                                  "-ffinite-math-only",
                                                  "-fno-signed-zeros",
                                                  "-fno-honor-nans",
                                                  "-fno-honor-infinities",
                                                  "-fgpu-approx-transcendentals",
                                                  "-fcuda-approx-transcendentals",
                                                  "-fgpu-flush-denormals-to-zero",
                                                  "-fcuda-flush-denormals-to-zero",
                                                  "-fno-hip-fp32-correctly-rounded-divide-sqrt",
                                                  "-ffp-contract=fast",
                                                  "-ffp-contract=fast-honor-pragmas",
                                                  "-use_fast_math",
                                                  "--use_fast_math",
                                                  "--fmad=true"};

class SourceCheck {
 public:
  SourceCheck(const Context& context, std::vector<RuleFinding>& findings)
      : context_(context), program_(context.program), findings_(findings) {}

  void function(const Function& function) {
    bool contraction_said = false;
    bool fast_said = false;
    for (NodeId at = function.body; at < program_.node(function.body).end; ++at) {
      const Node& node = program_.node(at);
      if (node.op == Op::call) {
        call(at);
      }
      if (!fast_said && (node.flags & node_flags::kFastMath) != 0) {
        say(node.place, "fast-math is in effect here: the compiler may reassociate or approximate");
        fast_said = true;
      }
      if (!contraction_said && may_contract(at)) {
        say(node.place, "contraction is in effect here: a * b + c may be rounded once or twice");
        contraction_said = true;
      }
    }
  }

  void say(const Place& place, std::string message) {
    findings_.push_back({place, std::move(message), {}, {}});
  }

 private:
  void call(NodeId id) {
    const Node& node = program_.node(id);
    const Function* target = program_.function(node.symbol);
    if (target == nullptr || !program_.bodies(node.symbol).empty()) {
      return;  // code of the project is looked at where it is written
    }
    const std::uint32_t roles = context_.vocabulary.roles(node.symbol);
    const auto name = program_.text(target->name);
    if ((roles & role::kAtomic) != 0 && has_floating_argument(id)) {
      say(node.place, fmt::format("`{}` adds or exchanges floats in an order nobody fixes", name));
    } else if ((roles & role::kInexactCall) != 0 && (roles & role::kExactCall) == 0 &&
               (is_floating(node.type) || has_floating_argument(id))) {
      say(node.place,
          fmt::format("`{}` is not defined exactly: its bits differ between devices and "
                      "versions",
                      name));
    }
  }

  [[nodiscard]] bool is_floating(TypeId type) const {
    return program_.type(type).type_class == TypeClass::floating;
  }

  [[nodiscard]] bool has_floating_argument(NodeId id) const {
    const auto children = program_.children(id);
    return std::any_of(children.begin(), children.end(),
                       [&](NodeId child) { return is_floating(program_.node(child).type); });
  }

  [[nodiscard]] bool may_contract(NodeId id) const {
    const Node& node = program_.node(id);
    const bool adds = (node.op == Op::arithmetic || node.op == Op::assign) &&
                      (node.detail == static_cast<std::uint8_t>(Arithmetic::add) ||
                       node.detail == static_cast<std::uint8_t>(Arithmetic::subtract));
    if (!adds || (node.flags & node_flags::kContracts) == 0) {
      return false;
    }
    const auto children = program_.children(id);
    return std::any_of(children.begin(), children.end(), [&](NodeId child) {
      const Node& operand = program_.node(child);
      return operand.op == Op::arithmetic &&
             operand.detail == static_cast<std::uint8_t>(Arithmetic::multiply);
    });
  }

  const Context& context_;
  const Program& program_;
  std::vector<RuleFinding>& findings_;
};

void check_flags(const Context& context, SourceCheck& source) {
  for (const auto& unit : context.program.units()) {
    if ((context.vocabulary.area(unit.main_file) & area::kExact) == 0) {
      continue;
    }
    for (const auto& argument : unit.arguments) {
      if (std::find(kFlags.begin(), kFlags.end(), argument) != kFlags.end()) {
        source.say({unit.main_file, 1, 1, 1}, fmt::format("compiled with {}", argument));
      }
    }
  }
}

void check_pragmas(const Context& context, SourceCheck& source) {
  for (const auto& pragma : context.program.pragmas()) {
    const auto text = context.program.text(pragma.text);
    static constexpr std::array<std::string_view, 6> kPragmas{
        "contract(fast", "contract(on",    "reassociate(on",
        "reciprocal(on", "FP_CONTRACT ON", "float_control(precise, off"};
    const bool loosens = std::any_of(kPragmas.begin(), kPragmas.end(), [&](std::string_view one) {
      return text.find(one) != std::string_view::npos;
    });
    if (loosens && (context.vocabulary.area(pragma.place.file) & area::kExact) != 0) {
      source.say(pragma.place, fmt::format("{} lets the compiler change bits", text));
    }
  }
}

/// Instructions whose result hardware documents only to an accuracy, or in an order nobody fixes.
/// v_rcp_f32 and v_sqrt_f32 are the starting values of exact sequences, so they are judged apart;
/// v_rcp_iflag_f32 is nothing else: compilers emit it where integers are divided, and correct it.
constexpr std::array<std::string_view, 20> kInstructions{
    "v_exp_*",   "v_log_*",    "v_sin_*",         "v_cos_*",          "v_rsq_*",
    "v_rcp_f16", "v_sqrt_f16", "v_s_exp_*",       "v_s_log_*",        "v_s_rsq_*",
    "v_s_rcp_*", "v_dot2_*",   "v_dot2acc_*",     "v_wmma_*",         "v_mfma_*",
    "v_mad_f32", "v_mac_*",    "*atomic_*add_f*", "*atomic_pk_add_*", "ds_*add_*f32"};

void check_kernel(const std::string& file, const KernelCode& kernel,
                  std::vector<RuleFinding>& findings) {
  std::map<std::string, std::pair<std::size_t, std::uint64_t>> found;
  std::size_t reciprocals = 0;
  std::size_t exact_divisions = 0;
  for (const auto& instruction : kernel.instructions) {
    reciprocals += instruction.mnemonic == "v_rcp_f32" ? 1 : 0;
    // A float division ends in a fix-up; a 64-bit integer division scales by 2^64 less 2^42.
    const bool exact = instruction.mnemonic == "v_div_fixup_f32" ||
                       instruction.text.find("0x5f7ffffc") != std::string::npos;
    exact_divisions += exact ? 1 : 0;
    for (const auto pattern : kInstructions) {
      if (matches_glob(pattern, instruction.mnemonic)) {
        auto& entry = found.try_emplace(instruction.mnemonic, 0, instruction.offset).first->second;
        ++entry.first;
        break;
      }
    }
  }
  const auto say = [&](std::string message) {
    RuleFinding finding;
    finding.file = file;
    finding.message = std::move(message);
    findings.push_back(std::move(finding));
  };
  for (const auto& [mnemonic, entry] : found) {
    say(fmt::format("kernel `{}` has {} of {} (the first at {:#x}), which is not exact",
                    kernel.name, entry.first, mnemonic, entry.second));
  }
  // A reciprocal that belongs to no division stands for itself.
  if (reciprocals > exact_divisions) {
    say(fmt::format(
        "kernel `{}` has {} of v_rcp_f32 for {} divisions: a reciprocal is used as it is",
        kernel.name, reciprocals, exact_divisions));
  }
}

void check_code_objects(const Context& context, std::vector<RuleFinding>& findings) {
  for (const auto& object : context.code_objects) {
    const MachineCode code = disassemble(object);
    const std::string shown = object.starts_with(context.config.root + "/")
                                  ? object.substr(context.config.root.size() + 1)
                                  : object;
    if (!code.error.empty()) {
      RuleFinding finding;
      finding.file = shown;
      finding.message = code.error;
      findings.push_back(std::move(finding));
    }
    for (const auto& kernel : code.kernels) {
      check_kernel(shown, kernel, findings);
    }
  }
}

void check(const Context& context, std::vector<RuleFinding>& findings) {
  SourceCheck source(context, findings);
  for (const auto& function : context.program.functions()) {
    if (function.defined && (context.vocabulary.area(function) & area::kExact) != 0 &&
        (context.vocabulary.area(function) & area::kTest) == 0) {
      source.function(function);
    }
  }
  check_flags(context, source);
  check_pragmas(context, source);
  check_code_objects(context, findings);
}

}  // namespace

extern const Rule inexact_operation;
const Rule inexact_operation{
    "inexact-operation",
    "Code declared bit-exact uses something that IEEE-754 does not define exactly, in the source, "
    "the "
    "flags or the machine code.",
    "use + - * / sqrt fma, conversions, comparisons and integer operations, and functions written "
    "from these; compile with -ffp-contract=off",
    check,
    /*needs_all_files=*/false,
    /*reads_code_objects=*/true};

}  // namespace kgate::checks
