// SPDX-License-Identifier: MIT
// Lowering of expressions other than calls.
#include "checks/lowering/lowering.hpp"

namespace kgate::checks {
namespace {

std::uint8_t raw(auto value) { return static_cast<std::uint8_t>(value); }

}  // namespace

void Lowering::leaf(Op op, const clang::Expr* expr, std::uint8_t detail, Text symbol,
                    std::int64_t value) {
  const NodeId node = open(op, expr);
  nodes()[node].detail = detail;
  nodes()[node].symbol = symbol;
  nodes()[node].value = value;
  close(node);
}

void Lowering::unresolved(const clang::Expr* expr, llvm::StringRef name, const clang::Expr* base) {
  const NodeId node = open(Op::unresolved, expr);
  nodes()[node].symbol = tables_.text(name);
  if (base != nullptr) {
    child(base);
  }
  close(node);
}

void Lowering::VisitExpr(const clang::Expr* expr) {
  const NodeId node = open(Op::other, expr);
  for (const auto* one : expr->children()) {
    child(one);
  }
  close(node);
}

void Lowering::VisitOpaqueValueExpr(const clang::OpaqueValueExpr* expr) {
  child(expr->getSourceExpr());
}

void Lowering::VisitConstantExpr(const clang::ConstantExpr* expr) {
  ++constant_depth_;
  child(expr->getSubExpr());
  --constant_depth_;
}

void Lowering::VisitSubstNonTypeTemplateParmExpr(const clang::SubstNonTypeTemplateParmExpr* expr) {
  // Inside an instantiation the parameter is its argument; what matters is that it was a parameter.
  leaf(Op::reference, expr, raw(Referent::template_parameter),
       tables_.text(expr->getParameter()->getName()), 0);
}

void Lowering::VisitDeclRefExpr(const clang::DeclRefExpr* expr) {
  const auto* decl = expr->getDecl();
  if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(decl)) {
    leaf(Op::reference, expr, raw(Referent::function), function_symbol(function), 0);
  } else if (const auto* enumerator = llvm::dyn_cast<clang::EnumConstantDecl>(decl)) {
    leaf(Op::reference, expr, raw(Referent::enumerator), enumerator_symbol(enumerator),
         enumerator->getInitVal().getExtValue());
  } else if (llvm::isa<clang::NonTypeTemplateParmDecl>(decl)) {
    leaf(Op::reference, expr, raw(Referent::template_parameter), tables_.text(decl->getName()), 0);
  } else {
    leaf(Op::reference, expr, raw(Referent::variable), variable_symbol(decl), 0);
  }
}

void Lowering::VisitMemberExpr(const clang::MemberExpr* expr) {
  const auto* decl = expr->getMemberDecl();
  if (const auto* method = llvm::dyn_cast<clang::FunctionDecl>(decl)) {
    leaf(Op::reference, expr, raw(Referent::function), function_symbol(method), 0);
  } else if (const auto* enumerator = llvm::dyn_cast<clang::EnumConstantDecl>(decl)) {
    leaf(Op::reference, expr, raw(Referent::enumerator), enumerator_symbol(enumerator),
         enumerator->getInitVal().getExtValue());
  } else {
    const NodeId node = open(Op::member, expr);
    const Text symbol = variable_symbol(decl);
    nodes()[node].symbol = symbol;
    child(expr->getBase());
    close(node);
  }
}

void Lowering::VisitCXXThisExpr(const clang::CXXThisExpr* expr) { leaf(Op::this_, expr, 0, 0, 0); }

void Lowering::VisitInitListExpr(const clang::InitListExpr* expr) {
  const auto* semantic =
      expr->isSemanticForm() || expr->getSemanticForm() == nullptr ? expr : expr->getSemanticForm();
  const NodeId node = open(Op::list, semantic);
  const auto* record = semantic->getType()->getAsRecordDecl();
  const auto* cxx = llvm::dyn_cast_or_null<clang::CXXRecordDecl>(record);
  const bool by_field =
      record != nullptr && !record->isUnion() && (cxx == nullptr || cxx->getNumBases() == 0);
  auto field = by_field ? record->field_begin() : clang::RecordDecl::field_iterator();
  for (const auto* initialiser : semantic->inits()) {
    if (by_field && field != record->field_end()) {
      field_initialiser(*field++, initialiser);
    } else {
      child(initialiser);
    }
  }
  close(node);
}

void Lowering::VisitIntegerLiteral(const clang::IntegerLiteral* expr) {
  leaf(Op::literal, expr, raw(Literal::integer), 0,
       static_cast<std::int64_t>(expr->getValue().getLimitedValue()));
}

void Lowering::VisitFloatingLiteral(const clang::FloatingLiteral* expr) {
  leaf(Op::literal, expr, raw(Literal::floating), 0, 0);
}

void Lowering::VisitStringLiteral(const clang::StringLiteral* expr) {
  leaf(Op::literal, expr, raw(Literal::string),
       expr->getCharByteWidth() == 1 ? tables_.text(expr->getString()) : 0, 0);
}

void Lowering::VisitCharacterLiteral(const clang::CharacterLiteral* expr) {
  leaf(Op::literal, expr, raw(Literal::character), 0, expr->getValue());
}

void Lowering::VisitCXXBoolLiteralExpr(const clang::CXXBoolLiteralExpr* expr) {
  leaf(Op::literal, expr, raw(Literal::boolean), 0, expr->getValue() ? 1 : 0);
}

void Lowering::VisitCXXNullPtrLiteralExpr(const clang::CXXNullPtrLiteralExpr* expr) {
  leaf(Op::literal, expr, raw(Literal::null), 0, 0);
}

void Lowering::VisitGNUNullExpr(const clang::GNUNullExpr* expr) {
  leaf(Op::literal, expr, raw(Literal::null), 0, 0);
}

void Lowering::VisitUnaryExprOrTypeTraitExpr(const clang::UnaryExprOrTypeTraitExpr* expr) {
  leaf(Op::literal, expr, raw(Literal::integer), 0,
       0);  // sizeof and its like: not a number written
}

void Lowering::VisitTypeTraitExpr(const clang::TypeTraitExpr* expr) {
  leaf(Op::literal, expr, raw(Literal::boolean), 0, 0);
}

void Lowering::mark_floating(NodeId node, const clang::Expr* expr) {
  if (!expr->getType()->isFloatingType()) {
    return;
  }
  const auto features = expr->getFPFeaturesInEffect(context_.getLangOpts());
  unsigned flags = nodes()[node].flags;
  if (features.getFPContractMode() != clang::LangOptions::FPM_Off) {
    flags |= node_flags::kContracts;
  }
  if (features.getAllowFPReassociate() || features.getAllowReciprocal() ||
      features.getAllowApproxFunc() || features.getNoHonorNaNs() || features.getNoHonorInfs() ||
      features.getNoSignedZero()) {
    flags |= node_flags::kFastMath;
  }
  nodes()[node].flags = static_cast<std::uint8_t>(flags);
}

void Lowering::VisitUnaryOperator(const clang::UnaryOperator* expr) {
  if (expr->getOpcode() == clang::UO_LNot) {
    const NodeId node = open(Op::not_, expr);
    child(expr->getSubExpr());
    close(node);
    return;
  }
  Unary detail = Unary::plus;
  switch (expr->getOpcode()) {
    case clang::UO_Minus:
      detail = Unary::minus;
      break;
    case clang::UO_Not:
      detail = Unary::complement;
      break;
    case clang::UO_PreInc:
    case clang::UO_PostInc:
      detail = Unary::increment;
      break;
    case clang::UO_PreDec:
    case clang::UO_PostDec:
      detail = Unary::decrement;
      break;
    case clang::UO_AddrOf:
      detail = Unary::address;
      break;
    case clang::UO_Deref:
      detail = Unary::indirection;
      break;
    case clang::UO_Plus:
      break;
    default:
      child(expr->getSubExpr());
      return;  // __extension__, __real, co_await
  }
  const NodeId node = open(Op::unary, expr);
  nodes()[node].detail = raw(detail);
  child(expr->getSubExpr());
  close(node);
}

namespace {

Arithmetic arithmetic_of(clang::BinaryOperatorKind opcode) {
  switch (opcode) {
    case clang::BO_Add:
      return Arithmetic::add;
    case clang::BO_Sub:
      return Arithmetic::subtract;
    case clang::BO_Mul:
      return Arithmetic::multiply;
    case clang::BO_Div:
      return Arithmetic::divide;
    case clang::BO_Rem:
      return Arithmetic::remainder;
    case clang::BO_Shl:
      return Arithmetic::shift_left;
    case clang::BO_Shr:
      return Arithmetic::shift_right;
    case clang::BO_And:
      return Arithmetic::bit_and;
    case clang::BO_Or:
      return Arithmetic::bit_or;
    case clang::BO_Xor:
      return Arithmetic::bit_xor;
    default:
      return Arithmetic::none;
  }
}

Comparison comparison_of(clang::BinaryOperatorKind opcode) {
  switch (opcode) {
    case clang::BO_EQ:
      return Comparison::equal;
    case clang::BO_NE:
      return Comparison::not_equal;
    case clang::BO_LT:
      return Comparison::less;
    case clang::BO_GT:
      return Comparison::greater;
    case clang::BO_LE:
      return Comparison::less_equal;
    case clang::BO_GE:
      return Comparison::greater_equal;
    default:
      return Comparison::three_way;
  }
}

Op op_of(clang::BinaryOperatorKind opcode) {
  if (clang::BinaryOperator::isAssignmentOp(opcode)) {
    return Op::assign;
  }
  if (clang::BinaryOperator::isComparisonOp(opcode)) {
    return Op::compare;
  }
  if (clang::BinaryOperator::isLogicalOp(opcode)) {
    return Op::logical;
  }
  return arithmetic_of(opcode) == Arithmetic::none ? Op::other : Op::arithmetic;
}

}  // namespace

void Lowering::compare_or_arithmetic(NodeId node, clang::BinaryOperatorKind opcode) {
  auto& target = nodes()[node];
  target.op = op_of(opcode);
  if (target.op == Op::compare) {
    target.detail = raw(comparison_of(opcode));
  } else if (target.op == Op::logical) {
    target.detail = raw(opcode == clang::BO_LAnd ? Logical::and_ : Logical::or_);
  } else if (target.op == Op::assign) {
    target.detail =
        raw(opcode == clang::BO_Assign
                ? Arithmetic::none
                : arithmetic_of(clang::BinaryOperator::getOpForCompoundAssignment(opcode)));
  } else {
    target.detail = raw(arithmetic_of(opcode));
  }
}

void Lowering::VisitBinaryOperator(const clang::BinaryOperator* expr) {
  const NodeId node = open(Op::other, expr);
  compare_or_arithmetic(node, expr->getOpcode());
  mark_floating(node, expr);
  child(expr->getLHS());
  child(expr->getRHS());
  close(node);
}

void Lowering::VisitCXXRewrittenBinaryOperator(const clang::CXXRewrittenBinaryOperator* expr) {
  const auto parts = expr->getDecomposedForm();
  const NodeId node = open(Op::compare, expr);
  compare_or_arithmetic(node, parts.Opcode);
  child(parts.LHS);
  child(parts.RHS);
  close(node);
}

void Lowering::VisitConditionalOperator(const clang::ConditionalOperator* expr) {
  const NodeId node = open(Op::conditional, expr);
  child(expr->getCond());
  child(expr->getTrueExpr());
  child(expr->getFalseExpr());
  close(node);
}

void Lowering::VisitBinaryConditionalOperator(const clang::BinaryConditionalOperator* expr) {
  const NodeId node = open(Op::conditional, expr);
  child(expr->getCommon());
  child(expr->getCommon());
  child(expr->getFalseExpr());
  close(node);
}

void Lowering::VisitArraySubscriptExpr(const clang::ArraySubscriptExpr* expr) {
  const NodeId node = open(Op::subscript, expr);
  child(expr->getBase());
  child(expr->getIdx());
  close(node);
}

void Lowering::VisitExplicitCastExpr(const clang::ExplicitCastExpr* expr) {
  const NodeId node = open(Op::cast, expr);
  child(expr->getSubExpr());
  close(node);
}

void Lowering::VisitCXXDynamicCastExpr(const clang::CXXDynamicCastExpr* expr) {
  const NodeId node = open(Op::type_test, expr);
  nodes()[node].detail = raw(TypeTest::dynamic_cast_);
  child(expr->getSubExpr());
  close(node);
}

void Lowering::VisitCXXTypeidExpr(const clang::CXXTypeidExpr* expr) {
  const bool of_type = expr->isTypeOperand();
  const TypeId asked = of_type ? type(expr->getTypeOperandSourceInfo()->getType())
                               : type(expr->getExprOperand()->getType());
  const NodeId node = open(Op::type_test, expr->getSourceRange(), asked);
  nodes()[node].detail = raw(TypeTest::typeid_);
  child(of_type ? nullptr : expr->getExprOperand());
  close(node);
}

void Lowering::VisitLambdaExpr(const clang::LambdaExpr* expr) {
  const NodeId node = open(Op::lambda, expr);
  const auto* call = expr->getCallOperator();
  const Text symbol = function_symbol(call);
  nodes()[node].symbol = symbol;
  if (const auto* generic = expr->getLambdaClass()->getDependentLambdaCallOperator()) {
    for (const auto* instance : generic->specializations()) {
      pending_.push_back(instance);
    }
  }
  pending_.push_back(call);
  for (const auto& capture : expr->captures()) {
    if (expr->isInitCapture(&capture)) {
      local_variable(llvm::cast<clang::VarDecl>(capture.getCapturedVar()));
    }
  }
  close(node);
}

void Lowering::VisitRecoveryExpr(const clang::RecoveryExpr* expr) {
  broken_ = true;
  const NodeId node = open(Op::unresolved, expr);
  for (const auto* one : expr->subExpressions()) {
    child(one);
  }
  close(node);
}

void Lowering::VisitGenericSelectionExpr(const clang::GenericSelectionExpr* expr) {
  if (expr->isResultDependent()) {
    VisitExpr(expr);
  } else {
    child(expr->getResultExpr());
  }
}

void Lowering::VisitCXXDependentScopeMemberExpr(const clang::CXXDependentScopeMemberExpr* expr) {
  unresolved(expr, expr->getMember().getAsString(),
             expr->isImplicitAccess() ? nullptr : expr->getBase());
}

void Lowering::VisitDependentScopeDeclRefExpr(const clang::DependentScopeDeclRefExpr* expr) {
  unresolved(expr, expr->getDeclName().getAsString(), nullptr);
}

void Lowering::VisitOverloadExpr(const clang::OverloadExpr* expr) {
  // One candidate is as good as resolved; more are known by their common name.
  if (expr->getNumDecls() == 1) {
    const auto* decl = (*expr->decls_begin())->getUnderlyingDecl();
    if (const auto* overloaded = llvm::dyn_cast<clang::FunctionTemplateDecl>(decl)) {
      decl = overloaded->getTemplatedDecl();
    }
    if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(decl)) {
      leaf(Op::reference, expr, raw(Referent::function), function_symbol(function), 0);
      return;
    }
  }
  unresolved(expr, expr->getName().getAsString(), nullptr);
}

}  // namespace kgate::checks
