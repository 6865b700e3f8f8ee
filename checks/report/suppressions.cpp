// SPDX-License-Identifier: MIT
// Applies suppressions to findings.
#include "checks/report/suppressions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "checks/pattern.hpp"
#include "checks/rule.hpp"

namespace kgate::checks {
namespace {

struct Comment {
  Place place;
  std::string file;  ///< relative
  std::vector<std::string> rules;
  std::set<std::string> used;  ///< rules of these that suppressed a finding
  std::string reason;
  std::string wrong;     ///< why it is not a suppression; empty if it is one
  std::size_t line = 0;  ///< the line it is about
};

std::string trimmed(std::string_view text) {
  const auto begin = text.find_first_not_of(" \t\n");
  const auto end = text.find_last_not_of(" \t\n");
  return begin == std::string_view::npos ? "" : std::string(text.substr(begin, end - begin + 1));
}

const Rule* find_rule(std::string_view id) {
  const auto all = rules();
  const auto it =
      std::find_if(all.begin(), all.end(), [&](const Rule* rule) { return rule->id == id; });
  return it == all.end() ? nullptr : *it;
}

bool is_known_rule(std::string_view id) { return find_rule(id) != nullptr; }

bool reads_code_objects(std::string_view id) {
  const Rule* rule = find_rule(id);
  return rule != nullptr && rule->reads_code_objects;
}

/// `kcheck: allow(rule, rule) reason`, without the comment marks; false where it is something else.
bool parse(std::string_view text, Comment& comment) {
  std::string body = trimmed(text);
  const bool block = body.starts_with("/*");
  const auto begin = body.find_first_not_of("/*! \t");
  body = begin == std::string::npos ? "" : body.substr(begin);
  if (block && body.ends_with("*/")) {
    body = trimmed(body.substr(0, body.size() - 2));
  }
  constexpr std::string_view kMark = "kcheck:";
  if (!body.starts_with(kMark)) {
    return false;
  }
  body = trimmed(body.substr(kMark.size()));
  const auto close = body.find(')');
  if (!body.starts_with("allow(") || close == std::string::npos) {
    comment.wrong = "is not `kcheck: allow(rule) reason`";
    return true;
  }
  std::string list = body.substr(6, close - 6);
  for (std::size_t at = 0; at <= list.size();) {
    const auto comma = std::min(list.find(',', at), list.size());
    comment.rules.push_back(trimmed(std::string_view(list).substr(at, comma - at)));
    at = comma + 1;
  }
  comment.reason = trimmed(body.substr(close + 1));
  if (comment.reason.starts_with(":") || comment.reason.starts_with("-")) {
    comment.reason = trimmed(comment.reason.substr(1));
  }
  for (const auto& rule : comment.rules) {
    if (!is_known_rule(rule)) {
      comment.wrong = fmt::format("allows `{}`, which is no rule", rule);
      return true;
    }
  }
  if (comment.reason.empty()) {
    comment.wrong = "gives no reason";
  }
  return true;
}

/// A comment after code is about its line; one alone on its line is about the next line of code.
std::size_t line_it_is_about(SourceLines& lines, const std::string& path, const Place& place) {
  const auto before = trimmed(
      std::string_view(lines.line(path, place.line))
          .substr(0, std::min<std::size_t>(place.column - 1, lines.line(path, place.line).size())));
  if (!before.empty()) {
    return place.line;
  }
  constexpr std::size_t kFarthest = 20;
  for (std::size_t at = place.line + 1; at < place.line + kFarthest; ++at) {
    const std::string line = trimmed(lines.line(path, at));
    if (!line.empty() && !line.starts_with("//") && !line.starts_with("*") &&
        !line.starts_with("/*")) {
      return at;
    }
  }
  return place.line;
}

std::vector<Comment> read_comments(const Program& program, const Vocabulary& vocabulary,
                                   SourceLines& lines) {
  std::vector<Comment> comments;
  for (const auto& remark : program.comments()) {
    Comment comment;
    comment.place = remark.place;
    comment.file = vocabulary.relative(remark.place.file);
    if ((vocabulary.area(remark.place.file) & area::kOutside) == 0 &&
        parse(program.text(remark.text), comment)) {
      comment.line =
          line_it_is_about(lines, std::string(program.text(remark.place.file)), remark.place);
      comments.push_back(std::move(comment));
    }
  }
  return comments;
}

reports::Finding misuse(std::string file, std::size_t line, std::size_t column,
                        std::string message) {
  reports::Finding finding;
  finding.rule = kSuppressionRule;
  finding.message = std::move(message);
  finding.span = {std::move(file), line, column, 0};
  return finding;
}

/// What suppressions that nothing used are judged by.
class Judge {
 public:
  Judge(const Config& config, const Vocabulary& vocabulary, const AnalysedPaths& analysed,
        bool complete, reports::FindingsReport& report)
      : config_(config),
        vocabulary_(vocabulary),
        analysed_(analysed),
        complete_(complete),
        report_(report) {}

  /// Why a comment, or a rule of it, is not needed; empty where it is, or where nobody can know.
  [[nodiscard]] std::string verdict(const Comment& comment) const {
    if (!comment.wrong.empty()) {
      return "this suppression " + comment.wrong;
    }
    // Rules leave tests alone, so that nothing can be found there.
    if (!complete_ || (vocabulary_.area(comment.place.file) & area::kTest) != 0) {
      return {};
    }
    std::string unneeded;
    for (const auto& rule : comment.rules) {
      if (!comment.used.contains(rule) && ran(rule)) {
        unneeded += fmt::format("{}`{}`", unneeded.empty() ? "" : ", ", rule);
      }
    }
    return unneeded.empty()
               ? ""
               : fmt::format("this suppression is not needed: {} finds nothing here", unneeded);
  }

  [[nodiscard]] std::string verdict(const ConfiguredSuppression& one, std::size_t uses) const {
    if (!is_known_rule(one.rule)) {
      return fmt::format("this suppression is of `{}`, which is no rule", one.rule);
    }
    if (!complete_ || uses != 0 || !ran(one.rule)) {
      return {};
    }
    if (analysed_.has(one.file)) {
      return "this suppression is not needed: nothing that it describes is found";
    }
    // It may be about machine code, and no code object was given; or about files that this build
    // does not compile.
    const bool code_object = reads_code_objects(one.rule) && !analysed_.has_code_objects();
    return code_object || exists_under(config_.root, one.file)
               ? ""
               : fmt::format("this suppression is not needed: no file matches `{}`", one.file);
  }

 private:
  [[nodiscard]] bool ran(std::string_view id) const {
    return std::any_of(report_.rules.begin(), report_.rules.end(),
                       [&](const auto& rule) { return rule.id == id; });
  }

  const Config& config_;
  const Vocabulary& vocabulary_;
  const AnalysedPaths& analysed_;
  bool complete_;
  const reports::FindingsReport& report_;
};

bool applies(const Comment& one, const reports::Finding& finding) {
  return one.wrong.empty() && one.file == finding.span.file && one.line == finding.span.line &&
         std::find(one.rules.begin(), one.rules.end(), finding.rule) != one.rules.end();
}

bool applies(const ConfiguredSuppression& one, const reports::Finding& finding) {
  return one.rule == finding.rule && matches_path(one.file, finding.span.file) &&
         (one.contains.empty() || finding.source_line.find(one.contains) != std::string::npos);
}

}  // namespace

void apply_suppressions(const Config& config, const Program& program, const Vocabulary& vocabulary,
                        const AnalysedPaths& analysed, SourceLines& lines, bool complete,
                        reports::FindingsReport& report) {
  auto comments = read_comments(program, vocabulary, lines);
  std::vector<std::size_t> configured_uses(config.suppressions.size(), 0);
  std::vector<reports::Finding> kept;
  for (auto& finding : report.findings) {
    const auto comment = std::find_if(comments.begin(), comments.end(),
                                      [&](const Comment& one) { return applies(one, finding); });
    const auto configured =
        std::find_if(config.suppressions.begin(), config.suppressions.end(),
                     [&](const ConfiguredSuppression& one) { return applies(one, finding); });
    if (comment != comments.end()) {
      comment->used.insert(finding.rule);
      report.suppressed.push_back({std::move(finding), true, comment->reason});
    } else if (configured != config.suppressions.end()) {
      ++configured_uses[static_cast<std::size_t>(configured - config.suppressions.begin())];
      report.suppressed.push_back({std::move(finding), false, configured->reason});
    } else {
      kept.push_back(std::move(finding));
    }
  }
  const Judge judge(config, vocabulary, analysed, complete, report);
  for (const auto& comment : comments) {
    if (auto verdict = judge.verdict(comment); !verdict.empty()) {
      kept.push_back(misuse(comment.file, comment.place.line, comment.place.column, verdict));
    }
  }
  for (std::size_t at = 0; at < config.suppressions.size(); ++at) {
    const auto& one = config.suppressions[at];
    if (auto verdict = judge.verdict(one, configured_uses[at]); !verdict.empty()) {
      kept.push_back(misuse(one.stated_in, static_cast<std::size_t>(one.line), 0, verdict));
    }
  }
  report.findings = std::move(kept);
}

}  // namespace kgate::checks
