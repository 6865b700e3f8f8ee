// SPDX-License-Identifier: MIT
// Parsing the emulator's options.
#include "gates/cli/emulator_arguments.hpp"

#include <fmt/format.h>

#include <istream>
#include <iterator>
#include <vector>

#include "gates/emulator/emulator_api.h"
#include "gates/emulator/hazards/suppression.hpp"

namespace kgate::gates {
namespace {

/// Values of one option as they were typed: cxxopts would cut a vector's at their commas, and a
/// reason has commas.
struct WholeLines {
  std::vector<std::string> lines;

  friend std::istream& operator>>(std::istream& in, WholeLines& value) {
    value.lines.emplace_back(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
    return in;
  }
};

Status parse_order(const cxxopts::ParseResult& parsed, const std::string& option,
                   std::uint32_t last, std::uint32_t& order) {
  const std::string text = parsed[option].as<std::string>();
  for (order = 0; order <= last; ++order) {
    if (text == order_name(order)) {
      return {};
    }
  }
  return Status::error(StatusCode::invalid_argument,
                       "--{} is '{}'; it must be in-order, reverse{} random", option, text,
                       last == kgateEmulatorOneAhead ? ", one-ahead or" : " or");
}

Status parse_checks(const cxxopts::ParseResult& parsed, const std::string& option,
                    EmulatorOptions& options) {
  const bool hazards = parsed.count("hazards") != 0;
  if (hazards && parsed.count(option) != 0) {
    return Status::error(StatusCode::invalid_argument,
                         "--hazards asks for all checks, --{} for some; give one of them", option);
  }
  if (hazards) {
    options.check_registers = options.check_waits = options.check_races = true;
  }
  if (parsed.count(option) == 0) {
    return {};
  }
  options.check_initialised = false;
  const auto names = parsed[option].as<std::vector<std::string>>();
  for (const std::string& name : names) {
    if (name == "initialised") {
      options.check_initialised = true;
    } else if (name == "registers") {
      options.check_registers = true;
    } else if (name == "waits") {
      options.check_waits = true;
    } else if (name == "races") {
      options.check_races = true;
    } else if (name != "none" || names.size() != 1) {
      return Status::error(
          StatusCode::invalid_argument,
          "--{} names '{}'; it must be of initialised, registers, waits and races, or none alone",
          option, name);
    }
  }
  return {};
}

Status parse_suppressions(const cxxopts::ParseResult& parsed, EmulatorOptions& options) {
  if (parsed.count("suppress") == 0) {
    return {};
  }
  for (const std::string& line : parsed["suppress"].as<WholeLines>().lines) {
    emulator::Suppression suppression;
    std::string error;
    if (line.find('\n') != std::string::npos) {
      error = "a line break; give the option once for each RULE[:KERNEL]=REASON";
    } else if (emulator::parse_suppression(line, suppression, error)) {
      options.suppressions += (options.suppressions.empty() ? "" : "\n") + line;
      continue;
    }
    return Status::error(StatusCode::invalid_argument, "--suppress: {}", error);
  }
  return {};
}

}  // namespace

void add_emulator_options(cxxopts::Options& options, const std::string& prefix) {
  options.add_options()                                                                      //
      ("hazards", "undefined register values, missing waits and data races are faults")      //
      (prefix + "checks", "of initialised, registers, waits, races; or none (initialised)",  //
       cxxopts::value<std::vector<std::string>>(), "LIST")                                   //
      ("suppress", "findings to accept, RULE[:KERNEL]=REASON; repeatable",                   //
       cxxopts::value<WholeLines>(), "LINE")                                                 //
      (prefix + "waves", "in-order, reverse, random, one-ahead",                             //
       cxxopts::value<std::string>()->default_value("in-order"), "ORDER")                    //
      (prefix + "groups", "order of workgroups: in-order, reverse, random",                  //
       cxxopts::value<std::string>()->default_value("in-order"), "ORDER")                    //
      (prefix + "poison", "byte that fills registers, LDS and scratch",                      //
       cxxopts::value<std::uint32_t>()->default_value("0xa5"), "BYTE");
}

Status parse_emulator_options(const cxxopts::ParseResult& parsed, const std::string& prefix,
                              EmulatorOptions& options) {
  if (Status status =
          parse_order(parsed, prefix + "waves", kgateEmulatorOneAhead, options.wave_order);
      !status.ok()) {
    return status;
  }
  if (Status status =
          parse_order(parsed, prefix + "groups", kgateEmulatorRandom, options.group_order);
      !status.ok()) {
    return status;
  }
  options.poison = parsed[prefix + "poison"].as<std::uint32_t>();
  if (options.poison > 0xFF) {
    return Status::error(StatusCode::invalid_argument,
                         "--{}poison is {}; it must be a byte, 0 to 255", prefix, options.poison);
  }
  if (Status status = parse_checks(parsed, prefix + "checks", options); !status.ok()) {
    return status;
  }
  return parse_suppressions(parsed, options);
}

}  // namespace kgate::gates
