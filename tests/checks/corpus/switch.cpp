// SPDX-License-Identifier: MIT
// switch over a backend kind.
#include "engine.hpp"

using namespace engine;

void calls(const Device& d, Buffer& x) {
  switch (d.kind()) {  // expect: backend-kind-gate
    case BackendKind::hip:
      launch_hip(x);
      break;
    case BackendKind::cuda:
      launch_cuda(x);
      break;
    default:
      launch_any(x);
  }
}

Kernel picks(const Device& d) {
  switch (d.kind()) {  // expect: backend-kind-gate
    case BackendKind::hip:
      return &launch_hip;
    case BackendKind::cuda:
      return &launch_cuda;
    default:
      return nullptr;
  }
}

std::function<void(Buffer&)> picks_an_object(BackendKind k) {
  switch (k) {  // expect: backend-kind-gate
    case BackendKind::metal:
      return launch_metal;
    default:
      return launch_any;
  }
}

void leaves(const Device& d, Buffer& x) {
  switch (d.kind()) {  // expect: backend-kind-gate
    case BackendKind::metal:
      return;
    default:
      break;
  }
  launch_any(x);
}

void over_a_number(const Device& d, Buffer& x) {
  switch (static_cast<int>(d.kind())) {  // expect: backend-kind-gate
    case 1:
      launch_hip(x);
  }
}

enum class Path { graph, loop };

void relabelled(const Device& d, Buffer& x) {
  Path path = Path::loop;
  switch (d.kind()) {
    case BackendKind::hip:
      path = Path::graph;
      break;
    default:
      break;
  }
  if (path == Path::graph) launch_hip(x);  // expect: backend-kind-gate
}

void with_initialiser(const Device& d, Buffer& x) {
  switch (auto k = d.kind(); k) {  // expect: backend-kind-gate
    case BackendKind::hip:
      launch_hip(x);
      break;
    default:
      break;
  }
}

// ---- look-alikes ----

// legitimate: the name of a kind, for messages
const char* label(BackendKind kind) {
  switch (kind) {
    case BackendKind::hip:
      return "hip";
    case BackendKind::cuda:
      return "cuda";
    case BackendKind::metal:
      return "metal";
    case BackendKind::cpu:
      return "cpu";
    case BackendKind::none:
      break;
  }
  return "none";
}

// legitimate: a kind from the number a file stores
BackendKind parse(int code) {
  switch (code) {
    case 1:
      return BackendKind::hip;
    case 2:
      return BackendKind::cuda;
    default:
      return BackendKind::none;
  }
}

// legitimate: the label is printed
void print_label(const Device& d) { log_info("device: %s", label(d.kind())); }

// legitimate: another enumeration
void by_path(Path path, Buffer& x) {
  switch (path) {
    case Path::graph:
      launch_any(x);
      break;
    case Path::loop:
      launch_any(x);
      break;
  }
}

// legitimate: counting for statistics changes no code path
int hip_count = 0;
void count(const std::vector<Device>& devices) {
  for (const auto& d : devices) {
    switch (d.kind()) {
      case BackendKind::hip:
        ++hip_count;
        break;
      default:
        break;
    }
  }
}
