// SPDX-License-Identifier: MIT
// What is behind a kgate_device, and what every C function does around its work.
#pragma once

#include <exception>
#include <memory>
#include <string>
#include <string_view>

#include "kernels/include/kgate/core.h"
#include "kernels/runtime/device.hpp"
#include "kernels/runtime/launcher.hpp"
#include "kernels/status.hpp"
#include "kernels/unfused/unfused.hpp"

/// A device and its kernels on the null stream; calls launch on a stream of their own choice.
struct kgate_device {
  std::unique_ptr<kgate::Device> device;
  std::unique_ptr<kgate::Launcher> launcher;
  std::string description;
};

namespace kgate::library {

/// Keeps the words for kgate_last_error() of this thread and returns the code; never allocates.
kgate_status report(const Status& status) noexcept;

/// Runs `body`, which returns a Status, and lets no exception out into C.
template <class Body>
kgate_status guarded(std::string_view function, const Body& body) noexcept {
  try {
    return report(body());
  } catch (const std::exception& error) {
    return report(Status::error(StatusCode::device_error, "{}: {}", function, error.what()));
  }
}

/// What is wrong with the pointers and the size of an argument struct that every call has.
inline Status check_call(std::string_view family, const kgate_device* device,
                         const std::size_t* size, std::size_t expected) {
  if (device == nullptr || size == nullptr) {
    return Status::error(StatusCode::invalid_argument, "kgate_{}: {} is null", family,
                         device == nullptr ? "device" : "args");
  }
  if (*size != expected) {
    return Status::error(StatusCode::invalid_argument,
                         "kgate_{}: args.size is {}; this library's struct has {} bytes: set it to "
                         "sizeof(kgate_{}_args) of the header the library came with",
                         family, *size, expected, family);
  }
  return {};
}

/// A family's C function: converts the arguments to the contract struct and runs the family on the
/// stream. Takes no lock and allocates nothing once the family has been resolved.
template <class Contract, class Arguments>
kgate_status run_family(std::string_view family, kgate_device* device, void* stream,
                        const Arguments* args,
                        Status (*convert)(const Arguments&, Contract&)) noexcept {
  return guarded(family, [&] {
    Status status =
        check_call(family, device, args == nullptr ? nullptr : &args->size, sizeof(Arguments));
    if (!status.ok()) {
      return status;
    }
    Contract contract{};
    status = convert(*args, contract);
    if (!status.ok()) {
      return status;
    }
    Launcher launcher(*device->launcher, static_cast<hip::StreamHandle>(stream),
                      {args->workspace.data, args->workspace.size});
    return launcher.operations().run_family(family, &contract, launcher);
  });
}

/// What the separate launches of these arguments need; 0 where they are not right.
template <class Contract, class Arguments>
std::uint64_t workspace_of(const Arguments* args,
                           Status (*convert)(const Arguments&, Contract&)) noexcept {
  Contract contract{};
  if (args == nullptr || args->size != sizeof(Arguments) || !convert(*args, contract).ok()) {
    return 0;
  }
  return unfused::workspace_size(contract);
}

}  // namespace kgate::library
