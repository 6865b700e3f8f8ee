// SPDX-License-Identifier: MIT
// A run as JSON.
#include "gates/cli/run_report_json.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace kgate::gates {
namespace {

using nlohmann::json;

constexpr int kSchemaVersion = 1;

std::string_view name_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::pass:
      return "pass";
    case Outcome::fail:
      return "fail";
    case Outcome::not_run:
      return "not_run";
  }
  return "";
}

/// JSON has no infinity; a distance that is infinite becomes a string.
json number(double value) { return std::isfinite(value) ? json(value) : json("infinity"); }

json fidelity_json(const DeviceReport& device) {
  json list = json::array();
  for (const KernelFidelity& one : device.fidelity) {
    list.push_back({{"kernel", one.kernel},
                    {"exact", one.exact},
                    {"documented", one.documented},
                    {"approximate", one.approximate},
                    {"model", one.model},
                    {"inexact_opcodes", json(one.inexact_opcodes)},
                    {"inexact_stores", one.stores},
                    {"inexact_addresses", one.addresses},
                    {"inexact_branches", one.branches},
                    {"first_inexact_use", one.first_use},
                    {"exact_results", one.exact_results()}});
  }
  return list;
}

json device_json(const DeviceReport& device) {
  const std::string options = emulator_arguments(device.options.emulator);
  return {{"label", device.label},
          {"spec", device.options.device},
          {"wave_size", device.options.wave_size},
          {"name", device.name},
          {"ran", device.opened.ok()},
          {"reason", std::string(device.opened.message())},
          {"schedule_seed", device.options.schedule_seed},
          {"approximation_seed", device.options.approximation_seed},
          {"emulator_options", options.empty() ? "" : options.substr(1)},
          {"fidelity", fidelity_json(device)},
          {"code_objects", device.code_objects},
          {"assertions", device.assertions},
          {"launches", device.launches},
          {"wave_instructions", device.wave_instructions}};
}

}  // namespace

std::string json_report(const RunReport& report, const RunRequest& request) {
  json root;
  root["schema"] = "kgate-run";
  root["version"] = kSchemaVersion;
  root["kgate"] = KGATE_VERSION;
  root["profile"] = request.effort == Effort::quick ? "quick" : "full";
  root["seed"] = request.seed;
  root["devices"] = json::array();
  for (const DeviceReport& device : report.devices) {
    root["devices"].push_back(device_json(device));
  }
  root["verdicts"] = json::array();
  for (const CaseVerdict& one : report.verdicts) {
    json verdict = {{"family", one.family},
                    {"gate", one.gate},
                    {"case", one.case_id},
                    {"model", one.model},
                    {"device", one.device},
                    {"verdict", name_of(one.verdict.outcome)},
                    {"assertions", one.verdict.assertions},
                    {"worst", number(one.verdict.worst)},
                    {"seconds", one.seconds}};
    if (one.verdict.outcome == Outcome::fail) {
      verdict["first_difference"] = one.verdict.detail;
      const auto device = std::find_if(
          report.devices.begin(), report.devices.end(),
          [&](const DeviceReport& candidate) { return candidate.label == one.device; });
      verdict["replay"] = replay_command(*device, one, request.seed);
    }
    root["verdicts"].push_back(std::move(verdict));
  }
  root["not_run"] = report.not_run;
  root["totals"] = {{"verdicts", report.verdicts.size()},
                    {"failed", report.failed},
                    {"assertions", report.assertions},
                    {"seconds", report.seconds}};
  return root.dump(2) + "\n";
}

}  // namespace kgate::gates
