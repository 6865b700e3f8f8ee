// SPDX-License-Identifier: MIT
// Lowering of declarations: which functions and initialisers of a unit get a tree.
#include <fmt/format.h>

#include "checks/lowering/lowering.hpp"

namespace kgate::checks {

void Lowering::translation_unit() {
  context_members(context_.getTranslationUnitDecl());
  while (!pending_.empty()) {
    const auto* next = pending_.back();
    pending_.pop_back();
    function_body(next);
  }
}

void Lowering::context_members(const clang::DeclContext* members) {
  for (const auto* decl : members->decls()) {
    // Template instantiations of the project's templates hang on the template, not on this list.
    if (!tables_.sources().isInSystemHeader(decl->getLocation())) {
      declaration(decl);
    }
  }
}

void Lowering::declaration(const clang::Decl* decl) {
  if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(decl)) {
    function_body(function);
  } else if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(decl)) {
    global_initialiser(variable);
  } else if (const auto* functions = llvm::dyn_cast<clang::FunctionTemplateDecl>(decl)) {
    function_body(functions->getTemplatedDecl());
    for (const auto* instance : functions->specializations()) {
      function_body(instance);
    }
  } else if (const auto* classes = llvm::dyn_cast<clang::ClassTemplateDecl>(decl)) {
    declaration(classes->getTemplatedDecl());
    for (const auto* instance : classes->specializations()) {
      if (!instance->isExplicitSpecialization()) {
        declaration(instance);
      }
    }
  } else if (const auto* variables = llvm::dyn_cast<clang::VarTemplateDecl>(decl)) {
    global_initialiser(variables->getTemplatedDecl());
    for (const auto* instance : variables->specializations()) {
      global_initialiser(instance);
    }
  } else if (const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(decl)) {
    if (record->isThisDeclarationADefinition() && !record->isLambda()) {
      fill_record(record);
      context_members(record);
    }
  } else if (const auto* enumeration = llvm::dyn_cast<clang::EnumDecl>(decl)) {
    fill_enumeration(enumeration);
  } else if (const auto* friend_decl = llvm::dyn_cast<clang::FriendDecl>(decl)) {
    if (friend_decl->getFriendDecl() != nullptr) {
      declaration(friend_decl->getFriendDecl());
    }
  } else if (const auto* context = llvm::dyn_cast<clang::DeclContext>(decl)) {
    if (llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl, clang::ExportDecl>(decl)) {
      context_members(context);
    }
  }
}

void Lowering::function_body(const clang::FunctionDecl* function) {
  const clang::FunctionDecl* definition = nullptr;
  if (!function->hasBody(definition) || definition->hasSkippedBody() ||
      tables_.sources().isInSystemHeader(definition->getLocation()) ||
      !seen_.try_emplace(definition, true).second) {
    return;
  }
  if (definition->isDefaulted() && !definition->isUserProvided()) {
    return;
  }
  const Text symbol = function_symbol(definition);
  const std::size_t index = functions_.at(symbol);
  auto& unit = tables_.unit();
  Function body = unit.functions[index];
  if (body.defined) {  // another instantiation of the same lambda
    unit.functions.push_back(body);
  }
  broken_ = false;
  const NodeId root = open(Op::block, definition->getBody());
  if (const auto* constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(definition)) {
    constructor_initialisers(constructor);
  }
  child(definition->getBody());
  close(root);
  auto& target = unit.functions[body.defined ? unit.functions.size() - 1 : index];
  // The definition's place and attributes are the ones to report.
  target.place = tables_.place(definition->getLocation());
  target.defined = true;
  target.body = root;
  if (broken_) {
    target.flags = static_cast<std::uint16_t>(target.flags | function_flags::kBroken);
  }
}

void Lowering::constructor_initialisers(const clang::CXXConstructorDecl* constructor) {
  for (const auto* initialiser : constructor->inits()) {
    const auto* field = initialiser->getAnyMember();
    if (field == nullptr) {
      child(initialiser->getInit());
      continue;
    }
    field_initialiser(field, initialiser->getInit());
  }
}

void Lowering::field_initialiser(const clang::FieldDecl* field, const clang::Expr* value) {
  const NodeId node = open(Op::assign, value);
  const NodeId target = open(Op::reference, value->getSourceRange(), type(field->getType()));
  nodes()[target].detail = static_cast<std::uint8_t>(Referent::variable);
  const Text symbol = variable_symbol(field);
  nodes()[target].symbol = symbol;
  close(target);
  child(value);
  close(node);
}

void Lowering::global_initialiser(const clang::VarDecl* variable) {
  const auto* initialiser = variable->getInit();
  if (initialiser == nullptr || !seen_.try_emplace(variable, true).second) {
    return;
  }
  Function entry;
  const Text symbol = variable_symbol(variable);
  const std::string name = tables_.unit().texts[symbol];
  entry.key = tables_.text("init:" + name);
  entry.name = tables_.text(qualified_name(variable));
  entry.place = tables_.place(variable->getLocation());
  entry.defined = true;
  broken_ = false;
  entry.body = open(Op::block, variable->getSourceRange(), 0);
  local_variable(variable);
  close(entry.body);
  if (broken_) {
    entry.flags = function_flags::kBroken;
  }
  tables_.unit().functions.push_back(std::move(entry));
}

void Lowering::local_variable(const clang::VarDecl* variable) {
  const NodeId node = open(Op::declare, variable->getSourceRange(), type(variable->getType()));
  const Text symbol = variable_symbol(variable);
  nodes()[node].symbol = symbol;
  constant_depth_ += variable->isConstexpr() ? 1U : 0U;
  child(variable->getInit());
  constant_depth_ -= variable->isConstexpr() ? 1U : 0U;
  close(node);
  if (const auto* bindings = llvm::dyn_cast<clang::DecompositionDecl>(variable)) {
    for (const auto* binding : bindings->bindings()) {
      const NodeId one = open(Op::declare, binding->getSourceRange(), type(binding->getType()));
      const Text binding_symbol = variable_symbol(binding);
      nodes()[one].symbol = binding_symbol;
      const NodeId whole =
          open(Op::reference, binding->getSourceRange(), type(variable->getType()));
      nodes()[whole].symbol = symbol;
      close(whole);
      close(one);
    }
  }
}

}  // namespace kgate::checks
