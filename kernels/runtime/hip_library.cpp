// SPDX-License-Identifier: MIT
// Loads a HIP library and fills the table of entry points from it.
#include <dlfcn.h>

#include <map>
#include <memory>
#include <mutex>
#include <string_view>

#include "kernels/runtime/hip_api.hpp"

namespace kgate::hip {
namespace {

/// Finds every entry point. `missing` is the first required one the library lacks.
void fill(void* library, Api& api, std::string_view& missing) {
  const auto resolve = [&](auto& member, const char* name, bool required) {
    member = reinterpret_cast<std::remove_reference_t<decltype(member)>>(dlsym(library, name));
    if (member == nullptr && required && missing.empty()) {
      missing = name;
    }
  };
  constexpr bool required = true;
  constexpr bool optional = false;
#define KGATE_HIP_RESOLVE(requiredness, result, name, parameters) \
  resolve(api.name, #name, requiredness);
  KGATE_HIP_ENTRY_POINTS(KGATE_HIP_RESOLVE)
  KGATE_EMULATOR_ENTRY_POINTS(KGATE_HIP_RESOLVE)
#undef KGATE_HIP_RESOLVE
}

}  // namespace

Status load_api(const std::vector<std::string>& candidates, const Api*& api) {
  static std::mutex mutex;
  static std::map<std::string, std::unique_ptr<Api>> loaded;
  const std::scoped_lock lock(mutex);
  std::string reasons;
  for (const std::string& candidate : candidates) {
    if (const auto found = loaded.find(candidate); found != loaded.end()) {
      api = found->second.get();
      return {};
    }
    void* const library = dlopen(candidate.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) {
      const char* const reason = dlerror();
      reasons += reasons.empty() ? "" : "; ";
      reasons += reason == nullptr ? candidate.c_str() : reason;
      continue;
    }
    auto table = std::make_unique<Api>();
    table->library = candidate;
    std::string_view missing;
    fill(library, *table, missing);
    if (!missing.empty()) {
      return Status::error(StatusCode::not_found, "{} has no entry point {}", candidate, missing);
    }
    api = table.get();
    loaded.emplace(candidate, std::move(table));
    return {};
  }
  return Status::error(StatusCode::not_found, "no HIP library could be loaded: {}", reasons);
}

}  // namespace kgate::hip
