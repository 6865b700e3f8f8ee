// SPDX-License-Identifier: MIT
// SARIF from the kcheck program: valid by the schema, and what code scanning needs of it.
#include <fstream>
#include <set>

#include "tests/catch.hpp"
#include "tests/checks/json_schema.hpp"
#include "tests/checks/workspace.hpp"

using namespace kgate::checks::tests;

namespace {

/// Every part of the writer at once: findings with related places, suppressions of both kinds, a
/// baseline, notices, text that is not ASCII and text that is not UTF-8.
Json full_log(const Workspace& at) {
  at.write("gate file.cpp", std::string("// \xc3\xa9t\xc3\xa9\n#include \"absent.hpp\"\n") + kGate +
                                "bool is_hip(BackendKind k) { return k == BackendKind::hip; }\n"
                                "void far(BackendKind k, float* x) { if (is_hip(k)) run_hip(x); "
                                "/* \xff */ }\n");
  at.write("allowed.cpp", std::string(kGate) +
                              "void one(BackendKind k, float* x) {\n"
                              "  // kcheck: allow(backend-kind-gate) until the port is done\n"
                              "  if (k == BackendKind::hip) run_hip(x);\n}\n");
  at.write("kcheck.toml",
           "[project]\nbackends = [\"hip\", \"cuda\"]\n[[suppress]]\nrule = \"backend-kind-gate\"\n"
           "file = \"allowed.cpp\"\ncontains = \"kind ==\"\nreason = \"generated\"\n"
           "[[waiver]]\nop = \"gone\"\nbackend = \"cuda\"\nreason = \"no such op\"\n");
  at.write_commands({"gate file.cpp", "allowed.cpp"});
  const std::string run = "dispatch -p . --allow-partial --baseline base.json --format sarif";
  REQUIRE(at.kcheck(run + " --write-baseline") == 0);
  REQUIRE(at.kcheck(run) == 0);
  return Json::parse(at.read("out"));
}

}  // namespace

TEST_CASE("SARIF is valid by the schema of SARIF 2.1.0") {
  std::ifstream in(KGATE_SARIF_SCHEMA);
  if (!in) {
    WARN("skipped: " << KGATE_SARIF_SCHEMA
                     << " is not there, so SARIF was not held against the schema; ./bootstrap "
                        "fetches it from the npm package @microsoft/jest-sarif");
    SUCCEED("the other tests of this file hold its parts against the text of the standard");
    return;
  }
  const Json schema = Json::parse(in);
  const Workspace at;
  const Json log = full_log(at);
  for (const auto& error : schema_errors(schema, log)) {
    FAIL_CHECK(error);
  }
  const Json& run = log.at("runs").at(0);
  CHECK(run.at("results").size() == 5);
  CHECK(run.at("invocations").at(0).at("toolExecutionNotifications").size() >= 2);
  at.write("clean.cpp", kClean);
  at.kcheck("dispatch --format sarif clean.cpp");
  CHECK(schema_errors(schema, Json::parse(at.read("out"))).empty());
}

TEST_CASE("what the schema does not allow is found") {
  const Json schema = Json::parse(R"({"definitions": {"text": {"type": "string", "format": "uri"}},
    "type": "object", "additionalProperties": false, "required": ["version"],
    "properties": {"version": {"enum": ["2.1.0"]}, "address": {"$ref": "#/definitions/text"},
      "lines": {"type": "array", "minItems": 1, "uniqueItems": true,
                "items": {"type": "integer", "minimum": 1}},
      "place": {"anyOf": [{"required": ["line"]}, {"required": ["offset"]}]}}})");
  CHECK(schema_errors(schema, Json::parse(R"({"version": "2.1.0", "address": "https://a/b",
    "lines": [1, 2], "place": {"line": 1}})"))
            .empty());
  for (const char* wrong :
       {R"({})", R"({"version": "2.0"})", R"({"version": "2.1.0", "more": 1})",
        R"({"version": "2.1.0", "address": "no scheme"})", R"({"version": "2.1.0", "lines": []})",
        R"({"version": "2.1.0", "lines": [0]})", R"({"version": "2.1.0", "lines": [1, 1]})",
        R"({"version": "2.1.0", "lines": ["1"]})", R"({"version": "2.1.0", "place": {}})"}) {
    INFO(wrong);
    CHECK(schema_errors(schema, Json::parse(wrong)).size() == 1);
  }
  CHECK(schema_errors(Json{{"contains", 1}}, Json()).size() == 1);
}

TEST_CASE("what SARIF refers to is there: rules by index, uri bases, columns in code points") {
  const Workspace at;
  const Json log = full_log(at);
  const Json& run = log.at("runs").at(0);
  const Json& rules = run.at("tool").at("driver").at("rules");
  std::set<std::string> fingerprints;
  for (const auto& result : run.at("results")) {
    CHECK(rules.at(result.at("ruleIndex").get<std::size_t>()).at("id") == result.at("ruleId"));
    const auto& place = result.at("locations").at(0).at("physicalLocation");
    const auto uri = place.at("artifactLocation").at("uri").get<std::string>();
    CHECK(uri.find(' ') == std::string::npos);
    CHECK(place.at("artifactLocation").at("uriBaseId") == "%SRCROOT%");
    fingerprints.insert(
        result.at("partialFingerprints").at("primaryLocationLineHash").get<std::string>());
  }
  CHECK(fingerprints.size() == run.at("results").size());
  CHECK(run.at("originalUriBaseIds").contains("%SRCROOT%"));
}

TEST_CASE("SARIF declares every rule and has results when there are none") {
  const Workspace at;
  at.write("clean.cpp", kClean);
  CHECK(at.kcheck("dispatch --format sarif clean.cpp") == 0);
  const Json log = Json::parse(at.read("out"));
  CHECK(log.at("version") == "2.1.0");
  REQUIRE(log.at("runs").size() == 1);
  const Json& run = log.at("runs").at(0);
  CHECK(run.at("results").is_array());
  CHECK(run.at("results").empty());
  std::set<std::string> ids;
  for (const auto& rule : run.at("tool").at("driver").at("rules")) {
    ids.insert(rule.at("id").get<std::string>());
  }
  CHECK(ids == std::set<std::string>{"availability-chain", "backend-kind-gate", "env-gate",
                                     "hand-rolled-refusal", "inexact-operation", "registry-bypass",
                                     "shared-arithmetic", "suppression", "unregistered-op",
                                     "wave-size"});
  CHECK(contains(at.read("err"), "kcheck: 1 file"));
}

TEST_CASE("SARIF fingerprints survive edits above, and suppressions carry their reason") {
  const Workspace at;
  const auto result_of = [&](const std::string& text) {
    at.write("gate.cpp", text);
    at.kcheck("dispatch --format sarif gate.cpp");
    return Json::parse(at.read("out")).at("runs").at(0).at("results").at(0);
  };
  const Json first = result_of(kGate);
  const Json moved = result_of(std::string("// one\n// two\n") + kGate);
  CHECK(first.at("partialFingerprints") == moved.at("partialFingerprints"));
  const auto& region = first.at("locations").at(0).at("physicalLocation").at("region");
  CHECK(region.at("startLine") == 4);
  CHECK(moved.at("locations").at(0).at("physicalLocation").at("region").at("startLine") == 6);
  CHECK_FALSE(first.contains("suppressions"));

  std::string allowed = kGate;
  allowed.insert(allowed.find(" run_hip(x);\n") + 12,
                 "  // kcheck: allow(backend-kind-gate) port is due");
  const Json suppressed = result_of(allowed);
  CHECK(suppressed.at("suppressions").at(0).at("kind") == "inSource");
  CHECK(suppressed.at("suppressions").at(0).at("justification") == "port is due");
}
