// SPDX-License-Identifier: MIT
// Walks a clang syntax tree and writes the program model; the one class all lowering files share.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/StringMap.h>
#include <llvm/ADT/StringRef.h>

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "checks/clang_headers.hpp"
#include "checks/unit_model.hpp"

namespace kgate::checks {

/// Lines of one file between #if and #endif, include guards left out.
struct ConditionalRegion {
  clang::FileID file;
  unsigned first_line = 0;
  unsigned last_line = 0;
};

/// The tables of a Unit while it is being written: interned texts, types, symbols and places.
class Tables {
 public:
  Tables(Unit& unit, const clang::SourceManager& sources) : unit_(unit), sources_(sources) {}

  Text text(llvm::StringRef content);
  /// `location` may be in a macro; the place is where the text of it stands in a file.
  Place place(clang::SourceLocation location);
  Place place(clang::SourceRange range, const clang::LangOptions& language);
  Text file(clang::FileID id);

  Unit& unit() { return unit_; }
  [[nodiscard]] const clang::SourceManager& sources() const { return sources_; }

 private:
  Unit& unit_;
  const clang::SourceManager& sources_;
  llvm::StringMap<Text> texts_;
  llvm::DenseMap<clang::FileID, Text> files_;
};

/// Registers the callbacks that fill includes, macros, comments and pragmas, and `regions`.
/// The comment handler returned must outlive the parse: the preprocessor does not own it.
std::unique_ptr<clang::CommentHandler> collect_preprocessor_facts(
    clang::CompilerInstance& compiler, Tables& tables, std::vector<ConditionalRegion>& regions);

class Lowering : public clang::ConstStmtVisitor<Lowering> {
 public:
  Lowering(clang::ASTContext& context, Tables& tables,
           const std::vector<ConditionalRegion>& regions)
      : context_(context), tables_(tables), regions_(regions) {}

  /// Lowers every declaration of the translation unit that is not in a system header.
  void translation_unit();

  // Visitors; each writes exactly one node (and its subtree).
  void VisitStmt(const clang::Stmt* stmt);
  void VisitCompoundStmt(const clang::CompoundStmt* stmt);
  void VisitIfStmt(const clang::IfStmt* stmt);
  void VisitSwitchStmt(const clang::SwitchStmt* stmt);
  void VisitCaseStmt(const clang::CaseStmt* stmt);
  void VisitCXXThrowExpr(const clang::CXXThrowExpr* expr);
  void VisitDefaultStmt(const clang::DefaultStmt* stmt);
  void VisitWhileStmt(const clang::WhileStmt* stmt);
  void VisitDoStmt(const clang::DoStmt* stmt);
  void VisitForStmt(const clang::ForStmt* stmt);
  void VisitCXXForRangeStmt(const clang::CXXForRangeStmt* stmt);
  void VisitReturnStmt(const clang::ReturnStmt* stmt);
  void VisitBreakStmt(const clang::BreakStmt* stmt);
  void VisitContinueStmt(const clang::ContinueStmt* stmt);
  void VisitGotoStmt(const clang::GotoStmt* stmt);
  void VisitDeclStmt(const clang::DeclStmt* stmt);
  void VisitNullStmt(const clang::NullStmt* stmt);
  void VisitLabelStmt(const clang::LabelStmt* stmt) { child(stmt->getSubStmt()); }
  void VisitAttributedStmt(const clang::AttributedStmt* stmt) { child(stmt->getSubStmt()); }

  void VisitExpr(const clang::Expr* expr);
  void VisitParenExpr(const clang::ParenExpr* expr) { child(expr->getSubExpr()); }
  void VisitFullExpr(const clang::FullExpr* expr) { child(expr->getSubExpr()); }
  void VisitImplicitCastExpr(const clang::ImplicitCastExpr* expr) { child(expr->getSubExpr()); }
  void VisitMaterializeTemporaryExpr(const clang::MaterializeTemporaryExpr* expr) {
    child(expr->getSubExpr());
  }
  void VisitCXXBindTemporaryExpr(const clang::CXXBindTemporaryExpr* expr) {
    child(expr->getSubExpr());
  }
  void VisitCXXStdInitializerListExpr(const clang::CXXStdInitializerListExpr* expr) {
    child(expr->getSubExpr());
  }
  void VisitOpaqueValueExpr(const clang::OpaqueValueExpr* expr);
  void VisitConstantExpr(const clang::ConstantExpr* expr);
  void VisitSubstNonTypeTemplateParmExpr(const clang::SubstNonTypeTemplateParmExpr* expr);
  void VisitCXXDefaultArgExpr(const clang::CXXDefaultArgExpr* expr) { child(expr->getExpr()); }
  void VisitCXXDefaultInitExpr(const clang::CXXDefaultInitExpr* expr) { child(expr->getExpr()); }
  void VisitDeclRefExpr(const clang::DeclRefExpr* expr);
  void VisitMemberExpr(const clang::MemberExpr* expr);
  void VisitCXXThisExpr(const clang::CXXThisExpr* expr);
  void VisitCallExpr(const clang::CallExpr* expr);
  void VisitCXXMemberCallExpr(const clang::CXXMemberCallExpr* expr);
  void VisitCXXOperatorCallExpr(const clang::CXXOperatorCallExpr* expr);
  void VisitCUDAKernelCallExpr(const clang::CUDAKernelCallExpr* expr);
  void VisitCXXConstructExpr(const clang::CXXConstructExpr* expr);
  void VisitCXXNewExpr(const clang::CXXNewExpr* expr);
  void VisitInitListExpr(const clang::InitListExpr* expr);
  void VisitIntegerLiteral(const clang::IntegerLiteral* expr);
  void VisitFloatingLiteral(const clang::FloatingLiteral* expr);
  void VisitStringLiteral(const clang::StringLiteral* expr);
  void VisitCharacterLiteral(const clang::CharacterLiteral* expr);
  void VisitCXXBoolLiteralExpr(const clang::CXXBoolLiteralExpr* expr);
  void VisitCXXNullPtrLiteralExpr(const clang::CXXNullPtrLiteralExpr* expr);
  void VisitGNUNullExpr(const clang::GNUNullExpr* expr);
  void VisitUnaryExprOrTypeTraitExpr(const clang::UnaryExprOrTypeTraitExpr* expr);
  void VisitTypeTraitExpr(const clang::TypeTraitExpr* expr);
  void VisitUnaryOperator(const clang::UnaryOperator* expr);
  void VisitBinaryOperator(const clang::BinaryOperator* expr);
  void VisitCXXRewrittenBinaryOperator(const clang::CXXRewrittenBinaryOperator* expr);
  void VisitConditionalOperator(const clang::ConditionalOperator* expr);
  void VisitBinaryConditionalOperator(const clang::BinaryConditionalOperator* expr);
  void VisitArraySubscriptExpr(const clang::ArraySubscriptExpr* expr);
  void VisitExplicitCastExpr(const clang::ExplicitCastExpr* expr);
  void VisitCXXDynamicCastExpr(const clang::CXXDynamicCastExpr* expr);
  void VisitCXXTypeidExpr(const clang::CXXTypeidExpr* expr);
  void VisitLambdaExpr(const clang::LambdaExpr* expr);
  void VisitRecoveryExpr(const clang::RecoveryExpr* expr);
  void VisitAtomicExpr(const clang::AtomicExpr* expr);
  void VisitPseudoObjectExpr(const clang::PseudoObjectExpr* expr) {
    child(expr->getSyntacticForm());
  }
  void VisitGenericSelectionExpr(const clang::GenericSelectionExpr* expr);
  void VisitCXXDependentScopeMemberExpr(const clang::CXXDependentScopeMemberExpr* expr);
  void VisitDependentScopeDeclRefExpr(const clang::DependentScopeDeclRefExpr* expr);
  void VisitOverloadExpr(const clang::OverloadExpr* expr);

 private:
  // lower_declarations.cpp
  void context_members(const clang::DeclContext* members);
  void declaration(const clang::Decl* decl);
  void function_body(const clang::FunctionDecl* function);
  void constructor_initialisers(const clang::CXXConstructorDecl* constructor);
  void field_initialiser(const clang::FieldDecl* field, const clang::Expr* value);
  void global_initialiser(const clang::VarDecl* variable);
  void local_variable(const clang::VarDecl* variable);

  // lower_symbols.cpp
  Text function_symbol(const clang::FunctionDecl* function);
  Text variable_symbol(const clang::ValueDecl* variable);
  Text enumerator_symbol(const clang::EnumConstantDecl* enumerator);
  TypeId type(clang::QualType written);
  TypeId first_type_argument(const clang::FunctionDecl* function);
  void fill_record(const clang::CXXRecordDecl* record);
  void fill_enumeration(const clang::EnumDecl* enumeration);
  std::string usr(const clang::Decl* decl);
  bool build_dependent(const clang::Decl* decl) const;

  // node writing
  NodeId open(Op op, const clang::Stmt* stmt);
  NodeId open(Op op, clang::SourceRange range, TypeId type_id);
  void close(NodeId node) { nodes()[node].end = static_cast<NodeId>(nodes().size()); }
  void absent();
  void child(const clang::Stmt* stmt);
  void arguments(const auto& list) {
    for (const clang::Expr* argument : list) {
      child(argument);
    }
  }
  void leaf(Op op, const clang::Expr* expr, std::uint8_t detail, Text symbol, std::int64_t value);
  void unresolved(const clang::Expr* expr, llvm::StringRef name, const clang::Expr* base);
  void compare_or_arithmetic(NodeId node, clang::BinaryOperatorKind opcode);
  void mark_floating(NodeId node, const clang::Expr* expr);
  std::vector<Node>& nodes() { return tables_.unit().nodes; }

  clang::ASTContext& context_;
  Tables& tables_;
  const std::vector<ConditionalRegion>& regions_;
  llvm::DenseMap<const clang::Type*, TypeId> types_;
  llvm::DenseMap<const clang::Decl*, Text> symbols_;
  std::map<Text, std::size_t> functions_;  ///< key to index in Unit::functions
  std::set<Text> variables_;
  llvm::DenseMap<const clang::Decl*, bool> seen_;
  std::vector<const clang::FunctionDecl*> pending_;  ///< lambdas and local classes met in a body
  bool broken_ = false;
  unsigned constant_depth_ = 0;
  unsigned depth_ = 0;
};

/// `a::B::c` without template arguments, inline and anonymous namespaces.
std::string qualified_name(const clang::NamedDecl* decl);

}  // namespace kgate::checks
