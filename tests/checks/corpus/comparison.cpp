// SPDX-License-Identifier: MIT
// Comparisons of a backend kind, and comparisons of other things.
#include "engine.hpp"

using namespace engine;

using Kind = BackendKind;
typedef BackendKind PlatformTag;

void equal(const Device& d, Buffer& x) {
  if (d.kind() == BackendKind::hip) {  // expect: backend-kind-gate
    launch_hip(x);
  }
}

void reversed_operands(const Device& d, Buffer& x) {
  if (BackendKind::hip == d.kind()) launch_hip(x);  // expect: backend-kind-gate
}

void not_equal(const Device& d, Buffer& x) {
  if (d.kind() != BackendKind::cuda) launch_any(x);  // expect: backend-kind-gate
}

void negated(const Device& d, Buffer& x) {
  if (!(d.kind() == BackendKind::cuda)) launch_any(x);  // expect: backend-kind-gate
}

void negated_twice(const Device& d, Buffer& x) {
  if (!!(d.kind() == BackendKind::hip)) launch_hip(x);  // expect: backend-kind-gate
}

void ordered(const Device& d, Buffer& x) {
  if (d.kind() < BackendKind::metal) launch_any(x);  // expect: backend-kind-gate
}

void through_alias(const Device& d, Buffer& x) {
  const Kind k = d.kind();
  if (k == Kind::hip) launch_hip(x);  // expect: backend-kind-gate
}

void through_typedef(PlatformTag tag, Buffer& x) {
  if (tag == PlatformTag::metal) launch_metal(x);  // expect: backend-kind-gate
}

void through_auto_reference(const Device& d, Buffer& x) {
  auto&& k = d.kind();
  const auto& again = k;
  if (again == Kind::hip) launch_hip(x);  // expect: backend-kind-gate
}

void against_a_constant(const Device& d, Buffer& x) {
  static constexpr auto kWanted = Kind::hip;
  if (d.kind() == kWanted) launch_hip(x);  // expect: backend-kind-gate
}

void against_a_local(const Device& d, Buffer& x) {
  const Kind wanted = Kind::hip;
  if (d.kind() == wanted) launch_hip(x);  // expect: backend-kind-gate
}

void with_using_enum(const Device& d, Buffer& x) {
  using enum BackendKind;
  if (d.kind() == hip) launch_hip(x);  // expect: backend-kind-gate
}

void with_other_conditions(const Device& d, Buffer& x, std::size_t n) {
  if (n > 64 && d.kind() == Kind::hip && d.supports_bf16()) {  // expect: backend-kind-gate
    launch_hip(x);
  }
}

void short_circuit(const Device& d, Buffer& x) {
  d.kind() == Kind::hip && (launch_hip(x), true);  // expect: backend-kind-gate
}

void in_a_loop(const Device& d, Buffer& x) {
  while (d.kind() == Kind::hip) {  // expect: backend-kind-gate
    launch_hip(x);
  }
}

void leaves_early(const Device& d, Buffer& x) {
  if (d.kind() != Kind::hip) return;  // expect: backend-kind-gate
  launch_hip(x);
}

void leaves_the_iteration(const std::vector<Tensor>& tensors, Buffer& x) {
  for (const auto& t : tensors) {
    if (t.device().kind() != Kind::hip) continue;  // expect: backend-kind-gate
    launch_hip(x);
  }
}

void in_the_else_branch(const Device& d, Buffer& x) {
  if (d.kind() == Kind::hip) {  // expect: backend-kind-gate
    log_info("hip");
  } else {
    launch_any(x);
  }
}

void with_a_functor(const Device& d, Buffer& x) {
  if (std::equal_to<>{}(d.kind(), Kind::hip)) launch_hip(x);  // expect: backend-kind-gate
}

void with_if_initialiser(const Device& d, Buffer& x) {
  if (const auto k = d.kind(); k == Kind::hip) launch_hip(x);  // expect: backend-kind-gate
}

// ---- look-alikes ----

// legitimate: two devices are compared with each other, no backend is named
void same_device(const Tensor& a, const Tensor& b, Buffer& x) {
  if (a.device().kind() == b.device().kind()) launch_any(x);
}

// legitimate: whether there is a device at all
void no_device(const Device& d, Buffer& x) {
  if (d.kind() == BackendKind::none) return;
  launch_any(x);
}

// legitimate: the registry is asked, with the kind as its key
void through_the_registry(const Device& d, Buffer& x) {
  if (Kernel kernel = registry::find("rms_norm", d.kind())) kernel(x);
}

// legitimate: a capability
void by_capability(const Device& d, Buffer& x) {
  if (d.supports_bf16()) launch_any(x);
}

// legitimate: a number of the device
void by_index(const Device& d, Buffer& x) {
  if (d.index() == 0) launch_any(x);
}

// legitimate: the wave size is a capability, not an identity
void by_wave_size(const Device& d, Buffer& x) {
  if (d.wave_size() == 32) launch_any(x);
}

struct Node {
  enum class Kind { leaf, inner, root };
  Kind kind;
};

// legitimate: an unrelated enumeration called Kind
void unrelated_kind(const Node& node, Buffer& x) {
  if (node.kind == Node::Kind::leaf) launch_any(x);
}

enum class Language { c, cxx, cuda, hip };

// legitimate: a source language is not a backend
void unrelated_words(Language language, Buffer& x) {
  if (language == Language::hip) launch_any(x);
}

struct Key {
  std::string op;
  BackendKind kind;
  // legitimate: equality of keys
  bool operator==(const Key& other) const { return op == other.op && kind == other.kind; }
  // legitimate: order of keys
  bool operator<(const Key& other) const {
    return op != other.op ? op < other.op : kind < other.kind;
  }
};

// legitimate: only the log line differs
void only_logged(const Device& d, Buffer& x) {
  if (d.kind() == Kind::hip) log_info("running on %s", "hip");
  launch_any(x);
}

// legitimate: the outcome is data for a report
int as_data(const Device& d) { return d.kind() == Kind::hip ? 1 : 0; }
