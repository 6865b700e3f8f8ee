// SPDX-License-Identifier: MIT
// Nodes of declarations and statements.
#include "mutate/syntax/node_maker.hpp"

namespace kgate::mutate {

Node* NodeMaker::add(Kind kind, clang::SourceRange range, Node* parent) {
  Node& node = tree_.nodes.emplace_back();
  node.kind = kind;
  node.parent = parent;
  set_range(range, node.begin, node.end);
  if (parent != nullptr) {
    node.index = parent->children.size();
    parent->children.push_back(&node);
  }
  return &node;
}

// Code that a macro's arguments hold is written in the file; what its body makes is not.
void NodeMaker::set_range(clang::SourceRange range, std::size_t& begin, std::size_t& end) const {
  if (range.isInvalid()) {
    return;
  }
  const clang::CharSourceRange characters = clang::Lexer::makeFileCharRange(
      clang::CharSourceRange::getTokenRange(range), sources_, context_.getLangOpts());
  if (characters.isValid() && sources_.getFileID(characters.getBegin()) == file_ &&
      sources_.getFileID(characters.getEnd()) == file_) {
    begin = sources_.getFileOffset(characters.getBegin());
    end = sources_.getFileOffset(characters.getEnd());
  }
}

void NodeMaker::set_operator(Node* node, clang::SourceLocation at, llvm::StringRef spelling) const {
  node->op = spelling.str();
  std::size_t begin = kNowhere;
  std::size_t end = kNowhere;
  set_range(clang::SourceRange(at, at), begin, end);
  // A macro that stands for the operator alone, or `and` for `&&`, is not the operator's text.
  if (begin != kNowhere && sources_.getBufferData(file_).substr(begin, end - begin) == spelling) {
    node->op_begin = begin;
  }
}

void NodeMaker::set_type(Node* node, clang::QualType type) const {
  if (type.isNull()) {
    return;
  }
  type = type.getNonReferenceType().getCanonicalType();
  if (type->isDependentType()) {
    node->type = TypeClass::dependent;
  } else if (type->isBooleanType()) {
    node->type = TypeClass::boolean;
  } else if (type->isEnumeralType()) {
    node->type = TypeClass::enumeration;
  } else if (type->isIntegerType()) {
    node->type = TypeClass::integer;
    node->bits = static_cast<unsigned>(context_.getTypeSize(type));
    node->is_signed = type->isSignedIntegerType();
  } else if (type->isFloatingType()) {
    node->type = TypeClass::floating;
    node->bits = static_cast<unsigned>(context_.getTypeSize(type));
  } else if (type->isAnyPointerType() || type->isArrayType()) {
    node->type = TypeClass::pointer;
  } else {
    node->type = type->isVoidType() ? TypeClass::none : TypeClass::other;
  }
}

std::string NodeMaker::text(const Node* node) const {
  return node->is_written()
             ? sources_.getBufferData(file_).substr(node->begin, node->end - node->begin).str()
             : std::string();
}

Node* NodeMaker::declaration(const clang::Decl* declared, Kind kind, Node* parent) {
  Node* node = add(kind, declared->getSourceRange(), parent);
  const clang::CharSourceRange use = sources_.getExpansionRange(declared->getSourceRange());
  set_range(use.getAsRange(), node->use_begin, node->use_end);
  if (const auto* named = llvm::dyn_cast<clang::NamedDecl>(declared)) {
    node->name = named->getNameAsString();
  }
  if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(declared)) {
    for (const clang::ParmVarDecl* parameter : function->parameters()) {
      declaration(parameter, Kind::parameter, node);
    }
    make(function->getBody(), node);
    return node;
  }
  if (const auto* declarator = llvm::dyn_cast<clang::DeclaratorDecl>(declared)) {
    set_type(node, declarator->getType());
    node->type_name = declarator->getType().getAsString();
  }
  const clang::Expr* initialiser = nullptr;
  if (const auto* parameter = llvm::dyn_cast<clang::ParmVarDecl>(declared)) {
    const bool written = parameter->hasDefaultArg() && !parameter->hasUnparsedDefaultArg() &&
                         !parameter->hasUninstantiatedDefaultArg();
    initialiser = written ? parameter->getDefaultArg() : nullptr;
  } else if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(declared)) {
    node->is_constant = variable->isConstexpr();
    initialiser = variable->getInit();
  } else if (const auto* field = llvm::dyn_cast<clang::FieldDecl>(declared)) {
    initialiser = field->getInClassInitializer();
  }
  make(initialiser, node);
  return node;
}

Node* NodeMaker::make(const clang::Stmt* statement, Node* parent) {
  if (statement == nullptr) {
    return add(Kind::none, {}, parent);
  }
  if (const auto* attributed = llvm::dyn_cast<clang::AttributedStmt>(statement)) {
    return make(attributed->getSubStmt(), parent);
  }
  if (const auto* value = llvm::dyn_cast<clang::Expr>(statement)) {
    return expression(value, parent);
  }
  return control_flow(statement, parent);
}

void NodeMaker::add_children(const clang::Stmt* statement, Node* node) {
  for (const clang::Stmt* child : statement->children()) {
    if (child != nullptr) {
      make(child, node);
    }
  }
}

Node* NodeMaker::control_flow(const clang::Stmt* statement, Node* parent) {
  const auto with = [&](Kind kind, std::initializer_list<const clang::Stmt*> children) {
    Node* node = add(kind, statement->getSourceRange(), parent);
    for (const clang::Stmt* child : children) {
      make(child, node);
    }
    return node;
  };
  if (const auto* if_ = llvm::dyn_cast<clang::IfStmt>(statement)) {
    Node* node = with(Kind::if_, {if_->getCond(), if_->getThen(), if_->getElse()});
    node->is_constant = if_->isConstexpr();
    return node;
  }
  if (const auto* for_ = llvm::dyn_cast<clang::ForStmt>(statement)) {
    return with(Kind::for_, {for_->getInit(), for_->getCond(), for_->getInc(), for_->getBody()});
  }
  if (const auto* range = llvm::dyn_cast<clang::CXXForRangeStmt>(statement)) {
    return with(Kind::range_for, {range->getRangeInit(), range->getBody()});
  }
  if (const auto* while_ = llvm::dyn_cast<clang::WhileStmt>(statement)) {
    return with(Kind::while_, {while_->getCond(), while_->getBody()});
  }
  if (const auto* do_ = llvm::dyn_cast<clang::DoStmt>(statement)) {
    return with(Kind::do_, {do_->getBody(), do_->getCond()});
  }
  if (const auto* switch_ = llvm::dyn_cast<clang::SwitchStmt>(statement)) {
    return with(Kind::switch_, {switch_->getCond(), switch_->getBody()});
  }
  if (const auto* label = llvm::dyn_cast<clang::SwitchCase>(statement)) {
    return with(Kind::case_, {label->getSubStmt()});
  }
  if (const auto* return_ = llvm::dyn_cast<clang::ReturnStmt>(statement)) {
    return with(Kind::return_, {return_->getRetValue()});
  }
  if (llvm::isa<clang::BreakStmt>(statement)) {
    return with(Kind::break_, {});
  }
  if (llvm::isa<clang::ContinueStmt>(statement)) {
    return with(Kind::continue_, {});
  }
  if (const auto* declared = llvm::dyn_cast<clang::DeclStmt>(statement)) {
    Node* node = with(Kind::declaration, {});
    for (const clang::Decl* one : declared->decls()) {
      if (llvm::isa<clang::VarDecl>(one)) {
        declaration(one, Kind::variable, node);
      }
    }
    return node;
  }
  const bool block = llvm::isa<clang::CompoundStmt>(statement);
  Node* node = with(block ? Kind::block : Kind::other, {});
  add_children(statement, node);
  return node;
}

}  // namespace kgate::mutate
