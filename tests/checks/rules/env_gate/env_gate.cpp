// SPDX-License-Identifier: MIT
// The rule's smallest cases.
#include <cstdlib>

namespace engine {

constexpr bool kFusedByDefault = true;
#if defined(ENGINE_ROCM)
constexpr bool kGraphByDefault = true;
#else
constexpr bool kGraphByDefault = false;
#endif
void run_fused(float* x);

namespace flags {
// good: the flags module
bool flag(const char* name, bool fallback) {
  const char* value = std::getenv(name);
  return value == nullptr ? fallback : value[0] == '1';
}
}  // namespace flags

// bad: read where it is used, spelled and parsed once more
void bad(float* x) {
  if (std::getenv("ENGINE_FUSED") != nullptr) run_fused(x);  // expect: env-gate
}

void bad_c(float* x) {
  const char* value = getenv("ENGINE_FUSED");  // expect: env-gate
  if (value != nullptr && *value == '1') run_fused(x);
}

// bad: the default is nobody's decision
bool bad_default() { return flags::flag("ENGINE_FUSED", true); }  // expect: env-gate

// good: the default is the build's
bool good_default() { return flags::flag("ENGINE_FUSED", kFusedByDefault); }
bool good_default_by_preprocessor() { return flags::flag("ENGINE_GRAPH", kGraphByDefault); }

}  // namespace engine
