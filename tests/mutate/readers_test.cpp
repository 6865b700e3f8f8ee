// SPDX-License-Identifier: MIT
// What each reader makes of the words of its runner.
#include "mutate/failure.hpp"
#include "mutate/reader.hpp"
#include "tests/catch.hpp"

namespace kgate::mutate::testing {
namespace {

Finished finished(int exit_status, const std::string& output) {
  Finished result;
  result.exit_status = exit_status;
  result.output = output;
  return result;
}

Verdict read(const char* reader, int exit_status, const std::string& output,
             const std::string& report = {}, const std::string& pattern = {}) {
  return judge(*find_reader(reader), finished(exit_status, output), report, pattern);
}

}  // namespace

TEST_CASE("an exit code speaks through the line that says what failed") {
  const Verdict passed = read("exit-code", 0, "12 passed\n");
  CHECK(passed.assertions == 12);
  CHECK(passed.failed.empty());
  const Verdict failed = read("exit-code", 3, "start\n  row 4 differs: 1 and 2\n12 checks\n");
  REQUIRE(failed.failed.size() == 1);
  CHECK(failed.failed.front().first_difference == "row 4 differs: 1 and 2");
  CHECK(failed.failed.front().test_case == "exit code 3");
  CHECK(read("exit-code", 0, "all good\n").assertions == 0);
  CHECK(read("exit-code", 0, "n=7 n=5\n", "", "n=([0-9]+)").assertions == 12);
  CHECK_THROWS_AS(read("exit-code", 0, "", "", "n=[0-9]+"), Failure);
  CHECK_THROWS_AS(read("exit-code", 0, "", "", "(["), Failure);
}

TEST_CASE("a signal is a crash and a limit a time-out, whatever the reader") {
  Finished died = finished(0, "");
  died.signal = 11;
  Verdict verdict = judge(*find_reader("ctest"), died, "", "");
  REQUIRE(verdict.failed.size() == 1);
  CHECK(verdict.failed.front().kind == FailedTest::Kind::crash);
  Finished late = finished(0, "");
  late.timed_out = true;
  verdict = judge(*find_reader("junit-file"), late, "", "");
  REQUIRE(verdict.failed.size() == 1);
  CHECK(verdict.failed.front().kind == FailedTest::Kind::timeout);
}

TEST_CASE("CTest's list tells failures, crashes and time-outs apart") {
  const std::string output =
      "25% tests passed, 3 tests failed out of 4\n\nThe following tests FAILED:\n"
      "\t  2 - sums (Failed)\n\t  3 - reads (SEGFAULT)\n\t  4 - waits (Timeout)\nErrors while\n";
  const std::string report =
      "<testsuite><testcase name=\"sums\" status=\"fail\"><failure message=\"\"/>"
      "<system-out>ok\n3 == 4 failed\n</system-out></testcase></testsuite>";
  const Verdict verdict = read("ctest", 8, output, report);
  CHECK(verdict.assertions == 4);
  REQUIRE(verdict.failed.size() == 3);
  CHECK(verdict.failed[0].test_case == "sums");
  CHECK(verdict.failed[0].first_difference == "3 == 4 failed");
  CHECK(verdict.failed[1].kind == FailedTest::Kind::crash);
  CHECK(verdict.failed[2].kind == FailedTest::Kind::timeout);
  CHECK(read("ctest", 0, "No tests were found!!!\n").assertions == 0);
}

TEST_CASE("a JUnit file gives its failures' messages and counts no skipped case") {
  const std::string report =
      "<testsuites><testsuite name=\"s\"><testcase classname=\"c\" name=\"a\" assertions=\"5\"/>"
      "<testcase classname=\"c\" name=\"b\"><failure message=\"x &lt; y\">more</failure></testcase>"
      "<testcase classname=\"c\" name=\"d\"><skipped/></testcase></testsuite></testsuites>";
  const Verdict verdict = read("junit-file", 1, "", report);
  CHECK(verdict.assertions == 6);
  REQUIRE(verdict.failed.size() == 1);
  CHECK(verdict.failed.front().gate == "c");
  CHECK(verdict.failed.front().first_difference == "x < y");
  CHECK(read("junit-file", 0, "", "").assertions == 0);
}

TEST_CASE("Catch2's XML gives the expanded expression") {
  const std::string report =
      "<?xml version=\"1.0\"?><Catch name=\"t\"><Group name=\"t\"><TestCase name=\"adds\">"
      "<Expression success=\"false\" type=\"CHECK\" filename=\"t.cpp\" line=\"7\">"
      "<Original>add(2, 3) == 5</Original><Expanded>\n -1 == 5\n</Expanded></Expression>"
      "<OverallResult success=\"false\"/></TestCase><OverallResults successes=\"2\" "
      "failures=\"1\"/>"
      "</Group><OverallResults successes=\"2\" failures=\"1\" expectedFailures=\"0\"/></Catch>";
  const Verdict verdict = read("catch2", 1, "", report);
  CHECK(verdict.assertions == 3);
  REQUIRE(verdict.failed.size() == 1);
  CHECK(verdict.failed.front().test_case == "adds");
  CHECK(verdict.failed.front().first_difference == "t.cpp:7: CHECK(-1 == 5)");
}

TEST_CASE("a kgate run gives gate, case and first difference, and another schema is refused") {
  const std::string report =
      R"({"schema": "kgate-run", "version": 1, "totals": {"assertions": 40}, "verdicts": [
          {"family": "f", "gate": "ulp", "case": "f:n=1", "verdict": "pass"},
          {"family": "f", "gate": "exact", "case": "f:n=2", "verdict": "fail",
           "first_difference": "y[3] is 1, not 2"}]})";
  const Verdict verdict = read("kgate-json", 1, "", report);
  CHECK(verdict.assertions == 40);
  REQUIRE(verdict.failed.size() == 1);
  CHECK(verdict.failed.front().gate == "exact");
  CHECK(verdict.failed.front().test_case == "f:n=2");
  CHECK(verdict.failed.front().first_difference == "y[3] is 1, not 2");
  CHECK_THROWS_AS(read("kgate-json", 0, "", R"({"schema": "other", "version": 1})"), Failure);
  CHECK_THROWS_AS(read("kgate-json", 0, "", "no json"), Failure);
}

TEST_CASE("a failing exit code is a failure even where the report shows none") {
  CHECK(read("junit-file", 2, "cannot open data", "").failed.size() == 1);
  CHECK(read("kgate-json", 3, "no device", "").failed.front().first_difference == "no device");
}

}  // namespace kgate::mutate::testing
