// SPDX-License-Identifier: MIT
// Operations x backends -> providers. Filled by static registration, asked by name.
//
// A kernel is chosen by what is registered for the backend, never by asking at run time which
// backend this is. Registration fills a table and can neither throw nor allocate; the order in
// which translation units initialise does not matter.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "kernels/export.hpp"
#include "kernels/status.hpp"

namespace kgate {

class Launcher;  // kernels/runtime/launcher.hpp

enum class Backend : std::uint8_t { rocm, cuda, cpu };
inline constexpr std::array<std::string_view, 3> kBackendNames{"rocm", "cuda", "cpu"};

[[nodiscard]] constexpr std::string_view name(Backend backend) {
  return kBackendNames.at(static_cast<std::size_t>(backend));
}

/// What a provider may ask of the place it is to run on.
struct Capabilities {
  Backend backend = Backend::rocm;
  std::string_view target;  ///< "gfx1151", "sm_90"; must outlive the use
  std::uint32_t wave_size = 32;
  bool host_addressable = false;  ///< the host may read and write device memory
};

/// One implementation of an operation on a backend.
struct Provider {
  std::string_view name;
  int priority = 0;  ///< the highest wins; equal ones by name
  /// Null: supports everything. Else returns null for support, or which capability is missing.
  const char* (*lacks)(const Capabilities&) = nullptr;
  /// `arguments` points to the operation's contract struct.
  Status (*run)(const void* arguments, Launcher& launcher) = nullptr;
};

/// Priority at and below which a provider is the reference tier: the oracle, not a native kernel.
inline constexpr int kReferencePriority = -1000;
inline constexpr std::size_t kMaxProviders = 4;
inline constexpr std::size_t kMaxOperations = 64;

/// The providers of one operation on one backend, in order of selection.
[[nodiscard]] std::span<const Provider* const> providers(std::string_view operation,
                                                         Backend backend);

/// A number below kMaxOperations that an operation keeps for the life of the process, whatever is
/// registered later; kMaxOperations for one that is not registered on any backend. Takes no lock.
[[nodiscard]] std::size_t operation_id(std::string_view operation);

/// All operation names registered on any backend, in name order.
[[nodiscard]] std::span<const std::string_view> operations();

/// Whether a native provider is registered; the reference tier does not count. Says nothing about
/// what a device supports: see Operations in operations.hpp.
[[nodiscard]] bool op_registered(std::string_view operation, Backend backend);

/// A registration that could not be kept, as text; null if all were. Operations that are ambiguous
/// (two providers of one name, more than kMaxProviders) refuse every call with this text.
[[nodiscard]] const char* registration_error(std::string_view operation, Backend backend);

/// Adds a provider during static initialisation, or while a plugin is loaded and no operation runs.
/// The provider and the name must live forever.
class KGATE_API Registration {
 public:
  Registration(std::string_view operation, Backend backend, const Provider& provider) noexcept;
};

}  // namespace kgate

/// KGATE_REGISTER(add_rms_norm, rocm, native, 0, nullptr, function): one line registers one
/// provider.
#define KGATE_REGISTER(operation, backend, provider, priority, lacks, function)                   \
  namespace {                                                                                     \
  constexpr ::kgate::Provider kProvider_##operation##_##backend##_##provider{#provider, priority, \
                                                                             lacks, function};    \
  const ::kgate::Registration kRegistration_##operation##_##backend##_##provider{                 \
      #operation, ::kgate::Backend::backend, kProvider_##operation##_##backend##_##provider};     \
  }                                                                                               \
  static_assert(true, "takes the semicolon")
