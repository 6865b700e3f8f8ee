// SPDX-License-Identifier: MIT
// The clang front end behind one header: a compile command in, a syntax tree out.
//
// Only files that walk the tree include clang's headers (take them from `checks/clang_headers.hpp`,
// which the build precompiles); everything else sees the forward declarations below.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "checks/compile_commands.hpp"

namespace clang {
class ASTContext;
class CompilerInstance;
class Preprocessor;
class SourceManager;
}  // namespace clang

namespace kgate::checks {

/// An error or fatal error that clang reported while parsing.
struct ParseError {
  std::string file;  ///< absolute; empty where the error has no place
  unsigned line = 0;
  unsigned column = 0;
  std::string message;
  bool missing_header = false;  ///< an #include that found no file
};

struct ParseOptions {
  /// Bodies of functions in system headers are not parsed: most of the time of a parse, and nothing
  /// of the project is in them. Bodies needed for the types of other declarations still are.
  bool skip_system_bodies = true;
  /// Content that replaces, or stands for, files on disk: pairs of absolute path and text.
  std::vector<std::pair<std::string, std::string>> overlays;
  /// Called before the main file is entered; register preprocessor callbacks here.
  std::function<void(clang::CompilerInstance&)> before;
};

/// A parsed pass of a command. Owns everything that the tree refers to. Not shared between threads
/// while it is walked; different trees may be made and walked on different threads.
class SyntaxTree {
 public:
  struct Implementation;

  explicit SyntaxTree(std::unique_ptr<Implementation> implementation);
  ~SyntaxTree();
  SyntaxTree(const SyntaxTree&) = delete;
  SyntaxTree& operator=(const SyntaxTree&) = delete;

  [[nodiscard]] clang::ASTContext& context() const;
  [[nodiscard]] clang::SourceManager& sources() const;
  [[nodiscard]] clang::Preprocessor& preprocessor() const;
  [[nodiscard]] Pass pass() const;
  /// Errors after which clang went on; declarations near them may be missing from the tree.
  [[nodiscard]] const std::vector<ParseError>& errors() const;
  /// Absolute paths of every file that was read, the main file first.
  [[nodiscard]] std::vector<std::string> inputs() const;

 private:
  std::unique_ptr<Implementation> implementation_;
};

struct ParseResult {
  std::unique_ptr<SyntaxTree> tree;  ///< null where clang could make no tree at all
  std::vector<ParseError> errors;    ///< why there is no tree
};

/// Parses one pass of `command`. Code that does not fully compile still gives a tree, with
/// `errors`; an unreadable main file or arguments that clang does not accept give none.
ParseResult parse(const CompileCommand& command, Pass pass, const ParseOptions& options = {});

/// The clang whose resource folder and driver rules are used: the environment variable
/// KGATE_CLANG where set, otherwise the one found when kgate was configured.
std::string clang_path();

}  // namespace kgate::checks
