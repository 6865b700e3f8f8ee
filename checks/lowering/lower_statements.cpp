// SPDX-License-Identifier: MIT
// Lowering of statements.
#include "checks/lowering/lowering.hpp"

namespace kgate::checks {

NodeId Lowering::open(Op op, clang::SourceRange range, TypeId type_id) {
  const auto id = static_cast<NodeId>(nodes().size());
  Node node;
  node.op = op;
  node.type = type_id;
  node.place = tables_.place(range, context_.getLangOpts());
  unsigned flags = range.getBegin().isMacroID() ? node_flags::kFromMacro : 0U;
  flags |= constant_depth_ > 0 ? node_flags::kConstant : 0U;
  node.flags = static_cast<std::uint8_t>(flags);
  nodes().push_back(node);
  return id;
}

NodeId Lowering::open(Op op, const clang::Stmt* stmt) {
  const auto* expr = llvm::dyn_cast<clang::Expr>(stmt);
  const TypeId type_id = expr == nullptr ? 0 : type(expr->getType());
  return open(op, stmt->getSourceRange(), type_id);
}

void Lowering::absent() { close(open(Op::none, clang::SourceRange(), 0)); }

void Lowering::child(const clang::Stmt* stmt) {
  // Deeper than any code written by hand; generated tables of operators could exhaust the stack.
  constexpr unsigned kDeepest = 1500;
  if (stmt == nullptr) {
    absent();
    return;
  }
  if (++depth_ > kDeepest) {
    broken_ = true;
    absent();
  } else {
    Visit(stmt);
  }
  --depth_;
}

void Lowering::VisitStmt(const clang::Stmt* stmt) {
  const NodeId node = open(Op::other, stmt);
  for (const auto* one : stmt->children()) {
    child(one);
  }
  close(node);
}

void Lowering::VisitCompoundStmt(const clang::CompoundStmt* stmt) {
  const NodeId node = open(Op::block, stmt);
  for (const auto* one : stmt->body()) {
    child(one);
  }
  close(node);
}

void Lowering::VisitIfStmt(const clang::IfStmt* stmt) {
  const NodeId node = open(Op::if_, stmt);
  if (stmt->isConstexpr()) {
    nodes()[node].flags = static_cast<std::uint8_t>(nodes()[node].flags | node_flags::kConstexprIf);
  }
  const NodeId init = open(Op::block, stmt->getSourceRange(), 0);
  child(stmt->getInit());
  child(stmt->getConditionVariableDeclStmt());
  close(init);
  child(stmt->getCond());
  child(stmt->getThen());
  child(stmt->getElse());
  close(node);
}

void Lowering::VisitSwitchStmt(const clang::SwitchStmt* stmt) {
  const NodeId node = open(Op::switch_, stmt);
  const NodeId init = open(Op::block, stmt->getSourceRange(), 0);
  child(stmt->getInit());
  child(stmt->getConditionVariableDeclStmt());
  close(init);
  child(stmt->getCond());
  child(stmt->getBody());
  close(node);
}

void Lowering::VisitCaseStmt(const clang::CaseStmt* stmt) {
  const NodeId node = open(Op::case_, stmt);
  ++constant_depth_;
  child(stmt->getLHS());
  child(stmt->getRHS());
  --constant_depth_;
  child(stmt->getSubStmt());
  close(node);
}

void Lowering::VisitDefaultStmt(const clang::DefaultStmt* stmt) {
  const NodeId node = open(Op::default_, stmt);
  child(stmt->getSubStmt());
  close(node);
}

void Lowering::VisitWhileStmt(const clang::WhileStmt* stmt) {
  const NodeId node = open(Op::loop, stmt);
  child(stmt->getConditionVariableDeclStmt());
  child(stmt->getCond());
  absent();
  child(stmt->getBody());
  close(node);
}

void Lowering::VisitDoStmt(const clang::DoStmt* stmt) {
  const NodeId node = open(Op::loop, stmt);
  absent();
  child(stmt->getCond());
  absent();
  child(stmt->getBody());
  close(node);
}

void Lowering::VisitForStmt(const clang::ForStmt* stmt) {
  const NodeId node = open(Op::loop, stmt);
  child(stmt->getInit());
  child(stmt->getCond());
  child(stmt->getInc());
  child(stmt->getBody());
  close(node);
}

void Lowering::VisitCXXForRangeStmt(const clang::CXXForRangeStmt* stmt) {
  const NodeId node = open(Op::loop, stmt);
  const NodeId init = open(Op::block, stmt->getSourceRange(), 0);
  child(stmt->getInit());
  // The loop variable holds what the range holds: `for (bool on : {is_hip(d)})`.
  const auto* variable = stmt->getLoopVariable();
  const NodeId declared = open(Op::declare, variable->getSourceRange(), type(variable->getType()));
  const Text symbol = variable_symbol(variable);
  nodes()[declared].symbol = symbol;
  child(stmt->getRangeInit());
  close(declared);
  close(init);
  absent();
  absent();
  child(stmt->getBody());
  close(node);
}

void Lowering::VisitReturnStmt(const clang::ReturnStmt* stmt) {
  const NodeId node = open(Op::return_, stmt);
  child(stmt->getRetValue());
  close(node);
}

void Lowering::VisitCXXThrowExpr(const clang::CXXThrowExpr* expr) {
  const NodeId node = open(Op::throw_, expr);
  child(expr->getSubExpr());
  close(node);
}

void Lowering::VisitBreakStmt(const clang::BreakStmt* stmt) { close(open(Op::jump, stmt)); }

void Lowering::VisitContinueStmt(const clang::ContinueStmt* stmt) {
  const NodeId node = open(Op::jump, stmt);
  nodes()[node].detail = 1;
  close(node);
}

void Lowering::VisitGotoStmt(const clang::GotoStmt* stmt) {
  const NodeId node = open(Op::jump, stmt);
  nodes()[node].detail = 2;
  close(node);
}

void Lowering::VisitDeclStmt(const clang::DeclStmt* stmt) {
  const NodeId node = open(Op::block, stmt);
  for (const auto* decl : stmt->decls()) {
    if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(decl)) {
      local_variable(variable);
    } else if (const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(decl)) {
      for (const auto* method : record->methods()) {
        pending_.push_back(method);
      }
    }
  }
  close(node);
}

void Lowering::VisitNullStmt(const clang::NullStmt* /*stmt*/) { absent(); }

}  // namespace kgate::checks
