// SPDX-License-Identifier: MIT
// Launch checks in HIP's order, argument layout, and the work that executes a kernel.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "gates/emulator/hip/hip_runtime.hpp"
#include "gates/emulator/hip/hip_work.hpp"
#include "kernels/runtime/hip_types.hpp"

namespace kgate::emulator {

/// Explicit arguments in one of HIP's two forms.
struct LaunchArguments {
  void** parameters = nullptr;  ///< parameters[i] points at the value of explicit argument i
  void** extra = nullptr;       ///< {1, buffer, 2, &size, 3}
};

/// Checks the shape against the device and the kernel. Errors, in the order they are looked for:
/// InvalidValue for a grid beyond 2^31-1 x 65536 x 65536, InvalidConfiguration for 2^32 or more
/// work-items in a dimension, InvalidValue for an empty grid or block, InvalidValue for more than
/// 64 KiB of dynamic LDS, InvalidValue for more than 1024 threads, LaunchFailure for more than the
/// kernel was compiled for, LaunchOutOfResources where static and dynamic LDS together exceed
/// 64 KiB, InvalidConfiguration for a block other than the kernel's required one.
hip::Error check_shape(const LaunchShape& shape, const Kernel& kernel);

/// Lays out explicit and hidden arguments. `InvalidValue` for arguments that do not fit the kernel,
/// `NotSupported` for a hidden argument that is not known.
hip::Error lay_out_arguments(const LaunchArguments& arguments, const LaunchShape& shape,
                             const Kernel& kernel, const MissingServices& missing,
                             std::vector<std::byte>& kernarg);

/// Checks shape and arguments, and keeps a copy of the arguments.
hip::Error prepare_launch(const FunctionState& function, const LaunchShape& shape,
                          const LaunchArguments& arguments, KernelWork& work);

/// Checks everything and queues the launch.
hip::Error launch_kernel(const FunctionState& function, const LaunchShape& shape,
                         hip::StreamHandle stream, const LaunchArguments& arguments);

}  // namespace kgate::emulator
