// SPDX-License-Identifier: MIT
// Each spelling kept in a member by the constructor and used later.
#include "cross.hpp"

using namespace engine;

struct KeptEqual {
  bool answer;
  explicit KeptEqual(const Device& d) : answer(d.kind() == BackendKind::hip) {}
  void run(Buffer& x) const {
    if (answer) launch_hip(x);  // expect: backend-kind-gate
  }
};

struct KeptNotEqual {
  bool answer;
  explicit KeptNotEqual(const Device& d) : answer(d.kind() != BackendKind::hip) {}
  void run(Buffer& x) const {
    if (answer) launch_hip(x);  // expect: backend-kind-gate
  }
};

struct KeptLess {
  bool answer;
  explicit KeptLess(const Device& d) : answer(d.kind() < BackendKind::metal) {}
  void run(Buffer& x) const {
    if (answer) launch_hip(x);  // expect: backend-kind-gate
  }
};

struct KeptCast {
  bool answer;
  explicit KeptCast(const Device& d) : answer(static_cast<int>(d.kind()) == 1) {}
  void run(Buffer& x) const {
    if (answer) launch_hip(x);  // expect: backend-kind-gate
  }
};

struct KeptTernary {
  bool answer;
  explicit KeptTernary(const Device& d) : answer((d.kind() == BackendKind::hip ? true : false)) {}
  void run(Buffer& x) const {
    if (answer) launch_hip(x);  // expect: backend-kind-gate
  }
};

struct KeptArray {
  bool answer;
  explicit KeptArray(const Device& d) : answer(kAmd[static_cast<std::size_t>(d.kind())]) {}
  void run(Buffer& x) const {
    if (answer) launch_hip(x);  // expect: backend-kind-gate
  }
};

struct KeptMap {
  bool answer;
  explicit KeptMap(const Device& d) : answer(kAmdByKind.at(d.kind())) {}
  void run(Buffer& x) const {
    if (answer) launch_hip(x);  // expect: backend-kind-gate
  }
};

struct KeptName {
  bool answer;
  explicit KeptName(const Device& d) : answer(std::string_view(backend_name(d.kind())) == "hip") {}
  void run(Buffer& x) const {
    if (answer) launch_hip(x);  // expect: backend-kind-gate
  }
};

struct KeptCName {
  bool answer;
  explicit KeptCName(const Device& d) : answer(std::strcmp(backend_name(d.kind()), "hip") == 0) {}
  void run(Buffer& x) const {
    if (answer) launch_hip(x);  // expect: backend-kind-gate
  }
};

struct KeptClass {
  bool answer;
  explicit KeptClass(Backend& d) : answer(dynamic_cast<HipBackend*>(&d) != nullptr) {}
  void run(Buffer& x) const {
    if (answer) launch_hip(x);  // expect: backend-kind-gate
  }
};

struct KeptType {
  bool answer;
  explicit KeptType(Backend& d) : answer(typeid(d) == typeid(HipBackend)) {}
  void run(Buffer& x) const {
    if (answer) launch_hip(x);  // expect: backend-kind-gate
  }
};

struct KeptVariant {
  bool answer;
  explicit KeptVariant(const Context& d) : answer(std::get_if<HipContext>(&d) != nullptr) {}
  void run(Buffer& x) const {
    if (answer) launch_hip(x);  // expect: backend-kind-gate
  }
};

struct KeptConstant {
  bool answer;
  explicit KeptConstant(const Device&) : answer(kActive == BackendKind::hip) {}
  void run(Buffer& x) const {
    if (answer) launch_hip(x);  // expect: backend-kind-gate
  }
};

struct KeptSwitch {
  bool answer = false;
  explicit KeptSwitch(const Device& d) {
    switch (d.kind()) {
      case BackendKind::hip:
        answer = true;
        break;
      default:
        break;
    }
  }
  void run(Buffer& x) const {
    if (answer) launch_hip(x);  // expect: backend-kind-gate
  }
};
