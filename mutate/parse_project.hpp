// SPDX-License-Identifier: MIT
// Which compile commands show the files that are to be mutated.
#pragma once

#include <functional>
#include <list>
#include <map>
#include <string>

#include "mutate/code_tree.hpp"
#include "mutate/settings.hpp"

namespace kgate::mutate {

/// Code trees of all wanted files (paths relative to the root), one for each parse that read the
/// file. Sources are parsed by their own command; a header by the first commands that include it.
/// Says on stderr which wanted file no command reads. Throws Failure: usage where there are no
/// commands, could_not_run where a wanted source has no tree.
std::map<std::string, std::list<CodeTree>> parse_project(
    const Settings& settings, const std::function<bool(const std::string&)>& wanted);

}  // namespace kgate::mutate
