// SPDX-License-Identifier: MIT
// What the names of a program mean under a configuration: roles of functions, types and files.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "checks/config.hpp"
#include "checks/pattern.hpp"
#include "checks/whole_program.hpp"

namespace kgate::checks {

/// What a function is, as far as its name says. One function may have several roles.
namespace role {
inline constexpr std::uint32_t kHelper = 1;         ///< answers which backend this is
inline constexpr std::uint32_t kBackendName = 2;    ///< gives a backend's name
inline constexpr std::uint32_t kAvailability = 4;   ///< asks whether a backend is there
inline constexpr std::uint32_t kNeutral = 8;        ///< logging, formatting, the standard library
inline constexpr std::uint32_t kPredicate = 16;     ///< a question by its name
inline constexpr std::uint32_t kRefusal = 32;       ///< ends the program or the request
inline constexpr std::uint32_t kRefusalValue = 64;  ///< makes a value that says "no"
inline constexpr std::uint32_t kLaunch = 128;       ///< starts a kernel
inline constexpr std::uint32_t kRegistryQuery = 256;
inline constexpr std::uint32_t kRegistration = 512;
inline constexpr std::uint32_t kEnvironment = 1024;  ///< reads the environment
inline constexpr std::uint32_t kLane = 2048;         ///< position of a thread in its wave
inline constexpr std::uint32_t kShuffle = 4096;      ///< exchanges values within a wave
inline constexpr std::uint32_t kExactCall = 8192;
inline constexpr std::uint32_t kInexactCall = 16384;
inline constexpr std::uint32_t kAtomic = 32768;
inline constexpr std::uint32_t kStandard = 65536;  ///< in namespace std
inline constexpr std::uint32_t kBuildConstant = 131072;
}  // namespace role

/// What a file is in the project's layout. Bits; 0 is an ordinary file of the project.
namespace area {
inline constexpr std::uint32_t kOutside = 1;  ///< not under the root, or excluded
inline constexpr std::uint32_t kTest = 2;
inline constexpr std::uint32_t kRegistry = 4;
inline constexpr std::uint32_t kRuntime = 8;
inline constexpr std::uint32_t kFlags = 16;
inline constexpr std::uint32_t kExact = 32;
}  // namespace area

class Vocabulary {
 public:
  Vocabulary(const Program& program, const Config& config);

  /// Roles of a function by its key; 0 is "none known".
  [[nodiscard]] std::uint32_t roles(Text function) const;
  /// Roles that a bare name would have, for code whose target is not resolved.
  [[nodiscard]] std::uint32_t roles_of_name(Text name) const;
  /// Whether a value of this type, not a pointer to one, says which backend it is.
  [[nodiscard]] bool is_kind(TypeId type) const;
  /// The same for a type's name.
  [[nodiscard]] bool is_kind_name(Text name) const;
  /// Whether a type is the class of one backend, so that testing for it asks which backend this is.
  [[nodiscard]] bool is_backend_class(TypeId type) const;
  /// Whether an enumerator of a kind names no backend: `none`, `count`.
  [[nodiscard]] bool is_sentinel(Text enumerator) const;
  /// Whether a name says "no": an error code or error factory.
  [[nodiscard]] bool is_refusal_value(Text name) const;
  [[nodiscard]] bool is_build_constant(Text variable_name) const;
  /// Whether what a variable or function of this name holds is no backend where it reads "cuda" or
  /// "hip": the language of a source, the extension of a file.
  [[nodiscard]] bool is_other_word(Text name) const;
  [[nodiscard]] bool is_backend_word(std::string_view text) const;
  [[nodiscard]] std::uint32_t area(Text file) const;
  /// Area of a function: of its file, and of its namespace.
  [[nodiscard]] std::uint32_t area(const Function& function) const;
  /// Path relative to the root, or the absolute path outside of it.
  [[nodiscard]] std::string relative(Text file) const;

 private:
  void find_kinds();

  const Program& program_;
  const Config& config_;
  NamePatterns types_, type_hints_, classes_, helpers_, names_, availability_, sentinels_,
      other_words_, build_constants_, neutral_, predicates_, refusals_, refusal_values_, launches_,
      queries_, registrations_, environment_, lanes_, shuffles_, exact_calls_, inexact_calls_,
      atomics_;
  std::unordered_map<Text, bool> kinds_;  ///< names of enumerations that are kinds
  mutable std::unordered_map<Text, std::uint32_t> roles_;
  mutable std::unordered_map<Text, std::uint32_t> areas_;
  mutable std::unordered_map<Text, bool> classes_known_;
  mutable std::unordered_map<Text, bool> types_known_;
};

}  // namespace kgate::checks
