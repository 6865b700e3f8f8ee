// SPDX-License-Identifier: MIT
// Spellings of switches and the defaults of the build.
#include "kernels/registry/flags.hpp"

#include <cstdlib>

#include "tests/catch.hpp"

using kgate::parse_switch;
using kgate::Switch;
using kgate::switch_state;

TEST_CASE("the spellings of yes and no are trimmed and case-insensitive") {
  for (const char* yes : {"1", "true", "on", "yes", "TRUE", " On ", "yes\n", "\tYes"}) {
    INFO(yes);
    CHECK(parse_switch(yes) == true);
  }
  for (const char* no : {"0", "false", "off", "no", "FALSE", " Off ", "no\n"}) {
    INFO(no);
    CHECK(parse_switch(no) == false);
  }
}

TEST_CASE("unset, empty and unrecognised values ask for nothing") {
  CHECK_FALSE(parse_switch(nullptr).has_value());
  for (const char* other : {"", " ", "maybe", "2", "10", "o n", "enable"}) {
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
}
