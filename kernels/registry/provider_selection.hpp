// SPDX-License-Identifier: MIT
// Which provider an operation gets on a device, and why.
#pragma once

#include <string>
#include <string_view>

#include "kernels/registry/registry.hpp"

namespace kgate {

/// What an operation resolved to.
struct Selection {
  const Provider* provider = nullptr;  ///< null: refused
  /// Which provider and why, or which condition refused it: not registered; unsupported
  /// capability: which; disabled: by what.
  std::string reason;
};

/// Chooses without caching: the first provider, by priority and then name, that the capabilities
/// satisfy and that is not disabled. `natives_off` is why native providers may not serve: what
/// switched them off; empty if nothing did.
[[nodiscard]] Selection select(std::string_view operation, const Capabilities& capabilities,
                               std::string_view natives_off = {});

/// A native kernel, and not the reference tier.
[[nodiscard]] inline bool is_native(const Provider& provider) {
  return provider.priority > kReferencePriority;
}

/// Warns, once in the process, of names in KGATE_PROVIDER_DISABLE that no provider has: a misspelt
/// name would compare a build with itself.
void warn_of_unknown_disabled_names();

}  // namespace kgate
