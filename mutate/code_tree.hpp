// SPDX-License-Identifier: MIT
// The syntax of a source file as operators see it: small nodes with byte ranges, free of clang.
//
// Implicit code (casts, temporaries, instantiations) has no node: a tree is what somebody wrote.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace kgate::mutate {

/// The kind of a node, with its children in order. A child that is absent is a node of kind `none`.
enum class Kind : std::uint8_t {
  none,
  function,   ///< parameters with default values, body
  variable,   ///< initialiser
  parameter,  ///< default value
  field,      ///< initialiser
  block,      ///< statements
  if_,        ///< condition, then, else
  for_,       ///< init, condition, increment, body
  range_for,  ///< range, body
  while_,     ///< condition, body
  do_,        ///< body, condition
  switch_,    ///< condition, body
  case_,      ///< statement; the label is constant
  return_,    ///< value
  break_,
  continue_,
  declaration,  ///< variables
  binary,       ///< left, right; `op`
  assign,       ///< target, value; `op` is `=` or a compound one
  unary,        ///< operand; `op`, `postfix`
  conditional,  ///< condition, then, else
  call,         ///< callee, arguments
  member,       ///< object, absent for an implicit `this`
  reference,    ///< no children
  literal,      ///< no children; `name` is its text
  subscript,    ///< base, index
  cast,         ///< operand; `name` is the type as written
  construct,    ///< arguments; `name` is the type
  paren,        ///< inner
  lambda,       ///< body
  list,         ///< elements
  other,        ///< whatever else, with its children
};

enum class TypeClass : std::uint8_t {
  none,
  boolean,
  integer,
  floating,
  pointer,
  enumeration,
  dependent,  ///< known only where a template is instantiated
  other,
};

inline constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);

struct Node {
  Kind kind = Kind::none;
  TypeClass type = TypeClass::none;
  unsigned bits = 0;  ///< of an integer or floating type
  bool is_signed = false;
  bool postfix = false;
  bool is_constant = false;      ///< `if constexpr`, a constexpr variable
  bool is_function = false;      ///< a reference to a function, not to a value
  std::size_t begin = kNowhere;  ///< bytes of the file; kNowhere where a macro's body makes it
  std::size_t end = kNowhere;
  std::size_t use_begin = kNowhere;  ///< of a variable: as begin, or where the macro is used
  std::size_t use_end = kNowhere;
  std::size_t op_begin = kNowhere;  ///< of the operator's token
  std::string op;
  std::string name;       ///< unqualified: of what is declared, called, referred to
  std::string type_name;  ///< of a variable, field or parameter: the type as written
  const Node* parent = nullptr;
  std::size_t index = 0;  ///< place among the parent's children
  std::vector<const Node*> children;

  [[nodiscard]] bool is_written() const { return begin != kNowhere; }
  [[nodiscard]] const Node& child(std::size_t i) const;
  /// The enclosing node of a kind; null where there is none.
  [[nodiscard]] const Node* enclosing(Kind wanted) const;
};

/// The functions, variables and fields of one file, as one or more parses saw it.
struct CodeTree {
  std::deque<Node> nodes;          ///< owns all
  std::vector<const Node*> roots;  ///< functions, file-scope variables, fields
};

/// Calls `visit` for a node and everything below it, parents first.
void walk(const Node& node, const std::function<void(const Node&)>& visit);

/// The node without parentheses around it.
const Node& without_parens(const Node& node);

struct ParsedCode {
  std::map<std::string, CodeTree> files;  ///< by absolute path; each wanted file that was read
  std::vector<std::string> errors;        ///< `file:line:column: message`
  bool has_tree = false;
};

/// How one source file is compiled.
struct ParseCommand {
  std::string folder;
  std::string file;  ///< absolute
  std::vector<std::string> arguments;
  bool operator==(const ParseCommand&) const = default;
};

/// Whether operators are built in; without clang's libraries they are not.
bool has_front_end();

/// Parses the host pass and, for HIP and CUDA, the device pass of a command. `wanted` is asked with
/// absolute paths.
ParsedCode parse_code(const ParseCommand& command,
                      const std::function<bool(const std::string&)>& wanted);

/// The entries of a compile_commands.json. Throws Failure (usage).
std::vector<ParseCommand> read_parse_commands(const std::string& path);

/// The words of a command line as a POSIX shell would split it.
std::vector<std::string> split_words(const std::string& line);

}  // namespace kgate::mutate
