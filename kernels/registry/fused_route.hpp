// SPDX-License-Identifier: MIT
// Whether a fused family runs as one launch or as its separate launches.
//
// The separate launches of a family are an operation of their own, `<family>_unfused`, over the
// family's contract struct. They register like every kernel:
//   KGATE_REGISTER(add_rms_norm_unfused, rocm, composed, 0, nullptr, launch_composed);
#pragma once

#include <string>
#include <string_view>

#include "kernels/registry/flags.hpp"
#include "kernels/registry/provider_selection.hpp"

namespace kgate {

/// What serves a family's calls on one device.
struct Route {
  std::string family;
  std::string unfused;  ///< "<family>_unfused"
  Selection selection;  ///< what serves; a null provider: refused
  bool is_unfused = false;
  bool asked_for_fused = false;  ///< the variable is explicitly truthy: worth a notice
  std::string variable;          ///< KGATE_FUSED_<FAMILY>; empty for a family without a switch
};

/// Decides it from the switch's state, for a family without a switch as if it were on:
///   on:  the fused kernel; else the separate launches; else the reference tier
///   off: the separate launches; else the reference tier, never the fused kernel
[[nodiscard]] Route make_route(std::string_view family, const Capabilities& capabilities,
                               const Switch* flag, const SwitchState& state);

/// Says, once in the process for each family and only where the variable was explicitly truthy,
/// that the fused kernel was asked for and something else runs.
void notice_unfused(const Route& route, std::string_view reason);

}  // namespace kgate
