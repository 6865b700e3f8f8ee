// SPDX-License-Identifier: MIT
// GitHub workflow commands.
#include "reports/github_annotation.hpp"

#include <fmt/format.h>

#include <string_view>

namespace kgate::reports {
namespace {

std::string_view word(GithubAnnotation::Level level) {
  switch (level) {
    case GithubAnnotation::Level::error:
      return "error";
    case GithubAnnotation::Level::warning:
      return "warning";
    case GithubAnnotation::Level::notice:
      break;
  }
  return "notice";
}

// In a property `,` and `:` end it, so they are escaped there and not in the message.
std::string escaped(std::string_view text, bool property) {
  std::string out;
  for (const char c : text) {
    const bool special = c == '%' || c == '\r' || c == '\n' || (property && (c == ',' || c == ':'));
    out += special ? fmt::format("%{:02X}", static_cast<unsigned char>(c)) : std::string(1, c);
  }
  return out;
}

}  // namespace

std::string github_annotation(const GithubAnnotation& annotation) {
  std::string properties;
  const auto add = [&properties](std::string_view name, const std::string& value) {
    properties += fmt::format("{}{}={}", properties.empty() ? " " : ",", name, value);
  };
  if (!annotation.file.empty()) {
    add("file", escaped(annotation.file, true));
    if (annotation.line > 0) {
      add("line", std::to_string(annotation.line));
    }
    if (annotation.column > 0) {
      add("col", std::to_string(annotation.column));
    }
  }
  if (!annotation.title.empty()) {
    add("title", escaped(annotation.title, true));
  }
  return fmt::format("::{}{}::{}\n", word(annotation.level), properties,
                     escaped(annotation.message, false));
}

}  // namespace kgate::reports
