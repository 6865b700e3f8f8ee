// SPDX-License-Identifier: MIT
// Takes the id of a case apart.
#include "gates/bench/case_place.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>

namespace kgate::gates {
namespace {

/// The whole text as a positive count.
std::optional<double> count_of(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value == 0) {
    return std::nullopt;
  }
  return static_cast<double>(value);
}

/// Of one part of an id; empty where it counts no rows.
std::optional<double> rows_of(std::string_view part) {
  if (part.starts_with("rows=")) {
    return count_of(part.substr(5));
  }
  if (!part.starts_with("tokens=")) {
    return std::nullopt;
  }
  part.remove_prefix(7);
  const std::size_t times = part.find('x');
  if (times == std::string_view::npos) {
    return count_of(part);
  }
  const std::optional<double> sequences = count_of(part.substr(0, times));
  const std::optional<double> each = count_of(part.substr(times + 1));
  return sequences && each ? std::optional(*sequences * *each) : std::nullopt;
}

}  // namespace

CasePlace case_place(std::string_view id) {
  const std::size_t colon = id.find(':');
  std::string_view rest = colon == std::string_view::npos ? id : id.substr(colon + 1);
  CasePlace place;
  while (!rest.empty()) {
    const std::size_t comma = std::min(rest.find(','), rest.size());
    const std::string_view part = rest.substr(0, comma);
    rest.remove_prefix(std::min(comma + 1, rest.size()));
    if (const std::optional<double> rows = rows_of(part); rows && !place.rows) {
      place.rows = rows;
    } else {
      place.series += place.series.empty() ? "" : ",";
      place.series += part;
    }
  }
  return place;
}

}  // namespace kgate::gates
