// SPDX-License-Identifier: MIT
// The operations as one device has them: which provider serves each, chosen once.
#pragma once

#include <cstdint>
#include <memory>
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
/// satisfy and that is not disabled.
[[nodiscard]] Selection select(std::string_view operation, const Capabilities& capabilities);

/// Resolves operations for one device and counts what the reference tier served. Thread-safe; after
/// the first call of an operation a look-up takes no lock and allocates nothing.
class Operations {
 public:
  explicit Operations(const Capabilities& capabilities);
  ~Operations();
  Operations(const Operations&) = delete;
  Operations& operator=(const Operations&) = delete;
  Operations(Operations&&) = delete;
  Operations& operator=(Operations&&) = delete;

  [[nodiscard]] const Capabilities& capabilities() const { return capabilities_; }

  /// Runs the operation through its provider. A refusal names the operation, the backend and the
  /// condition that was false; nothing runs then.
  Status run(std::string_view operation, const void* arguments, Launcher& launcher);

  /// The provider, or null with the refusal in `why`.
  const Provider* find(std::string_view operation, Status& why);

  /// Calls the reference tier served, of one operation or in total, in this process.
  [[nodiscard]] static std::uint64_t reference_hits(std::string_view operation);
  [[nodiscard]] static std::uint64_t reference_hits();

 private:
  struct Cache;
  Capabilities capabilities_;
  std::string target_;  ///< what capabilities_.target views
  std::unique_ptr<Cache> cache_;
};

}  // namespace kgate
