// SPDX-License-Identifier: MIT
// Templates, and choices among constants.
#include "engine.hpp"

using namespace engine;

template <class AnyDevice>
void dependent(const AnyDevice& d, Buffer& x) {
  if (d.kind() == BackendKind::hip) launch_hip(x);  // expect: backend-kind-gate
}
template void dependent<Device>(const Device&, Buffer&);

template <class AnyDevice>
void never_instantiated(const AnyDevice& d, Buffer& x) {
  if (d.is_hip()) launch_hip(x);  // expect: backend-kind-gate
}

template <class Question>
void asked_by(Question question, const Device& d, Buffer& x) {
  if (question(d)) launch_hip(x);  // expect: backend-kind-gate
}

struct AmdQuestion {
  bool operator()(const Device& one) const { return one.kind() == BackendKind::hip; }
};

void with_a_question(const Device& d, Buffer& x) {
  const AmdQuestion amd;
  if (amd(d)) launch_hip(x);  // expect: backend-kind-gate
}

// Of an instantiation with a class, what is found is the condition in it.
void question_as_an_argument(const Device& d, Buffer& x) { asked_by(AmdQuestion{}, d, x); }

template <class Question>
void asked_by_lambda(const Device& d, Buffer& x, Question question) {
  if (!question(d)) return;  // expect: backend-kind-gate
  launch_hip(x);
}

void lambda_as_an_argument(const Device& d, Buffer& x) {
  const auto amd = [](const Device& one) { return one.kind() == BackendKind::hip; };
  asked_by_lambda(d, x, amd);
}

bool on_hip_device(const Device& one) { return one.kind() == BackendKind::hip; }

void function_as_an_argument(const Device& d, Buffer& x) {
  asked_by(&on_hip_device, d, x);  // expect: backend-kind-gate
  asked_by(on_hip_device, d, x);   // expect: backend-kind-gate
}

void asked_by_function(const std::function<bool(const Device&)>& question, const Device& d,
                       Buffer& x) {
  if (!question(d)) return;
  launch_hip(x);
}

void function_object_as_an_argument(const Device& d, Buffer& x) {
  asked_by_function(on_hip_device, d, x);  // expect: backend-kind-gate
  asked_by_function([](const Device& one) { return one.kind() != BackendKind::hip; }, d, x);  // expect: backend-kind-gate
}

template <class Question>
struct Asked {
  static bool of(const Device& d) { return Question{}(d); }
};

void question_as_a_template_argument(const Device& d, Buffer& x) {
  if (Asked<AmdQuestion>::of(d)) launch_hip(x);  // expect: backend-kind-gate
}

template <BackendKind K>
void by_parameter(Buffer& x) {
  if constexpr (K == BackendKind::hip) {  // expect: backend-kind-gate
    launch_hip(x);
  } else {
    launch_any(x);
  }
}
template void by_parameter<BackendKind::hip>(Buffer&);

constexpr BackendKind kActive = BackendKind::hip;

void by_alias(Buffer& x) {
  if constexpr (kActive == BackendKind::hip) launch_hip(x);  // expect: backend-kind-gate
}

template <class T>
struct Holder {
  T device;
  bool amd() const { return device.kind() == BackendKind::hip; }
  void run(Buffer& x) {
    if (amd()) launch_hip(x);  // expect: backend-kind-gate
  }
};
template struct Holder<Device>;

void generic_lambda(const Device& d, Buffer& x) {
  const auto amd = [](const auto& one) { return one.kind() == BackendKind::hip; };
  if (amd(d)) launch_hip(x);  // expect: backend-kind-gate
}

template <class... Kinds>
void folded(const Device& d, Buffer& x, Kinds... kinds) {
  if (((d.kind() == kinds) || ...)) launch_any(x);
}

void folded_over_two(const Device& d, Buffer& x) {
  folded(d, x, BackendKind::hip, BackendKind::cuda);  // expect: backend-kind-gate
}

// ---- look-alikes ----

#if defined(ENGINE_BUILD_CUDA)
constexpr BackendKind kBuild = BackendKind::cuda;
#else
constexpr BackendKind kBuild = BackendKind::hip;
#endif

// legitimate: a constant of the build
void by_build(Buffer& x) {
  if constexpr (kBuild == BackendKind::hip) {
    launch_hip(x);
  } else {
    launch_cuda(x);
  }
}

// legitimate: the preprocessor
void by_preprocessor(Buffer& x) {
#if defined(ENGINE_BUILD_CUDA)
  launch_cuda(x);
#else
  launch_hip(x);
#endif
}

template <class T>
void by_type(const T& value, Buffer& x) {
  // legitimate: a choice among types
  if constexpr (sizeof(T) == 2) {
    launch_any(x);
  } else {
    (void)value;
  }
}
template void by_type<short>(const short&, Buffer&);

// legitimate: a policy class is chosen when compiling
template <class Policy>
void by_policy(Buffer& x) {
  Policy::run(x);
}
struct AmdPolicy {
  static void run(Buffer& x) { launch_hip(x); }
};
template void by_policy<AmdPolicy>(Buffer&);

struct WideQuestion {
  bool operator()(const Device& one) const { return one.wave_size() == 64; }
};
bool is_wide(const Device& one) { return one.wave_size() == 64; }

template <class Question>
void capability_by(Question question, const Device& d, Buffer& x) {
  if (question(d)) launch_any(x);
}

// legitimate: the same template asked about a capability
void capability_as_an_argument(const Device& d, Buffer& x) {
  capability_by(WideQuestion{}, d, x);
  capability_by([](const Device& one) { return one.supports_bf16(); }, d, x);
  asked_by(is_wide, d, x);
  asked_by_function(is_wide, d, x);
}
