// SPDX-License-Identifier: MIT
// Tests of a backend's class.
#include <typeinfo>

#include "engine.hpp"

using namespace engine;

void dynamic(Backend* backend, Buffer& x) {
  if (auto* hip = dynamic_cast<HipBackend*>(backend)) {  // expect: backend-kind-gate
    hip->run_hip_graph(x);
  }
}

void dynamic_compared(Backend* backend, Buffer& x) {
  if (dynamic_cast<CudaBackend*>(backend) != nullptr) launch_cuda(x);  // expect: backend-kind-gate
}

void type_information(Backend& backend, Buffer& x) {
  if (typeid(backend) == typeid(HipBackend)) launch_hip(x);  // expect: backend-kind-gate
}

struct MyHipBackend : HipBackend {};

void derived_class(Backend* backend, Buffer& x) {
  if (dynamic_cast<MyHipBackend*>(backend)) launch_hip(x);  // expect: backend-kind-gate
}

struct HipContext {
  int stream;
};
struct CudaContext {
  int stream;
};
using AnyContext = std::variant<HipContext, CudaContext>;

void variant_get_if(AnyContext& context, Buffer& x) {
  if (std::get_if<HipContext>(&context)) launch_hip(x);  // expect: backend-kind-gate
}

void variant_holds(const AnyContext& context, Buffer& x) {
  if (std::holds_alternative<HipContext>(context)) launch_hip(x);  // expect: backend-kind-gate
}

void variant_index(const AnyContext& context, Buffer& x) {
  if (context.index() == 0) launch_hip(x);  // expect: backend-kind-gate
}

bool is_hip_context(const AnyContext& context) {
  return std::get_if<HipContext>(&context) != nullptr;
}

void through_a_helper(const AnyContext& context, Buffer& x) {
  if (!is_hip_context(context)) return;  // expect: backend-kind-gate
  launch_hip(x);
}

void throwing_cast(Backend& backend, Buffer& x) {
  try {
    dynamic_cast<HipBackend&>(backend).run_hip_graph(x);  // expect: backend-kind-gate
  } catch (const std::bad_cast&) {
    launch_any(x);
  }
}

// ---- look-alikes ----

// legitimate: virtual dispatch is the seam
void virtual_call(Backend& backend, Buffer& x) { backend.run(x); }

struct Graph {
  virtual ~Graph() = default;
};
struct FusedGraph : Graph {
  void run(Buffer& x);
};

// legitimate: a class that is no backend
void other_class(Graph* graph, Buffer& x) {
  if (auto* fused = dynamic_cast<FusedGraph*>(graph)) fused->run(x);
}

// legitimate: a variant of data
void other_variant(const std::variant<int, float>& value, Buffer& x) {
  if (std::holds_alternative<float>(value)) launch_any(x);
}

// legitimate: the class name is logged
void log_class(Backend& backend) { log_info("%s", typeid(backend).name()); }
