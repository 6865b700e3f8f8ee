// SPDX-License-Identifier: MIT
// Makes the nodes of statements and expressions. Includes clang's headers.
#pragma once

#include <string>

#include "checks/clang_headers.hpp"
#include "mutate/code_tree.hpp"

namespace kgate::mutate {

/// Makes nodes of one file into its tree.
class NodeMaker {
 public:
  NodeMaker(const clang::ASTContext& context, clang::FileID file, CodeTree& tree)
      : context_(context), sources_(context.getSourceManager()), file_(file), tree_(tree) {}

  /// A node for a declaration (function, variable or field), with everything below it.
  Node* declaration(const clang::Decl* declared, Kind kind, Node* parent);
  /// A node for a statement or expression; of kind none for null.
  Node* make(const clang::Stmt* statement, Node* parent);

 private:
  Node* add(Kind kind, clang::SourceRange range, Node* parent);
  void add_children(const clang::Stmt* statement, Node* node);
  void set_range(clang::SourceRange range, std::size_t& begin, std::size_t& end) const;
  void set_operator(Node* node, clang::SourceLocation at, llvm::StringRef spelling) const;
  void set_type(Node* node, clang::QualType type) const;
  [[nodiscard]] std::string text(const Node* node) const;

  Node* control_flow(const clang::Stmt* statement, Node* parent);
  Node* expression(const clang::Expr* expression, Node* parent);
  Node* operation(const clang::Expr* expression, Node* parent);
  Node* overloaded(const clang::CXXOperatorCallExpr* call, Node* parent);
  Node* call(const clang::CallExpr* call, Node* parent);
  Node* name(const clang::Expr* expression, Node* parent);
  Node* literal(const clang::Expr* expression, Node* parent);
  Node* conversion(const clang::Expr* expression, Node* parent);
  Node* binary(const clang::Expr* whole, llvm::StringRef op, clang::SourceLocation at,
               const clang::Expr* left, const clang::Expr* right, bool assigns, Node* parent);

  const clang::ASTContext& context_;
  const clang::SourceManager& sources_;
  clang::FileID file_;
  CodeTree& tree_;
};

}  // namespace kgate::mutate
