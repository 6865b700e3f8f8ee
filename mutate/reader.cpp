// SPDX-License-Identifier: MIT
// What all readers share.
#include "mutate/reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstring>
#include <regex>

#include "mutate/failure.hpp"

namespace kgate::mutate {
namespace {

constexpr std::size_t kLongestLine = 300;

bool says_failure(std::string_view line) {
  std::string lower(line);
  std::ranges::transform(lower, lower.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return lower.find("error") != std::string::npos || lower.find("fail") != std::string::npos ||
         lower.find("differ") != std::string::npos || lower.find("mismatch") != std::string::npos;
}

}  // namespace

std::string reader_id(const Reader& reader) {
  std::string id(reader.stem);
  std::ranges::replace(id, '_', '-');
  return id;
}

const Reader* find_reader(std::string_view id) {
  for (const Reader* reader : readers()) {
    if (reader_id(*reader) == id) {
      return reader;
    }
  }
  return nullptr;
}

Verdict judge(const Reader& reader, const Finished& finished, const std::string& report,
              const std::string& pattern) {
  Verdict verdict;
  if (finished.timed_out) {
    verdict.failed.push_back({.kind = FailedTest::Kind::timeout,
                              .gate = "command",
                              .test_case = {},
                              .first_difference = "still running at the limit"});
    return verdict;
  }
  if (finished.signal != 0) {
    verdict.failed.push_back({.kind = FailedTest::Kind::crash,
                              .gate = "command",
                              .test_case = {},
                              .first_difference = fmt::format("signal {} ({})", finished.signal,
                                                              ::strsignal(finished.signal))});
    return verdict;
  }
  verdict = reader.read(finished, report, pattern);
  if (finished.exit_status != 0 && verdict.failed.empty()) {
    verdict.failed.push_back({.kind = FailedTest::Kind::assertion,
                              .gate = "command",
                              .test_case = fmt::format("exit code {}", finished.exit_status),
                              .first_difference = telling_line(finished.output)});
  }
  return verdict;
}

std::string telling_line(std::string_view output) {
  std::string_view last;
  while (!output.empty()) {
    const std::size_t end = std::min(output.find('\n'), output.size());
    std::string_view line = output.substr(0, end);
    output.remove_prefix(std::min(end + 1, output.size()));
    while (!line.empty() && std::isspace(static_cast<unsigned char>(line.front())) != 0) {
      line.remove_prefix(1);
    }
    if (line.empty()) {
      continue;
    }
    last = line;
    if (says_failure(line)) {
      break;
    }
  }
  return std::string(last.substr(0, kLongestLine));
}

std::uint64_t sum_of_matches(const std::string& pattern, const std::string& text) {
  std::uint64_t sum = 0;
  try {
    const std::regex expression(pattern);
    if (expression.mark_count() < 1) {
      throw Failure(kExitUsage, fmt::format("`assertions` = \"{}\" has no group: put ( ) "
                                            "around the number",
                                            pattern));
    }
    for (std::sregex_iterator at(text.begin(), text.end(), expression), end; at != end; ++at) {
      const std::string digits = (*at)[1].str();
      std::uint64_t value = 0;
      std::from_chars(digits.data(), digits.data() + digits.size(), value);
      sum += value;
    }
  } catch (const std::regex_error& error) {
    throw Failure(kExitUsage, fmt::format("`assertions` = \"{}\" is no regular expression: {}",
                                          pattern, error.what()));
  }
  return sum;
}

}  // namespace kgate::mutate
