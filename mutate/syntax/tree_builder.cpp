// SPDX-License-Identifier: MIT
// Finds the declarations of wanted files in clang's tree.
#include "mutate/syntax/tree_builder.hpp"

#include <clang/AST/RecursiveASTVisitor.h>

#include <filesystem>

#include "mutate/syntax/node_maker.hpp"

namespace kgate::mutate {
namespace {

class Finder : public clang::RecursiveASTVisitor<Finder> {
 public:
  Finder(const checks::SyntaxTree& tree, const std::function<bool(const std::string&)>& wanted,
         std::map<std::string, CodeTree>& files)
      : tree_(tree), sources_(tree.sources()), wanted_(wanted), files_(files) {}

  // A file without definitions has an empty tree: it was read, and nobody need look for it.
  void note_entered_files() {
    for (auto at = sources_.fileinfo_begin(); at != sources_.fileinfo_end(); ++at) {
      if (const std::string path = wanted_path(at->first); !path.empty()) {
        files_.try_emplace(path);
      }
    }
  }

  // Names are dictated by clang's visitor.
  bool VisitFunctionDecl(clang::FunctionDecl* function) {  // NOLINT(readability-identifier-naming)
    const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(function);
    const bool in_lambda = method != nullptr && method->getParent()->isLambda();
    if (function->isThisDeclarationADefinition() && function->getBody() != nullptr &&
        !function->isImplicit() && !in_lambda) {
      add(function, Kind::function);
    }
    return true;
  }
  bool VisitVarDecl(clang::VarDecl* variable) {  // NOLINT(readability-identifier-naming)
    if (variable->isFileVarDecl() && variable->getInit() != nullptr) {
      add(variable, Kind::variable);
    }
    return true;
  }
  bool VisitFieldDecl(clang::FieldDecl* field) {  // NOLINT(readability-identifier-naming)
    if (field->hasInClassInitializer() && field->getInClassInitializer() != nullptr) {
      add(field, Kind::field);
    }
    return true;
  }

 private:
  void add(const clang::Decl* declared, Kind kind) {
    const clang::FileID file =
        sources_.getFileID(sources_.getExpansionLoc(declared->getLocation()));
    const auto [at, is_new] = known_.try_emplace(file.getHashValue());
    if (is_new) {
      at->second = path_of(file);
    }
    if (!at->second.empty()) {
      CodeTree& tree = files_[at->second];
      NodeMaker maker(tree_.context(), file, tree);
      tree.roots.push_back(maker.declaration(declared, kind, nullptr));
    }
  }

  // Empty where the file is not wanted.
  std::string path_of(clang::FileID file) const {
    const clang::OptionalFileEntryRef entry = sources_.getFileEntryRefForID(file);
    return entry ? wanted_path(*entry) : std::string();
  }
  std::string wanted_path(clang::FileEntryRef entry) const {
    llvm::SmallString<256> path(entry.getName());
    sources_.getFileManager().makeAbsolutePath(path);
    std::string normal = std::filesystem::path(path.str().str()).lexically_normal().string();
    return wanted_(normal) ? normal : std::string();
  }

  const checks::SyntaxTree& tree_;
  const clang::SourceManager& sources_;
  const std::function<bool(const std::string&)>& wanted_;
  std::map<std::string, CodeTree>& files_;
  std::map<unsigned, std::string> known_;
};

}  // namespace

void build_code_trees(const checks::SyntaxTree& tree,
                      const std::function<bool(const std::string&)>& wanted,
                      std::map<std::string, CodeTree>& files) {
  Finder finder(tree, wanted, files);
  finder.note_entered_files();
  finder.TraverseDecl(tree.context().getTranslationUnitDecl());
}

}  // namespace kgate::mutate
