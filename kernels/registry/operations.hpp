// SPDX-License-Identifier: MIT
// The operations as one device has them: which provider serves each, chosen once.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/export.hpp"
#include "kernels/registry/provider_selection.hpp"
#include "kernels/registry/registry.hpp"

namespace kgate {

struct Route;  // kernels/registry/fused_route.hpp

/// What an operation was given here, for reports and gates.
struct OperationTrace {
  std::string operation;
  const Provider* provider = nullptr;  ///< null: refused
  std::string reason;
  std::uint64_t reference_calls = 0;  ///< calls of it that the reference tier served here
};

/// Resolves operations for one device and counts what the reference tier served. Thread-safe; after
/// the first call of an operation a look-up takes no lock and allocates nothing.
class KGATE_API Operations {
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

  /// Runs a fused family as the build, the environment and the registry have it: its one launch
  /// where KGATE_FUSED_<FAMILY> is on and the kernel can serve the call, and else its separate
  /// launches, which are the operation `<family>_unfused`; see fused_route.hpp.
  Status run_family(std::string_view family, const void* arguments, Launcher& launcher);

  /// The provider, or null with the refusal in `why`.
  const Provider* find(std::string_view operation, Status& why);

  /// Every operation that was resolved here, in name order.
  [[nodiscard]] std::vector<OperationTrace> trace() const;

  /// Calls the reference tier served, of one operation or in total, in this process.
  [[nodiscard]] static std::uint64_t reference_hits(std::string_view operation);
  [[nodiscard]] static std::uint64_t reference_hits();

 private:
  struct Cache;
  Status run_provider(const Provider& provider, std::string_view operation, const void* arguments,
                      Launcher& launcher);
  void record(std::string_view operation, const Selection& selection);
  const Route& route(std::string_view family, std::size_t id);

  Capabilities capabilities_;
  std::string target_;  ///< what capabilities_.target views
  std::unique_ptr<Cache> cache_;
};

}  // namespace kgate
