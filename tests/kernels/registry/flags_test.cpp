// SPDX-License-Identifier: MIT
// Spellings of switches and the defaults of the build.
#include "kernels/registry/flags.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "tests/catch.hpp"
#include "tests/kernels/registry/captured_stderr.hpp"

using kgate::parse_switch;
using kgate::Switch;
using kgate::switch_state;

TEST_CASE("the spellings of yes and no are trimmed and case-insensitive") {
  const std::vector<std::pair<std::string, bool>> spellings{
      {"1", true},  {"true", true},   {"on", true},   {"yes", true},
      {"0", false}, {"false", false}, {"off", false}, {"no", false}};
  for (const auto& [spelling, meaning] : spellings) {
    std::string upper = spelling;
    std::transform(upper.begin(), upper.end(), upper.begin(),
                   [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    std::string capital = spelling;
    capital.front() = upper.front();
    for (const std::string& cased : {spelling, upper, capital}) {
      for (const char* blank : {"", " ", "\t", "\n", "\r\n", "  \v\f"}) {
        const std::string text = blank + cased + blank;
        INFO('\'' << text << '\'');
        CHECK(parse_switch(text.c_str()) == meaning);
      }
    }
  }
}

TEST_CASE("unset, empty and unrecognised values ask for nothing") {
  CHECK_FALSE(parse_switch(nullptr).has_value());
  for (const char* other : {"", " ", "maybe", "2", "10", "01", "o n", "t", "f", "y", "n", "enable",
                            "-1", "true false", "on,off"}) {
    INFO(other);
    CHECK_FALSE(parse_switch(other).has_value());
  }
}

TEST_CASE("being on and having been asked for are separate") {
  setenv("KGATE_TEST_UNSET_ON", "", 1);
  CHECK(switch_state({"KGATE_TEST_UNSET_ON", "", true}).on);
  CHECK_FALSE(switch_state({"KGATE_TEST_UNSET_ON", "", true}).asked.has_value());
  setenv("KGATE_TEST_ASKED", "on", 1);
  CHECK(switch_state({"KGATE_TEST_ASKED", "", false}).on);
  CHECK(switch_state({"KGATE_TEST_ASKED", "", false}).asked == true);
  setenv("KGATE_TEST_MAYBE", "maybe", 1);
  CHECK(switch_state({"KGATE_TEST_MAYBE", "", true}).on);
  CHECK_FALSE(switch_state({"KGATE_TEST_MAYBE", "", true}).asked.has_value());
}

TEST_CASE("a switch is read once") {
  setenv("KGATE_TEST_ONCE", "1", 1);
  CHECK(switch_state({"KGATE_TEST_ONCE", "", false}).on);
  setenv("KGATE_TEST_ONCE", "0", 1);
  CHECK(switch_state({"KGATE_TEST_ONCE", "", false}).on);
}

TEST_CASE("an unrecognised value takes the default and warns once") {
  setenv("KGATE_TEST_UNCLEAR", "maybe", 1);
  const std::string warning = kgate::captured_stderr([] {
    for (int i = 0; i < 3; ++i) {
      CHECK(switch_state({"KGATE_TEST_UNCLEAR", "", true}).on);
    }
  });
  CHECK(warning ==
        "kgate: KGATE_TEST_UNCLEAR='maybe' is neither of 1, true, on, yes nor of 0, false, off, "
        "no; the default of this build (on) is used\n");
}

TEST_CASE("the environment overrides the default both ways") {
  setenv("KGATE_TEST_NOT_ON", "off", 1);
  CHECK_FALSE(switch_state({"KGATE_TEST_NOT_ON", "", true}).on);
  setenv("KGATE_TEST_NOT_OFF", "on", 1);
  CHECK(switch_state({"KGATE_TEST_NOT_OFF", "", false}).on);
}

TEST_CASE("every fused family has a switch whose default is the build's") {
  const bool expected = std::string_view(KGATE_BACKEND) == "rocm";
  REQUIRE_FALSE(kgate::fused_switches().empty());
  for (const Switch& one : kgate::fused_switches()) {
    INFO(one.variable);
    CHECK(one.fallback == expected);
    CHECK(one.variable.substr(0, 12) == "KGATE_FUSED_");
  }
  const Switch* norm = kgate::fused_switch("add_rms_norm");
  REQUIRE(norm != nullptr);
  CHECK(norm->variable == "KGATE_FUSED_ADD_RMS_NORM");
  CHECK(kgate::fused_switch("no_such_family") == nullptr);
  CHECK(kgate::build_backend() == KGATE_BACKEND);
  REQUIRE(kgate::fused_defaults().size() == 3);
  for (const kgate::FusedDefault& build : kgate::fused_defaults()) {
    CHECK(build.on == (build.backend == "rocm"));
  }
}

TEST_CASE("a path is the variable's text, and nothing where it is unset") {
  unsetenv("KGATE_HIP_EMULATOR");
  unsetenv("KGATE_HIP_ON_CUDA");
  CHECK(kgate::hip_emulator_path().empty());
  CHECK(kgate::hip_on_cuda_path().empty());
  setenv("KGATE_HIP_EMULATOR", "/opt/emulator.so", 1);
  setenv("KGATE_HIP_ON_CUDA", "/opt/on_cuda.so", 1);
  CHECK(kgate::hip_emulator_path() == "/opt/emulator.so");
  CHECK(kgate::hip_on_cuda_path() == "/opt/on_cuda.so");
}

TEST_CASE("any text in NO_COLOR turns colours off, an empty one does not") {
  unsetenv("NO_COLOR");
  CHECK_FALSE(kgate::no_color());
  setenv("NO_COLOR", "", 1);
  CHECK_FALSE(kgate::no_color());
  setenv("NO_COLOR", "0", 1);
  CHECK(kgate::no_color());
}

TEST_CASE("providers are traced only where it is asked for") {
  unsetenv("KGATE_PROVIDER_TRACE");
  CHECK_FALSE(kgate::provider_trace());
}
