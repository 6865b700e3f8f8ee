// SPDX-License-Identifier: MIT
// The other file that helpers and cached answers come from.
#include "helpers.hpp"

namespace engine {

// legitimate: a helper by itself decides nothing
bool on_amd(const Device& d) { return d.kind() == BackendKind::hip; }

static bool not_on_amd(const Device& d) { return !on_amd(d); }

bool wants_graph(const Device& d) { return !not_on_amd(d) && d.supports_bf16(); }

// legitimate: a capability, whatever the name of the file
bool fits(const Device& d, int width) { return d.wave_size() >= width; }

// legitimate: what an argument decides is the caller's business
void run_with(bool graph, Buffer& x) {
  if (graph) {
    launch_hip(x);
  } else {
    launch_any(x);
  }
}

void require(bool condition, const char* what) {
  if (!condition) throw std::runtime_error(what);
}

bool same(BackendKind a, BackendKind b) { return a == b; }

Runner::Runner(const Device& d) : graph_(on_amd(d)) {}

}  // namespace engine
