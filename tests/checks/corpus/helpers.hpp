// SPDX-License-Identifier: MIT
// Helpers whose bodies are in other files.
#pragma once

#include "engine.hpp"

namespace engine {

bool on_amd(const Device& d);           // defined in helper_elsewhere.cpp
bool wants_graph(const Device& d);      // two calls away from the comparison
bool fits(const Device& d, int width);  // a capability
void run_with(bool graph, Buffer& x);   // decides by its argument
void require(bool condition, const char* what);
bool same(BackendKind a, BackendKind b);

inline bool inline_on_amd(const Device& d) { return d.kind() == BackendKind::hip; }

class Runner {
 public:
  explicit Runner(const Device& d);
  void run(Buffer& x) const;
  void run_as_configured(Buffer& x) const;
  bool graph() const { return graph_; }
  void set_verbose(bool on) { verbose_ = on; }

 private:
  bool graph_;
  bool verbose_ = false;
};

}  // namespace engine
