// SPDX-License-Identifier: MIT
// One entry per function of kernels/device: y[i] = function(x[i]).
#include "kernels/device/erf.hpp"
#include "kernels/device/gelu_erf.hpp"
#include "kernels/device/gelu_tanh.hpp"
#include "kernels/device/inverse_frequency.hpp"
#include "kernels/device/silu.hpp"
#include "kernels/device/sincos.hpp"
#include "kernels/device/tanh.hpp"
#include "tests/kernels/device/function_probe.hpp"

namespace kgate::device {

KGATE_DEVICE int element_index() {
  return workgroup_index() * kFunctionProbeThreads + thread_index();
}

}  // namespace kgate::device

using namespace kgate::device;

#define KGATE_PROBE(name, expression)                                 \
  KGATE_ENTRY(kFunctionProbeThreads) name(FunctionProbeArguments a) { \
    const int i = element_index();                                    \
    if (i < a.count) {                                                \
      const float x = a.x[i];                                         \
      a.y[i] = expression;                                            \
    }                                                                 \
  }

KGATE_PROBE(probe_exp, kgate::device::exp(x))
KGATE_PROBE(probe_silu, silu(x))
KGATE_PROBE(probe_silu_to_odd, silu<Rounding::to_odd>(x))
KGATE_PROBE(probe_gelu_erf, gelu_erf(x))
KGATE_PROBE(probe_gelu_erf_to_odd, gelu_erf<Rounding::to_odd>(x))
KGATE_PROBE(probe_gelu_tanh, gelu_tanh(x))
KGATE_PROBE(probe_gelu_tanh_to_odd, gelu_tanh<Rounding::to_odd>(x))
KGATE_PROBE(probe_erf, kgate::device::erf(x))
KGATE_PROBE(probe_tanh, kgate::device::tanh(x))
KGATE_PROBE(probe_inverse_frequency, inverse_frequency(x, a.position[i], a.rotary_dim))

KGATE_ENTRY(kFunctionProbeThreads) probe_sincos(FunctionProbeArguments a) {
  const int i = element_index();
  if (i < a.count) {
    const SinCos result = sincos(a.position[i], a.x[i]);
    a.y[i] = result.sine;
    a.cosine[i] = result.cosine;
  }
}
