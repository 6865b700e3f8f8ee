// SPDX-License-Identifier: MIT
// The program model: what rules see of a program, free of clang and of any configuration.
//
// One Unit is one pass of one compile command. Function bodies are trees of nodes in preorder, so a
// subtree is an index range and "what comes after this statement" is a comparison of indices.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace kgate::checks {

/// Index of an interned string; 0 is the empty string.
using Text = std::uint32_t;
/// Index into Unit::types or Program::types; 0 is "no type".
using TypeId = std::uint32_t;
/// Index into Unit::nodes or Program::nodes.
using NodeId = std::uint32_t;

enum class TypeClass : std::uint8_t {
  none,
  boolean,
  integer,
  floating,
  enumeration,
  record,
  function,  ///< with indirections 1: a pointer or reference to a function, or to a member function
  dependent,
  other,
};

/// A canonical type: aliases, references and cv-qualifiers are gone.
struct Type {
  TypeClass type_class = TypeClass::none;
  std::uint8_t indirections = 0;  ///< pointers and arrays around it
  Text name = 0;                  ///< qualified, without template arguments: `std::map`
  std::vector<TypeId> arguments;  ///< type arguments of a template specialisation
};

/// Where something is written. For code that a macro expands to, where the macro is used.
struct Place {
  Text file = 0;  ///< absolute path
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::uint32_t end_column = 0;  ///< one past the last column on the same line
};

/// The kind of a node, with its children in order. `none` stands for an absent child.
enum class Op : std::uint8_t {
  none,
  // statements
  block,     ///< statements
  if_,       ///< init, condition, then, else
  switch_,   ///< init, condition, body
  case_,     ///< label, second label of a range or none, statement
  default_,  ///< statement
  loop,      ///< init, condition, increment, body
  return_,   ///< value or none
  throw_,    ///< value or none
  jump,      ///< break, continue, goto
  declare,   ///< symbol is the variable; initialiser or none
  other,     ///< anything else: its children in source order
  // expressions
  call,         ///< callee (see Callee), arguments; symbol is the function where known
  construct,    ///< arguments; symbol is the constructor
  launch,       ///< kernel expression, grid, block, LDS bytes, stream, arguments
  reference,    ///< symbol is what it refers to
  member,       ///< object; symbol is the field
  this_,        ///< the object of a method
  literal,      ///< see Literal; value or symbol (string content)
  compare,      ///< left, right; see Comparison; symbol is an overloaded operator
  logical,      ///< left, right; `and` or `or`
  not_,         ///< operand
  arithmetic,   ///< left, right; see Arithmetic
  unary,        ///< operand: minus, complement, increment, address, indirection
  assign,       ///< target, value; detail is the Arithmetic of a compound assignment
  conditional,  ///< condition, then, else
  subscript,    ///< table, index; symbol is an overloaded operator
  cast,         ///< operand; type is the target; explicit casts alone
  type_test,    ///< dynamic_cast or typeid: operand or none; type is what is asked for
  list,         ///< elements of a braced list
  lambda,       ///< captured initialisers; symbol is the call operator
  unresolved,   ///< dependent name or broken code; symbol is the bare name, children its operands
};

enum class Callee : std::uint8_t { direct, method, indirect };
enum class Literal : std::uint8_t { boolean, integer, floating, string, null, character };
enum class Comparison : std::uint8_t {
  equal,
  not_equal,
  less,
  greater,
  less_equal,
  greater_equal,
  three_way
};
enum class Logical : std::uint8_t { and_, or_ };
enum class Arithmetic : std::uint8_t {
  none,
  add,
  subtract,
  multiply,
  divide,
  remainder,
  shift_left,
  shift_right,
  bit_and,
  bit_or,
  bit_xor
};
enum class Unary : std::uint8_t {
  minus,
  plus,
  complement,
  increment,
  decrement,
  address,
  indirection
};
enum class TypeTest : std::uint8_t { dynamic_cast_, typeid_ };

/// What a `reference` refers to (Node::detail).
enum class Referent : std::uint8_t { variable, function, enumerator, template_parameter };

namespace node_flags {
inline constexpr std::uint8_t kConstexprIf = 1;  ///< `if constexpr`
inline constexpr std::uint8_t kConstant = 2;   ///< the compiler evaluates it: array bound, case ...
inline constexpr std::uint8_t kFromMacro = 4;  ///< written through a macro
inline constexpr std::uint8_t kOperatorCall = 8;  ///< an overloaded operator, its object first
inline constexpr std::uint8_t kVirtual = 16;      ///< a call that is dispatched at run time
inline constexpr std::uint8_t kContracts = 32;    ///< floating: the compiler may fuse it
inline constexpr std::uint8_t kFastMath = 64;     ///< floating: may be reassociated or approximated
}  // namespace node_flags

struct Node {
  Op op = Op::none;
  std::uint8_t detail = 0;
  std::uint8_t flags = 0;
  Text symbol = 0;
  TypeId type = 0;
  NodeId end = 0;  ///< one past the last node of the subtree
  Place place;
  /// Of a literal or enumerator, the number; of a call, the TypeId of the first type argument.
  std::int64_t value = 0;
};

namespace function_flags {
inline constexpr std::uint16_t kKernel = 1;
inline constexpr std::uint16_t kDevice = 2;
inline constexpr std::uint16_t kHost = 4;
inline constexpr std::uint16_t kNoReturn = 8;
inline constexpr std::uint16_t kMethod = 16;
inline constexpr std::uint16_t kConstMethod = 32;
inline constexpr std::uint16_t kConstructor = 64;
inline constexpr std::uint16_t kSystem = 128;  ///< declared in a system header
inline constexpr std::uint16_t kLambda = 256;
inline constexpr std::uint16_t kTrivial = 512;  ///< a trivial special member
inline constexpr std::uint16_t kBroken = 1024;  ///< the body has code that clang did not understand
inline constexpr std::uint16_t kBuiltin = 2048;
}  // namespace function_flags

/// A function that is defined or called. Identity is `key` (clang's USR), the same in every unit.
struct Function {
  Text key = 0;
  Text name = 0;  ///< qualified, without template arguments and inline namespaces
  Place place;
  TypeId result = 0;
  std::uint16_t flags = 0;
  std::vector<Text> parameters;  ///< keys of the variables, in order
  std::vector<Text> overridden;  ///< keys of the methods it overrides directly
  std::vector<Text> annotations;
  bool defined = false;
  NodeId body = 0;  ///< a block; meaningful where defined
};

enum class Storage : std::uint8_t { local, parameter, field, global };

struct Variable {
  Text key = 0;
  Text name = 0;
  Place place;
  TypeId type = 0;
  Storage storage = Storage::local;
  Text owner = 0;                ///< of a parameter: the function
  std::uint32_t index = 0;       ///< of a parameter
  bool is_constant = false;      ///< constexpr, or const with a constant initialiser
  bool build_dependent = false;  ///< its declaration is under #if, or has one inside
};

struct Record {
  Text name = 0;
  std::vector<Text> bases;  ///< names of direct bases
};

struct Enumerator {
  Text key = 0;
  Text name = 0;         ///< unqualified
  Text enumeration = 0;  ///< qualified name of the type
  Place place;
};

struct Include {
  Text from = 0;  ///< absolute paths
  Text to = 0;
  bool system = false;
};

struct MacroUse {
  Text name = 0;
  Place place;
  std::vector<Text> arguments;  ///< as written, blanks normalised
};

/// A comment that addresses kcheck, or a pragma.
struct Remark {
  Place place;
  Text text = 0;
};

struct UnitError {
  Place place;
  Text message = 0;
  bool missing_header = false;
};

/// Everything taken from one pass of one compile command.
struct Unit {
  std::vector<std::string> texts{std::string()};
  std::vector<Type> types{Type()};
  std::vector<Node> nodes{Node()};
  std::vector<Function> functions;
  std::vector<Variable> variables;
  std::vector<Record> records;
  std::vector<Enumerator> enumerators;
  std::vector<Include> includes;
  std::vector<MacroUse> macros;
  std::vector<Remark> comments;
  std::vector<Remark> pragmas;
  std::vector<UnitError> errors;
  std::vector<std::string> inputs;  ///< absolute paths of all files read, the main file first
  std::vector<std::string>
      absent;  ///< where an #include was looked for in vain, before it was found
  bool device = false;
  bool has_tree = false;
};

}  // namespace kgate::checks
