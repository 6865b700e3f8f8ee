// SPDX-License-Identifier: MIT
// Turns clang's tree into code trees.
#pragma once

#include <functional>
#include <map>
#include <string>

#include "checks/front_end.hpp"
#include "mutate/code_tree.hpp"

namespace kgate::mutate {

/// Adds what a pass shows of the wanted files. `wanted` is asked with absolute paths.
void build_code_trees(const checks::SyntaxTree& tree,
                      const std::function<bool(const std::string&)>& wanted,
                      std::map<std::string, CodeTree>& files);

}  // namespace kgate::mutate
