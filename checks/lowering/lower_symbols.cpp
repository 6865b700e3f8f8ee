// SPDX-License-Identifier: MIT
// Lowering of names: texts, places, types, and the keys of functions and variables.
#include <clang/Index/USRGeneration.h>
#include <fmt/format.h>

#include <filesystem>

#include "checks/lowering/lowering.hpp"

namespace kgate::checks {

std::string qualified_name(const clang::NamedDecl* decl) {
  std::vector<std::string> parts{decl->getNameAsString()};
  for (const auto* context = decl->getDeclContext(); context != nullptr;
       context = context->getParent()) {
    if (const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(context)) {
      if (!space->isInline() && !space->isAnonymousNamespace()) {
        parts.push_back(space->getNameAsString());
      }
    } else if (const auto* record = llvm::dyn_cast<clang::RecordDecl>(context)) {
      if (!record->getName().empty()) {
        parts.push_back(record->getNameAsString());
      }
    } else if (const auto* enumeration = llvm::dyn_cast<clang::EnumDecl>(context)) {
      if (enumeration->isScoped()) {
        parts.push_back(enumeration->getNameAsString());
      }
    }
  }
  std::string name;
  for (auto part = parts.rbegin(); part != parts.rend(); ++part) {
    name += (name.empty() ? "" : "::") + *part;
  }
  return name;
}

Text Tables::text(llvm::StringRef content) {
  if (content.empty()) {
    return 0;
  }
  const auto [it, added] = texts_.try_emplace(content, static_cast<Text>(unit_.texts.size()));
  if (added) {
    unit_.texts.push_back(content.str());
  }
  return it->second;
}

Text Tables::file(clang::FileID id) {
  const auto known = files_.find(id);
  if (known != files_.end()) {
    return known->second;
  }
  Text result = 0;
  if (const auto entry = sources_.getFileEntryRefForID(id)) {
    llvm::SmallString<256> path(entry->getName());
    sources_.getFileManager().makeAbsolutePath(path);
    result = text(std::filesystem::path(path.str().str()).lexically_normal().string());
  }
  files_.try_emplace(id, result);
  return result;
}

Place Tables::place(clang::SourceLocation location) {
  Place result;
  if (location.isInvalid()) {
    return result;
  }
  const auto [id, offset] = sources_.getDecomposedLoc(sources_.getFileLoc(location));
  result.file = file(id);
  result.line = sources_.getLineNumber(id, offset);
  result.column = sources_.getColumnNumber(id, offset);
  result.end_column = result.column;
  return result;
}

Place Tables::place(clang::SourceRange range, const clang::LangOptions& language) {
  Place result = place(range.getBegin());
  const Place last = place(range.getEnd());
  if (result.line != 0 && last.line == result.line && last.file == result.file) {
    const auto end = sources_.getFileLoc(range.getEnd());
    result.end_column = last.column + clang::Lexer::MeasureTokenLength(end, sources_, language);
  }
  return result;
}

std::string Lowering::usr(const clang::Decl* decl) {
  llvm::SmallString<128> buffer;
  if (clang::index::generateUSRForDecl(decl, buffer)) {
    return {};
  }
  return buffer.str().str();
}

namespace {

/// Identity of something that has no name of its own across units: where it stands.
std::string key_of_place(Tables& tables, const clang::NamedDecl* decl) {
  const auto [id, offset] =
      tables.sources().getDecomposedLoc(tables.sources().getFileLoc(decl->getLocation()));
  return fmt::format("at:{}:{}:{}", tables.unit().texts[tables.file(id)], offset,
                     decl->getNameAsString());
}

std::uint16_t flags_of(const clang::FunctionDecl* function, bool system) {
  namespace flags = function_flags;
  unsigned result = 0;
  const auto set = [&](bool on, std::uint16_t flag) { result |= on ? flag : 0U; };
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(function);
  set(function->hasAttr<clang::CUDAGlobalAttr>(), flags::kKernel);
  set(function->hasAttr<clang::CUDADeviceAttr>(), flags::kDevice);
  set(function->hasAttr<clang::CUDAHostAttr>(), flags::kHost);
  set(function->isNoReturn(), flags::kNoReturn);
  set(method != nullptr && method->isInstance(), flags::kMethod);
  set(method != nullptr && method->isConst(), flags::kConstMethod);
  set(llvm::isa<clang::CXXConstructorDecl>(function), flags::kConstructor);
  set(system, flags::kSystem);
  set(method != nullptr && method->getParent()->isLambda(), flags::kLambda);
  set(method != nullptr && function->isTrivial(), flags::kTrivial);
  set(function->getBuiltinID() != 0, flags::kBuiltin);
  return static_cast<std::uint16_t>(result);
}

}  // namespace

Text Lowering::function_symbol(const clang::FunctionDecl* function) {
  const auto known = symbols_.find(function);
  if (known != symbols_.end()) {
    return known->second;
  }
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(function);
  const bool lambda = method != nullptr && method->getParent()->isLambda();
  std::string name = lambda ? std::string("lambda") : qualified_name(function);
  std::string key = lambda ? key_of_place(tables_, method->getParent()) : usr(function);
  if (key.empty()) {
    key = key_of_place(tables_, function);
  }
  const Text symbol = tables_.text(key);
  symbols_.try_emplace(function, symbol);
  auto& unit = tables_.unit();
  if (!functions_.try_emplace(symbol, unit.functions.size()).second) {
    return symbol;
  }
  Function entry;
  entry.key = symbol;
  entry.name = tables_.text(name);
  entry.place = tables_.place(function->getLocation());
  entry.flags = flags_of(function, tables_.sources().isInSystemHeader(function->getLocation()));
  entry.result = type(function->getReturnType());
  for (const auto* attribute : function->specific_attrs<clang::AnnotateAttr>()) {
    entry.annotations.push_back(tables_.text(attribute->getAnnotation()));
  }
  for (unsigned at = 0; at < function->getNumParams(); ++at) {
    entry.parameters.push_back(tables_.text(fmt::format("{}#{}", key, at)));
  }
  unit.functions.push_back(std::move(entry));
  if (method != nullptr) {
    const std::size_t index = functions_.at(symbol);
    for (const auto* base : method->overridden_methods()) {
      const Text overridden = function_symbol(base);
      unit.functions[index].overridden.push_back(overridden);
    }
  }
  return symbol;
}

bool Lowering::build_dependent(const clang::Decl* decl) const {
  // Longer regions are whole files or sections for one platform, not the choice of a constant.
  constexpr unsigned kLongestChoice = 30;
  const auto& sources = tables_.sources();
  const auto begin = sources.getDecomposedLoc(sources.getFileLoc(decl->getBeginLoc()));
  const auto end = sources.getDecomposedLoc(sources.getFileLoc(decl->getEndLoc()));
  const unsigned first = sources.getLineNumber(begin.first, begin.second);
  const unsigned last = sources.getLineNumber(end.first, end.second);
  return std::any_of(regions_.begin(), regions_.end(), [&](const ConditionalRegion& region) {
    return region.file == begin.first && region.first_line <= last && first <= region.last_line &&
           region.last_line - region.first_line <= kLongestChoice;
  });
}

Text Lowering::variable_symbol(const clang::ValueDecl* variable) {
  const auto known = symbols_.find(variable);
  if (known != symbols_.end()) {
    return known->second;
  }
  Variable entry;
  const auto* parameter = llvm::dyn_cast<clang::ParmVarDecl>(variable);
  const auto* value = llvm::dyn_cast<clang::VarDecl>(variable);
  const auto* owner = parameter == nullptr
                          ? nullptr
                          : llvm::dyn_cast<clang::FunctionDecl>(parameter->getDeclContext());
  std::string key;
  if (owner != nullptr) {
    entry.storage = Storage::parameter;
    entry.owner = function_symbol(owner);
    entry.index = parameter->getFunctionScopeIndex();
    key = fmt::format("{}#{}", tables_.unit().texts[entry.owner], entry.index);
  } else if (llvm::isa<clang::FieldDecl>(variable) ||
             (value != nullptr && !value->isLocalVarDecl() && value->hasGlobalStorage())) {
    entry.storage = value == nullptr ? Storage::field : Storage::global;
    key = usr(variable);
  }
  if (key.empty()) {
    key = key_of_place(tables_, variable);
  }
  const Text symbol = tables_.text(key);
  symbols_.try_emplace(variable, symbol);
  if (!variables_.insert(symbol).second) {
    return symbol;
  }
  entry.key = symbol;
  entry.name = tables_.text(entry.storage == Storage::field || entry.storage == Storage::global
                                ? qualified_name(variable)
                                : variable->getNameAsString());
  entry.place = tables_.place(variable->getLocation());
  entry.type = type(variable->getType());
  if (value != nullptr && parameter == nullptr) {
    entry.is_constant =
        value->isConstexpr() ||
        (value->getType().isConstQualified() && value->hasInit() &&
         !value->getType()->isDependentType() && !value->getInit()->isValueDependent() &&
         value->isUsableInConstantExpressions(context_));
    entry.build_dependent = build_dependent(value);
  }
  tables_.unit().variables.push_back(entry);
  return symbol;
}

Text Lowering::enumerator_symbol(const clang::EnumConstantDecl* enumerator) {
  type(enumerator->getType());  // its enumeration, with all enumerators
  if (const auto* owner = llvm::dyn_cast<clang::EnumDecl>(enumerator->getDeclContext())) {
    fill_enumeration(owner);
  }
  return tables_.text(qualified_name(enumerator));
}

void Lowering::fill_enumeration(const clang::EnumDecl* enumeration) {
  if (enumeration->getDefinition() != nullptr) {
    enumeration = enumeration->getDefinition();
  }
  if (!seen_.try_emplace(enumeration, true).second) {
    return;
  }
  const Text name = tables_.text(qualified_name(enumeration));
  for (const auto* one : enumeration->enumerators()) {
    tables_.unit().enumerators.push_back({tables_.text(qualified_name(one)),
                                          tables_.text(one->getName()), name,
                                          tables_.place(one->getLocation())});
  }
}

void Lowering::fill_record(const clang::CXXRecordDecl* record) {
  record = record->getDefinition();
  if (record == nullptr || !seen_.try_emplace(record, true).second || record->getNumBases() == 0) {
    return;
  }
  Record entry{tables_.text(qualified_name(record)), {}};
  for (const auto& base : record->bases()) {
    if (const auto* parent = base.getType()->getAsCXXRecordDecl()) {
      entry.bases.push_back(tables_.text(qualified_name(parent)));
      fill_record(parent);
    }
  }
  tables_.unit().records.push_back(std::move(entry));
}

TypeId Lowering::type(clang::QualType written) {
  if (written.isNull()) {
    return 0;
  }
  const clang::QualType canonical =
      written.getNonReferenceType().getCanonicalType().getUnqualifiedType();
  const auto known = types_.find(canonical.getTypePtr());
  if (known != types_.end()) {
    return known->second;
  }
  Type entry;
  clang::QualType inner = canonical;
  while (true) {
    if (const auto* array = context_.getAsArrayType(inner)) {
      inner = array->getElementType();
    } else if (inner->isAnyPointerType() || inner->isMemberPointerType()) {
      inner = inner->isMemberPointerType()
                  ? inner->castAs<clang::MemberPointerType>()->getPointeeType()
                  : inner->getPointeeType();
    } else {
      break;
    }
    ++entry.indirections;
    inner = inner.getCanonicalType();
  }
  const TypeId id = static_cast<TypeId>(tables_.unit().types.size());
  types_.try_emplace(canonical.getTypePtr(), id);
  tables_.unit().types.emplace_back();
  if (inner->isBooleanType()) {
    entry.type_class = TypeClass::boolean;
  } else if (const auto* enumeration = inner->getAs<clang::EnumType>()) {
    entry.type_class = TypeClass::enumeration;
    entry.name = tables_.text(qualified_name(enumeration->getDecl()));
    fill_enumeration(enumeration->getDecl());
  } else if (const auto* record = inner->getAsRecordDecl()) {
    entry.type_class = TypeClass::record;
    entry.name = tables_.text(qualified_name(record));
    if (const auto* special = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(record)) {
      for (const auto& argument : special->getTemplateArgs().asArray()) {
        if (argument.getKind() == clang::TemplateArgument::Type) {
          entry.arguments.push_back(type(argument.getAsType()));
        } else if (argument.getKind() == clang::TemplateArgument::Pack) {
          for (const auto& part : argument.pack_elements()) {
            if (part.getKind() == clang::TemplateArgument::Type) {
              entry.arguments.push_back(type(part.getAsType()));
            }
          }
        }
      }
    }
    if (const auto* cxx = llvm::dyn_cast<clang::CXXRecordDecl>(record)) {
      fill_record(cxx);
    }
  } else if (inner->isFunctionType()) {
    entry.type_class = TypeClass::function;
  } else if (inner->isDependentType()) {
    entry.type_class = TypeClass::dependent;
  } else if (inner->isRealFloatingType() || inner->isVectorType()) {
    entry.type_class = TypeClass::floating;
  } else if (inner->isIntegerType()) {
    entry.type_class = TypeClass::integer;
  } else {
    entry.type_class = TypeClass::other;
  }
  if (entry.name == 0 && entry.type_class != TypeClass::dependent) {
    entry.name = tables_.text(inner.getAsString());
  }
  tables_.unit().types[id] = std::move(entry);
  return id;
}

}  // namespace kgate::checks
