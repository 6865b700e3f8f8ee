// SPDX-License-Identifier: MIT
// Which commands build and judge a mutant.
#pragma once

#include <string>

#include "mutate/mutant.hpp"
#include "mutate/settings.hpp"

namespace kgate::mutate {

/// The first route that is for the mutant's file and ladder, with `{file}`, `{folder}` (the file's)
/// and `{unit}` (the folder of the rung's ladder; for other mutants the file's) filled in, and
/// `key` set: mutants of one key share a build, a baseline and what counts as equivalent or
/// duplicate.
Route route_of(const Settings& settings, const Mutant& mutant);

/// The route as a part of it judges: with the part's tests and their reader.
Route judged_by(const Part& part, Route route);

}  // namespace kgate::mutate
