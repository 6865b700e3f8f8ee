// SPDX-License-Identifier: MIT
// Parameters of graph nodes, checked and turned into work.
#pragma once

#include "gates/emulator/hip/hip_graph.hpp"
#include "gates/emulator/hip/hip_graph_types.hpp"

namespace kgate::emulator {

/// Each checks its parameters as the call that would do the work at once, on the current device.
hip::Error kernel_work(const hip::KernelNodeParams* params, Work& work);
hip::Error fill_work(const hip::MemsetParams* params, Work& work);
hip::Error copy_work(const CopyShape& shape, Work& work);
hip::Error host_work(const hip::HostNodeParams* params, Work& work);
/// `NotSupported` for arrays, which do not exist here.
hip::Error copy_work(const hip::Memcpy3DParams* params, Work& work);

/// The shape of a 3D copy of linear memory; `NotSupported` where an array takes part.
hip::Error shape_of(const hip::Memcpy3DParams& params, CopyShape& shape);

}  // namespace kgate::emulator
