// SPDX-License-Identifier: MIT
// Checks a JSON value against a JSON schema of draft 4, as far as the SARIF schema uses it.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace kgate::checks::tests {

/// What of `value` the schema does not allow, one line each with a JSON pointer; empty where it is
/// valid. A keyword that is not known here is itself reported, so that nothing passes unchecked.
/// `$ref` is resolved within `schema`. Of `format`, `uri` and `uri-reference` are checked for the
/// characters RFC 3986 allows, and `uri` for its scheme.
std::vector<std::string> schema_errors(const nlohmann::json& schema, const nlohmann::json& value);

}  // namespace kgate::checks::tests
