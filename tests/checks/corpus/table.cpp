// SPDX-License-Identifier: MIT
// Tables indexed by a backend kind.
#include <array>
#include <unordered_map>

#include "engine.hpp"

using namespace engine;

Kernel const kKernels[] = {nullptr, launch_hip, launch_cuda, launch_metal, launch_any};

void array_of_functions(const Device& d, Buffer& x) {
  kKernels[static_cast<int>(d.kind())](x);  // expect: backend-kind-gate
}

void array_then_call(const Device& d, Buffer& x) {
  const Kernel kernel = kKernels[static_cast<int>(d.kind())];
  kernel(x);  // expect: backend-kind-gate
}

Kernel array_returned(const Device& d) {
  return kKernels[static_cast<int>(d.kind())];  // expect: backend-kind-gate
}

const std::array<Kernel, 2> kPair{launch_any, launch_hip};

void indexed_by_the_answer(const Device& d, Buffer& x) {
  kPair[d.kind() == BackendKind::hip](x);  // expect: backend-kind-gate
}

void checked_access(const Device& d, Buffer& x) {
  kPair.at(static_cast<std::size_t>(d.kind()))(x);  // expect: backend-kind-gate
}

const std::map<BackendKind, Kernel> kByKind{{BackendKind::hip, launch_hip},
                                            {BackendKind::cuda, launch_cuda}};

void map_at(const Device& d, Buffer& x) {
  kByKind.at(d.kind())(x);  // expect: backend-kind-gate
}

void map_find(const Device& d, Buffer& x) {
  const auto it = kByKind.find(d.kind());
  if (it != kByKind.end()) {  // expect: backend-kind-gate
    it->second(x);            // expect: backend-kind-gate
  }
}

void map_count(const Device& d, Buffer& x) {
  if (kByKind.count(d.kind()) != 0) launch_any(x);  // expect: backend-kind-gate
}

std::unordered_map<int, std::function<void(Buffer&)>> by_number;

void map_of_objects(const Device& d, Buffer& x) {
  by_number[static_cast<int>(d.kind())](x);  // expect: backend-kind-gate
}

struct Port {
  Kernel run;
  int threads;
};
const Port kPorts[] = {{nullptr, 0}, {launch_hip, 64}, {launch_cuda, 32}};

void table_of_structs(const Device& d, Buffer& x) {
  kPorts[static_cast<int>(d.kind())].run(x);  // expect: backend-kind-gate
}

const bool kUsesGraph[] = {false, true, false, false, false};

void table_of_answers(const Device& d, Buffer& x) {
  if (kUsesGraph[static_cast<int>(d.kind())]) launch_hip(x);  // expect: backend-kind-gate
}

void list_of_kinds(const Device& d, Buffer& x) {
  for (const BackendKind one : {BackendKind::hip, BackendKind::cuda}) {
    if (one == d.kind()) launch_any(x);  // expect: backend-kind-gate
  }
}

struct OpKey {
  std::string op;
  BackendKind kind;
  bool operator<(const OpKey& other) const { return kind < other.kind; }
};
std::map<OpKey, Kernel> kernels_by_key;

void by_composite_key(const Device& d, Buffer& x) {
  const auto it = kernels_by_key.find(OpKey{"rope", d.kind()});
  if (it != kernels_by_key.end()) it->second(x);  // expect: backend-kind-gate
}

// ---- look-alikes ----

const char* const kNames[] = {"none", "hip", "cuda", "metal", "cpu"};

// legitimate: a table of names, for messages
void print_name(const Device& d) { log_info("%s", kNames[static_cast<int>(d.kind())]); }

// legitimate: data of a launch
int threads_of(const Device& d) { return kPorts[static_cast<int>(d.kind())].threads; }

// legitimate: a map of counters
std::map<BackendKind, int> counters;
void count(const Device& d) { counters[d.kind()] += 1; }

// legitimate: a map with another key
const std::map<std::string, Kernel> kByOp{{"rms_norm", launch_any}};
void by_op(const std::string& op, Buffer& x) { kByOp.at(op)(x); }

// legitimate: an array indexed by the number of a layer
void by_layer(int layer, Buffer& x) { kKernels[layer](x); }

// legitimate: registration for each kind
void register_all() {
  for (const BackendKind one : {BackendKind::hip, BackendKind::cuda}) {
    registry::add("rms_norm", one, launch_any);
  }
}
