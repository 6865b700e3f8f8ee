// SPDX-License-Identifier: MIT
// Lowering of calls, constructions and kernel launches.
#include "checks/lowering/lowering.hpp"

namespace kgate::checks {
namespace {

std::uint8_t raw(auto value) { return static_cast<std::uint8_t>(value); }

/// The opcode that an overloaded operator spells, where the model has a node for it.
std::optional<clang::BinaryOperatorKind> binary_of(clang::OverloadedOperatorKind kind) {
  switch (kind) {
    case clang::OO_EqualEqual:
      return clang::BO_EQ;
    case clang::OO_ExclaimEqual:
      return clang::BO_NE;
    case clang::OO_Less:
      return clang::BO_LT;
    case clang::OO_Greater:
      return clang::BO_GT;
    case clang::OO_LessEqual:
      return clang::BO_LE;
    case clang::OO_GreaterEqual:
      return clang::BO_GE;
    case clang::OO_Spaceship:
      return clang::BO_Cmp;
    case clang::OO_AmpAmp:
      return clang::BO_LAnd;
    case clang::OO_PipePipe:
      return clang::BO_LOr;
    case clang::OO_Equal:
      return clang::BO_Assign;
    case clang::OO_AmpEqual:
      return clang::BO_AndAssign;
    case clang::OO_PipeEqual:
      return clang::BO_OrAssign;
    default:
      return std::nullopt;
  }
}

}  // namespace

// `std::get_if<Hip>` asks for a type that no argument has.
TypeId Lowering::first_type_argument(const clang::FunctionDecl* function) {
  const auto* arguments = function->getTemplateSpecializationArgs();
  if (arguments == nullptr || arguments->size() == 0 ||
      arguments->get(0).getKind() != clang::TemplateArgument::Type) {
    return 0;
  }
  return type(arguments->get(0).getAsType());
}

void Lowering::VisitCallExpr(const clang::CallExpr* expr) {
  const NodeId node = open(Op::call, expr);
  mark_floating(node, expr);
  if (const auto* function = expr->getDirectCallee()) {
    const Text symbol = function_symbol(function);
    nodes()[node].symbol = symbol;
    nodes()[node].detail = raw(Callee::direct);
    nodes()[node].value = first_type_argument(function);
    absent();
  } else {
    nodes()[node].detail = raw(Callee::indirect);
    child(expr->getCallee());
  }
  arguments(expr->arguments());
  close(node);
}

void Lowering::VisitCXXMemberCallExpr(const clang::CXXMemberCallExpr* expr) {
  const auto* method = expr->getMethodDecl();
  const NodeId node = open(Op::call, expr);
  if (method == nullptr) {  // through a pointer to member
    nodes()[node].detail = raw(Callee::indirect);
    child(expr->getCallee());
  } else {
    const Text symbol = function_symbol(method);
    nodes()[node].symbol = symbol;
    nodes()[node].detail = raw(Callee::method);
    const auto* member = llvm::dyn_cast<clang::MemberExpr>(expr->getCallee()->IgnoreParens());
    if (method->isVirtual() && member != nullptr && !member->hasQualifier()) {
      nodes()[node].flags = static_cast<std::uint8_t>(nodes()[node].flags | node_flags::kVirtual);
    }
    child(expr->getImplicitObjectArgument());
  }
  arguments(expr->arguments());
  close(node);
}

void Lowering::VisitCXXOperatorCallExpr(const clang::CXXOperatorCallExpr* expr) {
  const auto kind = expr->getOperator();
  const auto* function = expr->getDirectCallee();
  const Text symbol = function == nullptr ? 0 : function_symbol(function);
  const NodeId node = open(Op::call, expr);
  unsigned flags = nodes()[node].flags | node_flags::kOperatorCall;
  nodes()[node].symbol = symbol;
  const auto opcode = binary_of(kind);
  if (opcode && expr->getNumArgs() == 2) {
    compare_or_arithmetic(node, *opcode);
    arguments(expr->arguments());
  } else if (kind == clang::OO_Exclaim) {
    nodes()[node].op = Op::not_;
    arguments(expr->arguments());
  } else if (kind == clang::OO_Subscript && expr->getNumArgs() == 2) {
    nodes()[node].op = Op::subscript;
    arguments(expr->arguments());
  } else if (expr->getNumArgs() == 1 && (kind == clang::OO_Star || kind == clang::OO_Arrow)) {
    nodes()[node].op = Op::unary;
    nodes()[node].detail = raw(Unary::indirection);
    arguments(expr->arguments());
  } else if (kind == clang::OO_Call && function != nullptr) {
    nodes()[node].detail = raw(Callee::method);
    arguments(expr->arguments());  // the object, then the arguments
  } else {
    const auto* method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(function);
    const bool instance = method != nullptr && method->isInstance();
    nodes()[node].detail = raw(function == nullptr ? Callee::indirect
                               : instance          ? Callee::method
                                                   : Callee::direct);
    if (instance) {
      // the object is the first argument: parameters then line up with the rest
    } else if (function == nullptr) {
      child(expr->getCallee());
    } else {
      absent();
    }
    arguments(expr->arguments());
  }
  nodes()[node].flags = static_cast<std::uint8_t>(flags);
  close(node);
}

void Lowering::VisitCUDAKernelCallExpr(const clang::CUDAKernelCallExpr* expr) {
  const NodeId node = open(Op::launch, expr);
  const auto* function = expr->getDirectCallee();
  const Text symbol = function == nullptr ? 0 : function_symbol(function);
  nodes()[node].symbol = symbol;
  child(expr->getCallee());
  const auto* configuration = expr->getConfig();
  constexpr unsigned kConfiguration = 4;  // grid, block, LDS bytes, stream
  for (unsigned at = 0; at < kConfiguration; ++at) {
    child(configuration != nullptr && at < configuration->getNumArgs() ? configuration->getArg(at)
                                                                       : nullptr);
  }
  arguments(expr->arguments());
  close(node);
}

void Lowering::VisitCXXConstructExpr(const clang::CXXConstructExpr* expr) {
  const auto* constructor = expr->getConstructor();
  if (constructor->isCopyOrMoveConstructor() && expr->getNumArgs() == 1) {
    child(expr->getArg(0));
    return;
  }
  const NodeId node = open(Op::construct, expr);
  const Text symbol = function_symbol(constructor);
  nodes()[node].symbol = symbol;
  arguments(expr->arguments());
  close(node);
}

void Lowering::VisitCXXNewExpr(const clang::CXXNewExpr* expr) {
  const NodeId node = open(Op::other, expr);
  child(expr->getInitializer());
  for (const auto* placement : expr->placement_arguments()) {
    child(placement);
  }
  close(node);
}

void Lowering::VisitAtomicExpr(const clang::AtomicExpr* expr) {
  const NodeId node = open(Op::unresolved, expr);
  nodes()[node].symbol = tables_.text("atomic builtin");
  for (const auto* one : expr->children()) {
    child(one);
  }
  close(node);
}

}  // namespace kgate::checks
