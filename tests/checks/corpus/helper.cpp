// SPDX-License-Identifier: MIT
// Helpers that answer which backend this is.
#include <algorithm>

#include "helpers.hpp"

using namespace engine;

namespace other {
bool is_rocm(const Device& d);  // known by its name
bool is_cuda_device(const Device& d);
}  // namespace other

void by_name(const Device& d, Buffer& x) {
  if (other::is_rocm(d)) launch_hip(x);  // expect: backend-kind-gate
}

void by_name_negated(const Device& d, Buffer& x) {
  if (!other::is_cuda_device(d)) launch_any(x);  // expect: backend-kind-gate
}

void in_this_header(const Device& d, Buffer& x) {
  if (inline_on_amd(d)) launch_hip(x);  // expect: backend-kind-gate
}

void in_another_file(const Device& d, Buffer& x) {
  if (on_amd(d)) launch_hip(x);  // expect: backend-kind-gate
}

void transitively(const Device& d, Buffer& x) {
  if (wants_graph(d)) launch_hip(x);  // expect: backend-kind-gate
}

void deciding_argument(const Device& d, Buffer& x) {
  run_with(d.kind() == BackendKind::hip, x);  // expect: backend-kind-gate
}

void deciding_argument_by_helper(const Device& d, Buffer& x) {
  run_with(on_amd(d), x);  // expect: backend-kind-gate
}

void compared_in_a_helper(const Device& d, Buffer& x) {
  if (same(d.kind(), BackendKind::hip)) launch_hip(x);  // expect: backend-kind-gate
}

void with_a_lambda(const Device& d, Buffer& x) {
  const auto amd = [](const Device& one) { return one.kind() == BackendKind::hip; };
  if (amd(d)) launch_hip(x);  // expect: backend-kind-gate
}

void with_a_capturing_lambda(const Device& d, Buffer& x) {
  const auto amd = [&] { return d.kind() == BackendKind::hip; };
  if (amd()) launch_hip(x);  // expect: backend-kind-gate
}

void with_a_function_pointer(const Device& d, Buffer& x) {
  bool (*question)(const Device&) = &on_amd;
  if (question(d)) launch_hip(x);  // expect: backend-kind-gate
}

void with_a_function_object(const Device& d, Buffer& x) {
  const std::function<bool(const Device&)> question = on_amd;
  if (question(d)) launch_hip(x);  // expect: backend-kind-gate
}

void with_an_algorithm(const std::vector<Device>& devices, Buffer& x) {
  if (std::any_of(devices.begin(), devices.end(), on_amd)) {  // expect: backend-kind-gate
    launch_hip(x);
  }
}

bool ask(bool (*question)(const Device&), const Device& d) { return question(d); }

void asked_by_another(const Device& d, Buffer& x) {
  if (ask(on_amd, d)) launch_hip(x);  // expect: backend-kind-gate
}

struct Session {
  Device device;
  bool amd() const { return device.kind() == BackendKind::hip; }
  void run(Buffer& x) const {
    if (amd()) launch_hip(x);  // expect: backend-kind-gate
  }
};

bool even(const Device& d, int n);
bool odd(const Device& d, int n) { return n == 0 ? on_amd(d) : even(d, n - 1); }
bool even(const Device& d, int n) { return n == 0 ? false : odd(d, n - 1); }

void through_recursion(const Device& d, Buffer& x) {
  if (odd(d, 3)) launch_hip(x);  // expect: backend-kind-gate
}

bool early(const Device& d) {
  if (d.kind() == BackendKind::hip) return true;
  return false;
}

void with_an_early_return(const Device& d, Buffer& x) {
  if (early(d)) launch_hip(x);  // expect: backend-kind-gate
}

struct Question {
  virtual ~Question() = default;
  virtual bool answer(const Device& d) const = 0;
};
struct AmdQuestion : Question {
  bool answer(const Device& d) const override { return on_amd(d); }
};

void through_a_virtual_method(const Question& question, const Device& d, Buffer& x) {
  if (question.answer(d)) launch_hip(x);  // expect: backend-kind-gate
}

// ---- look-alikes ----

// legitimate: a capability from another file
void by_capability(const Device& d, Buffer& x) {
  if (fits(d, 64)) launch_any(x);
}

// legitimate: a helper about something else
bool is_small(const Tensor& t) { return t.size() < 4096; }
void by_size(const Tensor& t, Buffer& x) {
  if (is_small(t)) launch_any(x);
}

// legitimate: an argument that is no answer
void plain_argument(bool graph, Buffer& x) { run_with(graph, x); }

// legitimate: a requirement that names no backend
void plain_requirement(const Tensor& t, Buffer& x) {
  require(t.is_contiguous(), "rows must be contiguous");
  launch_any(x);
}

// legitimate: two kinds that are not known here
void unknown_kinds(const Device& a, const Device& b, Buffer& x) {
  if (same(a.kind(), b.kind())) launch_any(x);
}

// legitimate: the answer is only logged
void logged(const Device& d) { log_info("amd: %d", static_cast<int>(on_amd(d))); }

// legitimate: an algorithm with a question about sizes
void any_small(const std::vector<Tensor>& tensors, Buffer& x) {
  if (std::any_of(tensors.begin(), tensors.end(), is_small)) launch_any(x);
}
