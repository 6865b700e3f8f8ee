// SPDX-License-Identifier: MIT
// Nodes of expressions.
#include "mutate/syntax/node_maker.hpp"

namespace kgate::mutate {
namespace {

// What the compiler adds around an expression has the expression's own range, or none.
const clang::Expr* written(const clang::Expr* expression) {
  for (;;) {
    const clang::Expr* inner = expression->IgnoreImplicit();
    if (const auto* construct = llvm::dyn_cast<clang::CXXConstructExpr>(inner)) {
      const bool copies = !llvm::isa<clang::CXXTemporaryObjectExpr>(construct) &&
                          construct->getNumArgs() == 1 && !construct->isListInitialization() &&
                          construct->getSourceRange() == construct->getArg(0)->getSourceRange();
      if (copies) {
        inner = construct->getArg(0);
      }
    }
    if (inner == expression) {
      return inner;
    }
    expression = inner;
  }
}

std::string called_name(const clang::Expr* callee) {
  callee = callee->IgnoreParenImpCasts();
  if (const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(callee)) {
    return reference->getNameInfo().getAsString();
  }
  if (const auto* overloads = llvm::dyn_cast<clang::OverloadExpr>(callee)) {
    return overloads->getName().getAsString();
  }
  if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(callee)) {
    return member->getMemberNameInfo().getAsString();
  }
  if (const auto* member = llvm::dyn_cast<clang::CXXDependentScopeMemberExpr>(callee)) {
    return member->getMember().getAsString();
  }
  if (const auto* scoped = llvm::dyn_cast<clang::DependentScopeDeclRefExpr>(callee)) {
    return scoped->getDeclName().getAsString();
  }
  return {};
}

}  // namespace

Node* NodeMaker::expression(const clang::Expr* whole, Node* parent) {
  const clang::Expr* value = written(whole);
  Node* node = nullptr;
  if (const auto* paren = llvm::dyn_cast<clang::ParenExpr>(value)) {
    node = add(Kind::paren, value->getSourceRange(), parent);
    make(paren->getSubExpr(), node);
  } else if ((node = operation(value, parent)) == nullptr &&
             (node = name(value, parent)) == nullptr &&
             (node = literal(value, parent)) == nullptr &&
             (node = conversion(value, parent)) == nullptr) {
    if (const auto* lambda = llvm::dyn_cast<clang::LambdaExpr>(value)) {
      node = add(Kind::lambda, value->getSourceRange(), parent);
      make(lambda->getBody(), node);
    } else {
      node = add(Kind::other, value->getSourceRange(), parent);
      add_children(value, node);
    }
  }
  set_type(node, value->getType());
  return node;
}

Node* NodeMaker::binary(const clang::Expr* whole, llvm::StringRef op, clang::SourceLocation at,
                        const clang::Expr* left, const clang::Expr* right, bool assigns,
                        Node* parent) {
  Node* node = add(assigns ? Kind::assign : Kind::binary, whole->getSourceRange(), parent);
  set_operator(node, at, op);
  make(left, node);
  make(right, node);
  return node;
}

Node* NodeMaker::operation(const clang::Expr* value, Node* parent) {
  if (const auto* two = llvm::dyn_cast<clang::BinaryOperator>(value)) {
    return binary(value, two->getOpcodeStr(), two->getOperatorLoc(), two->getLHS(), two->getRHS(),
                  two->isAssignmentOp(), parent);
  }
  if (const auto* two = llvm::dyn_cast<clang::CXXRewrittenBinaryOperator>(value)) {
    return binary(value, two->getOpcodeStr(), two->getOperatorLoc(), two->getLHS(), two->getRHS(),
                  false, parent);
  }
  if (const auto* one = llvm::dyn_cast<clang::UnaryOperator>(value)) {
    Node* node = add(Kind::unary, value->getSourceRange(), parent);
    set_operator(node, one->getOperatorLoc(), clang::UnaryOperator::getOpcodeStr(one->getOpcode()));
    node->postfix = one->isPostfix();
    make(one->getSubExpr(), node);
    return node;
  }
  if (const auto* three = llvm::dyn_cast<clang::ConditionalOperator>(value)) {
    Node* node = add(Kind::conditional, value->getSourceRange(), parent);
    make(three->getCond(), node);
    make(three->getTrueExpr(), node);
    make(three->getFalseExpr(), node);
    return node;
  }
  if (const auto* subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(value)) {
    Node* node = add(Kind::subscript, value->getSourceRange(), parent);
    make(subscript->getBase(), node);
    make(subscript->getIdx(), node);
    return node;
  }
  if (const auto* operators = llvm::dyn_cast<clang::CXXOperatorCallExpr>(value)) {
    return overloaded(operators, parent);
  }
  const auto* called = llvm::dyn_cast<clang::CallExpr>(value);
  return called != nullptr ? call(called, parent) : nullptr;
}

Node* NodeMaker::overloaded(const clang::CXXOperatorCallExpr* value, Node* parent) {
  const clang::OverloadedOperatorKind kind = value->getOperator();
  if (kind == clang::OO_Call || kind == clang::OO_Arrow) {
    Node* node =
        add(kind == clang::OO_Call ? Kind::call : Kind::other, value->getSourceRange(), parent);
    for (const clang::Expr* argument : value->arguments()) {
      make(argument, node);
    }
    return node;
  }
  if (kind == clang::OO_Subscript) {
    Node* node = add(Kind::subscript, value->getSourceRange(), parent);
    make(value->getArg(0), node);
    make(value->getArg(1), node);
    return node;
  }
  const llvm::StringRef spelling(clang::getOperatorSpelling(kind));
  if (value->isInfixBinaryOp()) {
    return binary(value, spelling, value->getOperatorLoc(), value->getArg(0), value->getArg(1),
                  value->isAssignmentOp(), parent);
  }
  Node* node = add(Kind::unary, value->getSourceRange(), parent);
  set_operator(node, value->getOperatorLoc(), spelling);
  node->postfix = value->getNumArgs() == 2;
  make(value->getArg(0), node);
  return node;
}

Node* NodeMaker::call(const clang::CallExpr* value, Node* parent) {
  Node* node = add(Kind::call, value->getSourceRange(), parent);
  node->name = called_name(value->getCallee());
  make(value->getCallee(), node);
  for (const clang::Expr* argument : value->arguments()) {
    if (!llvm::isa<clang::CXXDefaultArgExpr>(argument)) {
      make(argument, node);
    }
  }
  return node;
}

Node* NodeMaker::name(const clang::Expr* value, Node* parent) {
  const clang::Expr* object = nullptr;
  bool is_member = false;
  if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(value)) {
    is_member = true;
    object = member->isImplicitAccess() ? nullptr : member->getBase();
  } else if (const auto* dependent = llvm::dyn_cast<clang::CXXDependentScopeMemberExpr>(value)) {
    is_member = true;
    object = dependent->isImplicitAccess() ? nullptr : dependent->getBase();
  } else if (const auto* unresolved = llvm::dyn_cast<clang::UnresolvedMemberExpr>(value)) {
    is_member = true;
    object = unresolved->isImplicitAccess() ? nullptr : unresolved->getBase();
  }
  if (is_member) {
    Node* node = add(Kind::member, value->getSourceRange(), parent);
    node->name = called_name(value);
    make(object, node);
    return node;
  }
  if (const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(value)) {
    Node* node = add(Kind::reference, value->getSourceRange(), parent);
    node->name = called_name(value);
    node->is_function = llvm::isa<clang::FunctionDecl>(reference->getDecl());
    return node;
  }
  if (llvm::isa<clang::UnresolvedLookupExpr, clang::DependentScopeDeclRefExpr>(value)) {
    Node* node = add(Kind::reference, value->getSourceRange(), parent);
    node->name = called_name(value);
    node->is_function = llvm::isa<clang::UnresolvedLookupExpr>(value);
    return node;
  }
  return nullptr;
}

Node* NodeMaker::literal(const clang::Expr* value, Node* parent) {
  if (!llvm::isa<clang::IntegerLiteral, clang::FloatingLiteral, clang::CXXBoolLiteralExpr,
                 clang::StringLiteral, clang::CharacterLiteral, clang::CXXNullPtrLiteralExpr>(
          value)) {
    return nullptr;
  }
  Node* node = add(Kind::literal, value->getSourceRange(), parent);
  node->name = text(node);
  return node;
}

Node* NodeMaker::conversion(const clang::Expr* value, Node* parent) {
  if (const auto* cast = llvm::dyn_cast<clang::ExplicitCastExpr>(value)) {
    Node* node = add(Kind::cast, value->getSourceRange(), parent);
    node->name = cast->getTypeAsWritten().getAsString();
    make(cast->getSubExpr(), node);
    return node;
  }
  if (const auto* list = llvm::dyn_cast<clang::InitListExpr>(value)) {
    const clang::InitListExpr* as_written =
        list->isSemanticForm() && list->getSyntacticForm() ? list->getSyntacticForm() : list;
    Node* node = add(Kind::list, value->getSourceRange(), parent);
    for (const clang::Expr* element : as_written->inits()) {
      make(element, node);
    }
    return node;
  }
  if (llvm::isa<clang::CXXConstructExpr, clang::CXXUnresolvedConstructExpr>(value)) {
    Node* node = add(Kind::construct, value->getSourceRange(), parent);
    node->name = value->getType().getAsString();
    for (const clang::Stmt* argument : value->children()) {
      if (argument != nullptr && !llvm::isa<clang::CXXDefaultArgExpr>(argument)) {
        make(argument, node);
      }
    }
    return node;
  }
  return nullptr;
}

}  // namespace kgate::mutate
