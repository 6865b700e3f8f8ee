// SPDX-License-Identifier: MIT
// Options of the emulator's checks, orders and adversaries: what they do, and wrong values.
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/catch.hpp"
#include "tests/gates/cli/kgate_process.hpp"

using namespace kgate::cli_tests;

namespace {

void check_refused(const std::string& arguments, const std::string& message) {
  const Output run = run_kgate(arguments);
  INFO(arguments << "\n" << run.text);
  CHECK(run.code == 2);
  CHECK(contains(run, message));
  CHECK_FALSE(contains(run, "assertions"));
}

/// What follows "replay: kgate " in a report.
std::string replay_of(const Output& run) {
  const std::string mark = "replay: kgate ";
  const std::size_t at = run.text.find(mark);
  REQUIRE(at != std::string::npos);
  const std::size_t begin = at + mark.size();
  return run.text.substr(begin, run.text.find('\n', begin) - begin);
}

}  // namespace

TEST_CASE("a case is clean with every check on, in every order of waves and workgroups") {
  for (const char* options :
       {"--hazards", "--hazards --emulator-waves reverse --emulator-groups reverse",
        "--hazards --emulator-waves one-ahead --emulator-groups random --emulator-schedule 5",
        "--emulator-checks races,waits --emulator-waves random --emulator-poison 0",
        "--emulator-checks none --emulator-poison 255 --emulator-approx 3"}) {
    const Output run = run_kgate("run --case '" + kOneCase + "' " + options);
    INFO(options << "\n" << run.text);
    CHECK(run.code == 0);
  }
}

TEST_CASE("wrong values of the emulator's options are exit 2 and say what is right") {
  check_refused(
      "run --emulator-waves sideways",
      "--emulator-waves is 'sideways'; it must be in-order, reverse, one-ahead or random");
  check_refused("run --emulator-groups one-ahead",
                "--emulator-groups is 'one-ahead'; it must be in-order, reverse or random");
  check_refused("run --emulator-poison 256", "--emulator-poison is 256; it must be a byte");
  check_refused("run --emulator-poison many", "many");
  check_refused("run --emulator-checks races,luck",
                "--emulator-checks names 'luck'; it must be of");
  check_refused("run --emulator-checks none,races", "--emulator-checks names 'none'");
  check_refused("run --hazards --emulator-checks races", "give one of them");
  check_refused("run --suppress data-race", "--suppress: 'data-race' gives no reason");
  check_refused("run --suppress out-of-bounds=why", "those are uninitialised-read");
  check_refused("emulate --limit 0 -- true", "--limit is 0; it must be at least 1");
  check_refused("emulate --waves sideways -- true", "--waves is 'sideways'");
  check_refused("emulate --groups 3 -- true", "--groups is '3'");
  check_refused("emulate --poison 1000 -- true", "--poison is 1000");
  check_refused("emulate --checks all -- true", "--checks names 'all'");
  check_refused("emulate --suppress nothing=x -- true", "'nothing' is not a rule");
}

TEST_CASE("the replay command repeats the emulator's options, and fails in the same way") {
  const Folder folder;
  std::ofstream(folder.file("add_rms_norm.gfx1151.wave32.co")) << "not a code object";
  const std::string options =
      " --emulator-schedule 7 --emulator-approx 8 --emulator-waves one-ahead --emulator-groups "
      "reverse --emulator-poison 0x07 --emulator-checks waits,races "
      "--suppress 'data-race:add_*=known, it'\\''s argued' --suppress 'missing-wait=for a test'";
  const Output run =
      run_kgate("run --code-objects '" + folder.file("") + "' --case '" + kOneCase + "'" + options);
  INFO(run.text);
  CHECK(run.code == 1);
  const std::string replay = replay_of(run);
  CHECK(replay.find(options) != std::string::npos);
  const Output again = run_kgate(replay);
  INFO(again.text);
  CHECK(again.code == 1);
  CHECK(replay_of(again) == replay);
}

TEST_CASE("--adversary passes a right kernel and says how many launches were compared") {
  const Output run = run_kgate("run --adversary 6 --case '" + kOneCase + "'");
  INFO(run.text);
  CHECK(run.code == 0);
  CHECK(contains(run, "same bits: "));
  CHECK(contains(run, " launches under adversaries ("));
}

TEST_CASE("--adversary stops at a failing launch with its replay line") {
  const Folder folder;
  const Output run = run_kgate("run --adversary 2 --code-objects '" + folder.file("") +
                               "' --case '" + kOneCase + "'");
  INFO(run.text);
  CHECK(run.code == 1);
  CHECK(contains(run, "DIFFERS add_rms_norm:"));
  CHECK(contains(run, "stopped: 1 cases, 0 launches"));
  CHECK(run_kgate(replay_of(run)).code == 1);
}

TEST_CASE("--adversary refuses what it would not look at") {
  check_refused("run --adversary 0", "--adversary is 0");
  check_refused("run --adversary 2 --gate exact", "leave --gate out");
  check_refused("run --adversary 2 --json x.json", "leave --json out");
  check_refused("run --adversary 2 --device cpu:0", "'cpu:0' is not emulated");
  check_refused("run --adversary 2 --case 'add_rms_norm:none'", "--list");
}

TEST_CASE("--fidelity tells instructions by class, and that results are exact") {
  const Folder folder;
  const Output run = run_kgate("run --fidelity --jobs 2 --case '" + kOneCase + "' --json '" +
                               folder.file("run.json") + "'");
  INFO(run.text);
  CHECK(run.code == 0);
  CHECK(contains(run, "fidelity: add_rms_norm"));
  CHECK(contains(run, " kernels have exact results only"));
  CHECK_FALSE(contains(run, "INEXACT"));
  std::ifstream file(folder.file("run.json"));
  const nlohmann::json device = nlohmann::json::parse(file).at("devices").at(0);
  CHECK(device.at("emulator_options") == "");
  const nlohmann::json& kernels = device.at("fidelity");
  REQUIRE_FALSE(kernels.empty());
  std::uint64_t instructions = 0;
  for (const nlohmann::json& one : kernels) {
    CHECK(one.at("exact_results") == true);
    CHECK(one.at("inexact_stores") == 0);
    CHECK(one.at("inexact_addresses") == 0);
    CHECK(one.at("inexact_branches") == 0);
    CHECK(one.at("first_inexact_use") == "");
    std::uint64_t inexact = 0;
    for (const auto& [mnemonic, count] : one.at("inexact_opcodes").items()) {
      CHECK(mnemonic.find("v_") == 0);
      inexact += count.get<std::uint64_t>();
    }
    const std::uint64_t others = one.at("documented").get<std::uint64_t>() +
                                 one.at("approximate").get<std::uint64_t>() +
                                 one.at("model").get<std::uint64_t>();
    CHECK(inexact == others);
    instructions += one.at("exact").get<std::uint64_t>() + others;
  }
  CHECK(instructions == device.at("wave_instructions").get<std::uint64_t>());
}

TEST_CASE("without --fidelity the report has no kernels in it") {
  const Folder folder;
  const Output run = run_kgate("run --hazards --case '" + kOneCase + "' --gate exact --json '" +
                               folder.file("run.json") + "'");
  INFO(run.text);
  CHECK_FALSE(contains(run, "fidelity"));
  std::ifstream file(folder.file("run.json"));
  const nlohmann::json device = nlohmann::json::parse(file).at("devices").at(0);
  CHECK(device.at("fidelity").empty());
  CHECK(device.at("emulator_options") == "--hazards");
}
