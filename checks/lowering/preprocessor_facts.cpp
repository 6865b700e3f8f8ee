// SPDX-License-Identifier: MIT
// What the preprocessor sees and the tree does not: includes, macros, comments, pragmas, #if.
#include <llvm/ADT/StringSet.h>

#include <memory>

#include "checks/lowering/lowering.hpp"

namespace kgate::checks {
namespace {

std::string line_of(const clang::SourceManager& sources, clang::SourceLocation location) {
  const auto [id, offset] = sources.getDecomposedLoc(sources.getFileLoc(location));
  const llvm::StringRef buffer = sources.getBufferData(id);
  const std::size_t before = buffer.rfind('\n', offset);
  const std::size_t begin = before == llvm::StringRef::npos ? 0 : before + 1;
  return buffer.slice(begin, buffer.find('\n', offset)).trim().str();
}

class Comments : public clang::CommentHandler {
 public:
  explicit Comments(Tables& tables) : tables_(tables) {}

  bool HandleComment(clang::Preprocessor& preprocessor, clang::SourceRange range) override {
    const auto& sources = preprocessor.getSourceManager();
    if (sources.isInSystemHeader(range.getBegin())) {
      return false;
    }
    const auto text = clang::Lexer::getSourceText(clang::CharSourceRange::getCharRange(range),
                                                  sources, preprocessor.getLangOpts());
    if (text.contains("kcheck:")) {
      tables_.unit().comments.push_back({tables_.place(range.getBegin()), tables_.text(text)});
    }
    return false;
  }

 private:
  Tables& tables_;
};

class Callbacks : public clang::PPCallbacks {
 public:
  Callbacks(const clang::Preprocessor& preprocessor, Tables& tables,
            std::vector<ConditionalRegion>& regions)
      : preprocessor_(preprocessor), tables_(tables), regions_(regions) {}

  void InclusionDirective(clang::SourceLocation hash, const clang::Token& /*include*/,
                          llvm::StringRef name, bool angled, clang::CharSourceRange /*range*/,
                          clang::OptionalFileEntryRef file, llvm::StringRef search,
                          llvm::StringRef /*relative*/, const clang::Module* /*suggested*/,
                          bool /*imported*/, clang::SrcMgr::CharacteristicKind kind) override {
    const auto& sources = tables_.sources();
    if (sources.isInSystemHeader(hash)) {
      return;
    }
    note_absent(name, angled, hash, file ? search : llvm::StringRef());
    if (!file) {
      return;
    }
    llvm::SmallString<256> path(file->getName());
    sources.getFileManager().makeAbsolutePath(path);
    llvm::sys::path::remove_dots(path, /*remove_dot_dot=*/true);
    tables_.unit().includes.push_back({tables_.file(sources.getFileID(hash)),
                                       tables_.text(path.str()), kind != clang::SrcMgr::C_User});
  }

  void HasInclude(clang::SourceLocation location, llvm::StringRef name, bool angled,
                  clang::OptionalFileEntryRef file,
                  clang::SrcMgr::CharacteristicKind /*kind*/) override {
    if (!file && !tables_.sources().isInSystemHeader(location)) {
      note_absent(name, angled, location, {});
    }
  }

  void MacroExpands(const clang::Token& name, const clang::MacroDefinition& definition,
                    clang::SourceRange range, const clang::MacroArgs* arguments) override {
    const auto* info = definition.getMacroInfo();
    if (info == nullptr || arguments == nullptr || range.getBegin().isMacroID() ||
        tables_.sources().isInSystemHeader(range.getBegin())) {
      return;
    }
    MacroUse use{
        tables_.text(name.getIdentifierInfo()->getName()), tables_.place(range.getBegin()), {}};
    for (unsigned at = 0; at < arguments->getNumMacroArguments(); ++at) {
      use.arguments.push_back(argument_text(*arguments, at));
    }
    tables_.unit().macros.push_back(std::move(use));
  }

  void MacroDefined(const clang::Token& name, const clang::MacroDirective* /*macro*/) override {
    // #ifndef X followed by #define X is an include guard.
    if (!open_.empty() && guard_ == name.getIdentifierInfo()) {
      open_.back().line = 0;
    }
    guard_ = nullptr;
  }

  void If(clang::SourceLocation location, clang::SourceRange /*range*/,
          ConditionValueKind /*value*/) override {
    enter(location, nullptr);
  }
  void Ifdef(clang::SourceLocation location, const clang::Token& /*name*/,
             const clang::MacroDefinition& /*definition*/) override {
    enter(location, nullptr);
  }
  void Ifndef(clang::SourceLocation location, const clang::Token& name,
              const clang::MacroDefinition& /*definition*/) override {
    enter(location, name.getIdentifierInfo());
  }
  void Endif(clang::SourceLocation location, clang::SourceLocation /*if_location*/) override {
    guard_ = nullptr;
    if (!open_.empty()) {
      const Start start = open_.back();
      open_.pop_back();
      if (start.line != 0) {
        regions_.push_back({start.file, start.line, line(location)});
      }
    }
  }

  void PragmaDirective(clang::SourceLocation location,
                       clang::PragmaIntroducerKind /*introducer*/) override {
    const std::string text = line_of(tables_.sources(), location);
    if (!tables_.sources().isInSystemHeader(location) && text != "#pragma once") {
      tables_.unit().pragmas.push_back({tables_.place(location), tables_.text(text)});
    }
  }

 private:
  /// Records where a header was not, up to the folder that it was found in (none: everywhere). A
  /// file that appears there later is another input.
  void note_absent(llvm::StringRef name, bool angled, clang::SourceLocation location,
                   llvm::StringRef found_in) {
    const auto add = [&](llvm::StringRef folder) {
      llvm::SmallString<256> path(folder);
      llvm::sys::path::append(path, name);
      tables_.sources().getFileManager().makeAbsolutePath(path);
      if (absent_.insert(path).second) {
        tables_.unit().absent.push_back(path.str().str());
      }
    };
    if (llvm::sys::path::is_absolute(name)) {
      return;
    }
    const auto& sources = tables_.sources();
    const auto includer = sources.getFileEntryRefForID(sources.getFileID(location));
    if (!angled && includer) {
      if (includer->getDir().getName() == found_in) {
        return;
      }
      add(includer->getDir().getName());
    }
    auto& search = preprocessor_.getHeaderSearchInfo();
    const auto begin = angled ? search.angled_dir_begin() : search.search_dir_begin();
    for (auto at = begin; at != search.search_dir_end(); ++at) {
      if (at->isNormalDir()) {
        if (at->getDirRef()->getName() == found_in) {
          return;
        }
        add(at->getDirRef()->getName());
      }
    }
  }

  struct Start {
    clang::FileID file;
    unsigned line = 0;
  };

  [[nodiscard]] unsigned line(clang::SourceLocation location) const {
    const auto [id, offset] = tables_.sources().getDecomposedLoc(location);
    return tables_.sources().getLineNumber(id, offset);
  }

  void enter(clang::SourceLocation location, const clang::IdentifierInfo* guard) {
    guard_ = guard;
    open_.push_back({tables_.sources().getFileID(location), line(location)});
  }

  Text argument_text(const clang::MacroArgs& arguments, unsigned at) {
    // Longer arguments are code blocks; nobody registers an op with one.
    constexpr std::size_t kLongest = 160;
    std::string text;
    const clang::Token* token = arguments.getUnexpArgument(at);
    for (; token->isNot(clang::tok::eof) && text.size() < kLongest; ++token) {
      if (token->hasLeadingSpace() && !text.empty()) {
        text += ' ';
      }
      text += preprocessor_.getSpelling(*token);
    }
    return tables_.text(text);
  }

  const clang::Preprocessor& preprocessor_;
  Tables& tables_;
  std::vector<ConditionalRegion>& regions_;
  llvm::StringSet<> absent_;
  std::vector<Start> open_;
  const clang::IdentifierInfo* guard_ = nullptr;
};

}  // namespace

std::unique_ptr<clang::CommentHandler> collect_preprocessor_facts(
    clang::CompilerInstance& compiler, Tables& tables, std::vector<ConditionalRegion>& regions) {
  auto& preprocessor = compiler.getPreprocessor();
  preprocessor.addPPCallbacks(std::make_unique<Callbacks>(preprocessor, tables, regions));
  auto comments = std::make_unique<Comments>(tables);
  preprocessor.addCommentHandler(comments.get());
  return comments;
}

}  // namespace kgate::checks
