// SPDX-License-Identifier: MIT
// Answers that are kept and used later.
#include "helpers.hpp"

using namespace engine;

void in_a_local(const Device& d, Buffer& x) {
  const bool amd = d.kind() == BackendKind::hip;
  if (amd) launch_hip(x);  // expect: backend-kind-gate
}

void negated_later(const Device& d, Buffer& x) {
  const bool amd = d.kind() == BackendKind::hip;
  const bool other = !amd;
  if (other) launch_any(x);  // expect: backend-kind-gate
}

void set_in_a_branch(const Device& d, Buffer& x) {
  bool graph = false;
  if (d.kind() == BackendKind::hip) graph = true;
  if (graph) launch_hip(x);  // expect: backend-kind-gate
}

void in_a_static(const Device& d, Buffer& x) {
  static const bool amd = d.kind() == BackendKind::hip;
  if (amd) launch_hip(x);  // expect: backend-kind-gate
}

bool on_start = false;
void remember(const Device& d) { on_start = on_amd(d); }

void in_a_global(Buffer& x) {
  if (on_start) launch_hip(x);  // expect: backend-kind-gate
}

// The member is set by the constructor in helper_elsewhere.cpp.
void Runner::run(Buffer& x) const {
  if (graph_) launch_hip(x);  // expect: backend-kind-gate
}

void by_getter(const Runner& runner, Buffer& x) {
  if (runner.graph()) launch_hip(x);  // expect: backend-kind-gate
}

struct Options {
  bool graph = false;
  int streams = 1;
};

void in_an_aggregate(const Device& d, Buffer& x) {
  const Options options{d.kind() == BackendKind::hip, 2};
  if (options.graph) launch_hip(x);  // expect: backend-kind-gate
}

struct Configured {
  bool fused = false;
  void set_fused(bool on) { fused = on; }
};

void configure(Configured& c, const Device& d) { c.set_fused(on_amd(d)); }

void by_setter(const Configured& c, Buffer& x) {
  if (c.fused) launch_hip(x);  // expect: backend-kind-gate
}

void as_a_number(const Device& d, Buffer& x) {
  int level = 0;
  level += d.kind() == BackendKind::hip;
  if (level) launch_hip(x);  // expect: backend-kind-gate
}

void captured(const Device& d, Buffer& x) {
  const bool amd = on_amd(d);
  const auto step = [&] {
    if (amd) launch_hip(x);  // expect: backend-kind-gate
  };
  step();
}

void captured_by_initialiser(const Device& d, Buffer& x) {
  const auto step = [amd = on_amd(d), &x] {
    if (amd) launch_hip(x);  // expect: backend-kind-gate
  };
  step();
}

std::pair<bool, int> answer_and_more(const Device& d) { return {on_amd(d), d.index()}; }

void structured(const Device& d, Buffer& x) {
  const auto [amd, index] = answer_and_more(d);
  if (amd) launch_hip(x);  // expect: backend-kind-gate
}

struct Plan {
  Kernel kernel = nullptr;
};

Plan make_plan(const Device& d) {
  Plan plan;
  if (d.kind() == BackendKind::hip) {
    plan.kernel = launch_hip;
  } else {
    plan.kernel = launch_any;
  }
  return plan;
}

void planned(const Plan& plan, Buffer& x) {
  plan.kernel(x);  // expect: backend-kind-gate
}

struct Chosen {
  BackendKind wanted = BackendKind::hip;
};

void kept_kind(const Chosen& chosen, Buffer& x) {
  if (chosen.wanted == BackendKind::hip) launch_hip(x);  // expect: backend-kind-gate
}

// ---- look-alikes ----

struct Tuning {
  bool graph = false;
  Kernel kernel = launch_any;
};

// legitimate: a setting that a user made
void by_setting(const Tuning& tuning, Buffer& x) {
  if (tuning.graph) launch_any(x);
}

// legitimate: a function that the registry gave
void from_registry(const Device& d, Buffer& x) {
  const Kernel kernel = registry::find("rope", d.kind());
  if (kernel != nullptr) kernel(x);
}

// legitimate: another member of an object that also keeps an answer
void Runner::run_as_configured(Buffer& x) const {
  if (verbose_) log_info("running");
  launch_any(x);
}

// legitimate: the default function of a setting
void by_default(const Tuning& tuning, Buffer& x) { tuning.kernel(x); }

// legitimate: a cached capability
void cached_capability(const Device& d, Buffer& x) {
  const bool wide = d.wave_size() == 64;
  if (wide) launch_any(x);
}

// legitimate: a cached answer of the registry
void cached_registry_answer(const Device& d, Buffer& x) {
  const bool fused = registry::has("add_rms_norm", d.kind());
  if (fused) launch_any(x);
}

// legitimate: another field of an aggregate that keeps an answer
void other_field(const Device& d, Buffer& x) {
  const Options options{d.kind() == BackendKind::hip, 2};
  if (options.streams > 1) launch_any(x);
}

Options make_options(const Device& d) { return {d.kind() == BackendKind::hip, d.index()}; }
Options options_for(bool graph, int streams) { return {graph, streams}; }

// legitimate: another field of what a function returned
void other_field_of_a_result(const Device& d, Buffer& x) {
  if (make_options(d).streams > 1) launch_any(x);
  const Options options = options_for(on_amd(d), 3);
  if (options.streams > 1) launch_any(x);
}

class Session {
 public:
  Session(bool graph, int streams) : graph_(graph), streams_(streams) {}
  // legitimate: another member of an object that was given an answer
  void run(Buffer& x) const {
    if (streams_ > 1) launch_any(x);
  }
  bool graph() const { return graph_; }
  int streams() const { return streams_; }

 private:
  bool graph_;
  int streams_;
};

// legitimate: another getter of such an object
void other_getter(const Device& d, Buffer& x) {
  const Session session(on_amd(d), 2);
  if (session.streams() > 1) launch_any(x);
}

// legitimate: a result that a refusal elsewhere may have made
Status only_cards(const Device& d) {
  if (d.kind() == BackendKind::cpu) return Status::unsupported;  // expect: hand-rolled-refusal
  return Status::ok;
}
void after_a_refusal(const Device& d, Buffer& x) {
  if (only_cards(d) != Status::ok) return;
  launch_any(x);
}
