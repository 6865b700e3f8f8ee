// SPDX-License-Identifier: MIT
// `kmutate operators`: what operators there are; the reference page is this command's output.
#include <fmt/format.h>

#include <cxxopts.hpp>

#include "mutate/cli/mutate_command.hpp"
#include "mutate/failure.hpp"
#include "mutate/operator.hpp"
#include "mutate/outcome.hpp"
#include "mutate/reader.hpp"
#include "reports/markdown_table.hpp"

namespace kgate::mutate {
namespace {

std::string code(std::string_view text) { return text.empty() ? "" : fmt::format("`{}`", text); }

std::string operator_table(bool generic) {
  reports::MarkdownTable table({"operator", "what it does", "before", "after", "names"});
  for (const Operator* one : operators()) {
    if (one->generic == generic) {
      table.add({code(operator_id(*one)), std::string(one->summary), code(one->before),
                 one->after.empty() ? "(nothing)" : code(one->after), code(one->names)});
    }
  }
  return table.text();
}

std::string markdown() {
  reports::MarkdownTable states({"state", "meaning"});
  for (std::size_t i = 0; i < kStates; ++i) {
    const auto state = static_cast<State>(i);
    states.add({code(name(state)), std::string(meaning(state))});
  }
  reports::MarkdownTable kinds({"gates", "what it reads"});
  for (const Reader* reader : readers()) {
    kinds.add({code(reader_id(*reader)), std::string(reader->summary)});
  }
  return fmt::format(
      "# kmutate: operators, states and readers\n\nThis page is the output of `kmutate operators "
      "--markdown`.\n\n## Generic operators\n\nThey run where `[mutants]` names no `operators`.\n\n"
      "{}\n## Operators for GPU and transformer code\n\nThey run where `operators` names them (`*` "
      "names all). The last column has the keys of `[mutants.names]` with which a project says "
      "what "
      "its own names are.\n\n{}\n## States of a mutant\n\n{}\n## Readers of test runs\n\nThe "
      "values "
      "of `gates`.\n\n{}",
      operator_table(true), operator_table(false), states.text(), kinds.text());
}

int run(int argc, char** argv) {
  cxxopts::Options options("kmutate operators", "Lists the mutation operators.");
  options.set_width(96);
  options.add_options()("markdown", "as the reference page")("help", "print this");
  const cxxopts::ParseResult parsed = options.parse(argc, argv);
  if (parsed.count("help") != 0) {
    fmt::print("{}", options.help());
    return kExitClean;
  }
  if (!parsed.unmatched().empty()) {
    throw Failure(kExitUsage, fmt::format("'{}' is not an option", parsed.unmatched().front()));
  }
  if (parsed.count("markdown") != 0) {
    fmt::print("{}", markdown());
    return kExitClean;
  }
  for (const Operator* one : operators()) {
    fmt::print("{:<26} {}\n{:<26}   {}  ->  {}\n", operator_id(*one), one->summary, "", one->before,
               one->after.empty() ? "(nothing)" : one->after);
  }
  return kExitClean;
}

}  // namespace

extern const MutateCommand operators_command;
const MutateCommand operators_command{"operators", "list the mutation operators", run};

}  // namespace kgate::mutate
