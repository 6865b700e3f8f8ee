// SPDX-License-Identifier: MIT
// kmutate without clang's libraries: rungs with `find` and `replace` work, operators do not.
#include "mutate/code_tree.hpp"
#include "mutate/failure.hpp"

namespace kgate::mutate {
namespace {

[[noreturn]] void refuse() {
  throw Failure(kExitUsage,
                "this kmutate was built without clang's libraries (KGATE_CHECKS=OFF), so it has no "
                "operators; `kmutate ladder --rungs` runs the written-out rungs");
}

}  // namespace

bool has_front_end() { return false; }

ParsedCode parse_code(const ParseCommand& /*command*/,
                      const std::function<bool(const std::string&)>& /*wanted*/) {
  refuse();
}

std::vector<ParseCommand> read_parse_commands(const std::string& /*path*/) { refuse(); }

std::vector<std::string> split_words(const std::string& /*line*/) { refuse(); }

}  // namespace kgate::mutate
