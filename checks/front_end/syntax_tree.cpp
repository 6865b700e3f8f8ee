// SPDX-License-Identifier: MIT
// Parses a pass of a compile command with clang and keeps the syntax tree.
#include <llvm/Support/VirtualFileSystem.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "checks/clang_headers.hpp"
#include "checks/front_end.hpp"

namespace kgate::checks {
namespace {

/// Keeps errors and drops warnings and notes.
class ErrorCollector : public clang::DiagnosticConsumer {
 public:
  explicit ErrorCollector(std::vector<ParseError>& errors) : errors_(errors) {}

  void HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                        const clang::Diagnostic& diagnostic) override {
    DiagnosticConsumer::HandleDiagnostic(level, diagnostic);
    if (level < clang::DiagnosticsEngine::Error) {
      return;
    }
    ParseError error;
    llvm::SmallString<128> text;
    diagnostic.FormatDiagnostic(text);
    error.message = text.str().str();
    error.missing_header = error.message.ends_with("file not found");
    if (diagnostic.hasSourceManager() && diagnostic.getLocation().isValid()) {
      const auto place = diagnostic.getSourceManager().getPresumedLoc(diagnostic.getLocation());
      if (place.isValid()) {
        error.file = place.getFilename();
        error.line = place.getLine();
        error.column = place.getColumn();
      }
    }
    errors_.push_back(std::move(error));
  }

 private:
  std::vector<ParseError>& errors_;
};

/// Tells the parser which bodies it need not read.
class BodyFilter : public clang::ASTConsumer {
 public:
  explicit BodyFilter(const clang::SourceManager& sources) : sources_(sources) {}

  bool shouldSkipFunctionBody(clang::Decl* declaration) override {
    return sources_.isInSystemHeader(declaration->getLocation());
  }

 private:
  const clang::SourceManager& sources_;
};

class ParseAction : public clang::ASTFrontendAction {
 protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler,
                                                        llvm::StringRef /*file*/) override {
    return std::make_unique<BodyFilter>(compiler.getSourceManager());
  }
};

}  // namespace

struct SyntaxTree::Implementation {
  std::vector<ParseError> errors;
  clang::CompilerInstance compiler;
  ParseAction action;
  Pass pass = Pass::host;
  bool entered = false;

  Implementation() = default;
  Implementation(const Implementation&) = delete;
  Implementation& operator=(const Implementation&) = delete;
  ~Implementation() {
    if (entered) {
      action.EndSourceFile();
    }
  }
};

SyntaxTree::SyntaxTree(std::unique_ptr<Implementation> implementation)
    : implementation_(std::move(implementation)) {}
SyntaxTree::~SyntaxTree() = default;

clang::ASTContext& SyntaxTree::context() const { return implementation_->compiler.getASTContext(); }
clang::SourceManager& SyntaxTree::sources() const {
  return implementation_->compiler.getSourceManager();
}
clang::Preprocessor& SyntaxTree::preprocessor() const {
  return implementation_->compiler.getPreprocessor();
}
Pass SyntaxTree::pass() const { return implementation_->pass; }
const std::vector<ParseError>& SyntaxTree::errors() const { return implementation_->errors; }

std::string clang_path() {
  const char* set = std::getenv("KGATE_CLANG");
  return set != nullptr && *set != '\0' ? set : KGATE_CHECKS_CLANG;
}

namespace {

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> make_file_system(const CompileCommand& command,
                                                                 const ParseOptions& options) {
  // createPhysicalFileSystem keeps its own working directory, so that threads do not share one.
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> disk(
      llvm::vfs::createPhysicalFileSystem().release());
  disk->setCurrentWorkingDirectory(command.directory);
  if (options.overlays.empty()) {
    return disk;
  }
  auto memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  for (const auto& [path, text] : options.overlays) {
    memory->addFile(path, 0, llvm::MemoryBuffer::getMemBufferCopy(text, path));
  }
  auto both = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(disk);
  both->pushOverlay(memory);
  both->setCurrentWorkingDirectory(command.directory);
  return both;
}

/// The compiler-internal invocation; null where the driver does not accept the arguments.
std::shared_ptr<clang::CompilerInvocation> make_invocation(
    std::vector<std::string> arguments, std::vector<ParseError>& errors,
    const llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>& files) {
  // A second try without the vendor's headers: the sources may bring their own, and where they do
  // not, errors that name them are more use than no tree.
  for (const bool vendor_headers : {true, false}) {
    if (!vendor_headers) {
      arguments.emplace_back("-nogpuinc");
    }
    errors.clear();
    ErrorCollector collector(errors);
    clang::CreateInvocationOptions how;
    how.VFS = files;
    how.Diags = clang::CompilerInstance::createDiagnostics(new clang::DiagnosticOptions, &collector,
                                                           /*ShouldOwnClient=*/false);
    how.RecoverOnError = true;
    std::vector<const char*> words;
    words.reserve(arguments.size());
    for (const auto& argument : arguments) {
      words.push_back(argument.c_str());
    }
    auto invocation = clang::createInvocation(words, how);
    const bool misses_vendor = std::any_of(
        errors.begin(), errors.end(),
        [](const ParseError& error) { return error.message.starts_with("cannot find"); });
    if (!misses_vendor) {
      return invocation;
    }
  }
  return nullptr;
}

void configure(clang::CompilerInvocation& invocation, const ParseOptions& options) {
  invocation.getFrontendOpts().DisableFree = false;
  invocation.getFrontendOpts().SkipFunctionBodies = options.skip_system_bodies;
  invocation.getDiagnosticOpts().ErrorLimit = 0;
  invocation.getDiagnosticOpts().VerifyDiagnostics = false;
  invocation.getLangOpts().RecoveryAST = true;
  invocation.getLangOpts().RecoveryASTType = true;
  invocation.getPreprocessorOpts().AllowPCHWithCompilerErrors = true;
}

}  // namespace

ParseResult parse(const CompileCommand& command, Pass pass, const ParseOptions& options) {
  ParseResult result;
  if (command.arguments.empty()) {
    result.errors.push_back({command.file, 0, 0, "the command is empty", false});
    return result;
  }
  auto files = make_file_system(command, options);
  if (!files->exists(command.file)) {
    result.errors.push_back({command.file, 0, 0, "no such file", false});
    return result;
  }
  auto made = std::make_unique<SyntaxTree::Implementation>();
  made->pass = pass;
  auto invocation =
      make_invocation(clang_arguments(command, pass, clang_path()), made->errors, files);
  if (!invocation || invocation->getFrontendOpts().Inputs.empty()) {
    result.errors = std::move(made->errors);
    if (result.errors.empty()) {
      result.errors.push_back({command.file, 0, 0, "clang does not accept the arguments", false});
    }
    return result;
  }
  configure(*invocation, options);

  clang::CompilerInstance& compiler = made->compiler;
  compiler.setInvocation(std::move(invocation));
  compiler.createDiagnostics(new ErrorCollector(made->errors), /*ShouldOwnClient=*/true);
  // Go on after a missing header: what can be analysed still is, and the error is reported.
  compiler.getDiagnostics().setFatalsAsError(true);
  compiler.setFileManager(new clang::FileManager({}, files));
  compiler.createSourceManager(compiler.getFileManager());
  if (!compiler.createTarget() ||
      !made->action.BeginSourceFile(compiler, compiler.getFrontendOpts().Inputs.front())) {
    result.errors = std::move(made->errors);
    return result;
  }
  made->entered = true;
  if (options.before) {
    options.before(compiler);
  }
  if (auto failed = made->action.Execute()) {
    made->errors.push_back({command.file, 0, 0, llvm::toString(std::move(failed)), false});
  }
  if (!compiler.hasASTContext()) {
    result.errors = std::move(made->errors);
    return result;
  }
  result.tree = std::make_unique<SyntaxTree>(std::move(made));
  return result;
}

std::vector<std::string> SyntaxTree::inputs() const {
  const auto& manager = sources();
  std::vector<std::string> paths;
  const auto main_file = manager.getFileEntryRefForID(manager.getMainFileID());
  const auto add = [&](clang::FileEntryRef entry) {
    llvm::SmallString<256> path(entry.getName());
    manager.getFileManager().makeAbsolutePath(path);
    paths.push_back(path.str().str());
  };
  if (main_file) {
    add(*main_file);
  }
  for (auto it = manager.fileinfo_begin(); it != manager.fileinfo_end(); ++it) {
    // Files that were only looked at, not read, have no size worth a dependency, but are harmless.
    if (!main_file || it->first != *main_file) {
      add(it->first);
    }
  }
  std::sort(paths.begin() + (main_file ? 1 : 0), paths.end());
  return paths;
}

}  // namespace kgate::checks
