// SPDX-License-Identifier: MIT
// unregistered-op: an op that one backend has a kernel for and another, claimed one, has not.
#include <fmt/format.h>

#include "checks/registrations.hpp"
#include "checks/rule.hpp"

namespace kgate::checks {
namespace {

void check(const Context& context, std::vector<RuleFinding>& findings) {
  const auto registered =
      find_registrations(context.program, context.config, context.vocabulary, context.flow);
  const Matrix matrix = make_matrix(registered, context.config);
  if (context.config.backends.empty()) {
    return;  // the project claims nothing; `kcheck matrix` shows what there is
  }
  for (const auto& row : matrix.rows) {
    std::string missing;
    std::string there;
    for (std::size_t at = 0; at < row.cells.size(); ++at) {
      const bool gap = row.cells[at] == Coverage::missing;
      const bool kernel = row.cells[at] == Coverage::native || row.cells[at] == Coverage::reference;
      std::string& list = gap ? missing : there;
      if (gap || kernel) {
        list += fmt::format("{}{}", list.empty() ? "" : ", ", matrix.backends[at]);
      }
    }
    if (!missing.empty() && !there.empty()) {
      findings.push_back({row.place,
                          fmt::format("op `{}` is registered for {} and neither registered nor "
                                      "waived for {}",
                                      row.op, there, missing),
                          {},
                          {}});
    }
  }
  for (const auto& waiver : matrix.unused) {
    RuleFinding finding;
    finding.file = waiver.file;
    finding.place.line = static_cast<std::uint32_t>(waiver.line);
    finding.message =
        fmt::format("the waiver of `{}` on {} is not needed", waiver.op, waiver.backend);
    findings.push_back(std::move(finding));
  }
}

}  // namespace

extern const Rule unregistered_op;
const Rule unregistered_op{
    "unregistered-op",
    "An op has a kernel on one backend, and neither a kernel nor a stated waiver on another that "
    "the project claims.",
    "register the op for the backend, at least the reference implementation, or state a [[waiver]] "
    "with its reason in kcheck.toml",
    check,
    /*needs_all_files=*/true};

}  // namespace kgate::checks
