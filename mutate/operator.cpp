// SPDX-License-Identifier: MIT
// What operators share.
#include "mutate/operator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "mutate/glob.hpp"

namespace kgate::mutate {
namespace {

std::string one_line(std::string text) {
  std::string line;
  for (const char c : text) {
    const bool blank = std::isspace(static_cast<unsigned char>(c)) != 0;
    if (!blank) {
      line += c;
    } else if (!line.empty() && line.back() != ' ') {
      line += ' ';
    }
  }
  return line.size() > 60 ? line.substr(0, 57) + "..." : line;
}

// The name at the bottom of `a.b[i]`, `f(x)`, `*p`, `T(x)`.
const Node* named_part(const Node& node) {
  const Node* at = &without_parens(node);
  for (;;) {
    switch (at->kind) {
      case Kind::reference:
      case Kind::member:
      case Kind::call:
        return at;
      case Kind::subscript:
      case Kind::cast:
        at = &without_parens(at->child(0));
        break;
      case Kind::unary:
        if (at->op != "*" && at->op != "-" && at->op != "+") {
          return nullptr;
        }
        at = &without_parens(at->child(0));
        break;
      default:
        return nullptr;
    }
  }
}

}  // namespace

std::string Proposals::text(const Node& node) const {
  return node.is_written() ? std::string(text_.substr(node.begin, node.end - node.begin))
                           : std::string();
}

std::vector<std::string> Proposals::names(const std::string& key,
                                          std::initializer_list<const char*> defaults) const {
  const auto at = names_.find(key);
  return at != names_.end() ? at->second
                            : std::vector<std::string>(defaults.begin(), defaults.end());
}

bool Proposals::is_named(const std::string& name, const std::string& key,
                         std::initializer_list<const char*> defaults) const {
  return !name.empty() && any_glob_matches(names(key, defaults), name);
}

void Proposals::replace(std::size_t begin, std::size_t end, const std::string& replacement,
                        const std::string& summary) {
  if (begin == kNowhere || end == kNowhere || end < begin || end > text_.size()) {
    return;
  }
  const std::string original(text_.substr(begin, end - begin));
  if (original == replacement) {
    return;
  }
  std::string words = summary;
  if (words.empty()) {
    words = replacement.empty()
                ? fmt::format("delete `{}`", one_line(original))
                : fmt::format("replace `{}` with `{}`", one_line(original), one_line(replacement));
  }
  out_.push_back(
      {.begin = begin, .end = end, .replacement = replacement, .summary = std::move(words)});
}

void Proposals::replace(const Node& node, const std::string& replacement) {
  replace(node.begin, node.end, replacement);
}

void Proposals::replace(const Node& node, const std::string& replacement,
                        const std::string& summary) {
  replace(node.begin, node.end, replacement, summary);
}

void Proposals::replace_operator(const Node& node, const std::string& replacement) {
  if (node.op_begin != kNowhere) {
    replace(node.op_begin, node.op_begin + node.op.size(), replacement);
  }
}

void Proposals::remove_statement(const Node& statement) {
  if (!statement.is_written() || !is_statement(statement)) {
    return;
  }
  std::size_t end = statement.end;
  if (statement.kind != Kind::block && text_[end - 1] != '}' && text_[end - 1] != ';') {
    const std::size_t semicolon = text_.find_first_not_of(" \t\r\n", end);
    if (semicolon == std::string_view::npos || text_[semicolon] != ';') {
      return;  // inside a macro's argument
    }
    end = semicolon + 1;
  }
  const bool is_body = statement.parent->kind != Kind::block;
  replace(statement.begin, end, is_body ? "{}" : "",
          fmt::format("delete `{}`",
                      one_line(std::string(text_.substr(statement.begin, end - statement.begin)))));
}

std::string operator_id(const Operator& one) {
  std::string id(one.stem);
  std::ranges::replace(id, '_', '-');
  return id;
}

bool is_statement(const Node& node) {
  if (node.parent == nullptr) {
    return false;
  }
  switch (node.parent->kind) {
    case Kind::block:
    case Kind::case_:
      return true;
    case Kind::if_:
      return node.index > 0;
    case Kind::for_:
      return node.index == 3;
    case Kind::range_for:
    case Kind::while_:
      return node.index == 1;
    case Kind::do_:
      return node.index == 0;
    default:
      return false;
  }
}

bool refers_to(const Node& node, const Proposals& out, const std::string& key,
               std::initializer_list<const char*> defaults) {
  const Node* named = named_part(node);
  return named != nullptr && out.is_named(named->name, key, defaults);
}

bool mentions(const Node& node, const Proposals& out, const std::string& key,
              std::initializer_list<const char*> defaults) {
  if (out.is_named(node.name, key, defaults)) {
    return true;
  }
  return std::ranges::any_of(
      node.children, [&](const Node* child) { return mentions(*child, out, key, defaults); });
}

bool is_read(const Node& node) {
  if (node.parent == nullptr || node.is_function) {
    return false;
  }
  const Node& parent = *node.parent;
  switch (parent.kind) {
    case Kind::assign:
      return node.index == 1;
    case Kind::call:
      return node.index > 0;
    case Kind::member:
      return false;
    case Kind::subscript:
      return node.index == 1 || is_read(parent);
    case Kind::unary:
      return parent.op != "&" && parent.op != "++" && parent.op != "--";
    case Kind::paren:
      return is_read(parent);
    default:
      return !is_statement(node);
  }
}

}  // namespace kgate::mutate
