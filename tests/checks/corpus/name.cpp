// SPDX-License-Identifier: MIT
// Names of backends, compared as text.
#include <cstring>

#include "engine.hpp"

using namespace engine;

void equal(const Device& d, Buffer& x) {
  if (std::string(backend_name(d.kind())) == "hip") launch_hip(x);  // expect: backend-kind-gate
}

void c_string(const Device& d, Buffer& x) {
  if (std::strcmp(backend_name(d.kind()), "hip") == 0) launch_hip(x);  // expect: backend-kind-gate
}

void c_string_negated(const Device& d, Buffer& x) {
  if (!std::strncmp(backend_name(d.kind()), "hip", 3)) launch_hip(x);  // expect: backend-kind-gate
}

void view(const Device& d, Buffer& x) {
  const std::string_view name = backend_name(d.kind());
  if (name.starts_with("hip")) launch_hip(x);  // expect: backend-kind-gate
}

void found_in(const Device& d, Buffer& x) {
  const std::string name = backend_name(d.kind());
  if (name.find("rocm") != std::string::npos) launch_hip(x);  // expect: backend-kind-gate
}

void first_letter(const Device& d, Buffer& x) {
  if (backend_name(d.kind())[0] == 'h') launch_hip(x);  // expect: backend-kind-gate
}

void compared(const Device& d, Buffer& x) {
  if (std::string_view(backend_name(d.kind())).compare("metal") == 0) {  // expect: backend-kind-gate
    launch_metal(x);
  }
}

const char* own_name(BackendKind kind) {
  switch (kind) {
    case BackendKind::hip:
      return "Radeon";
    default:
      return "other";
  }
}

void own_words(const Device& d, Buffer& x) {
  if (std::string_view(own_name(d.kind())) == "Radeon") launch_hip(x);  // expect: backend-kind-gate
}

struct Settings {
  std::string device;
};

void from_settings(const Settings& settings, Buffer& x) {
  if (settings.device == "cuda") launch_cuda(x);  // expect: backend-kind-gate
}

void with_number(const Settings& settings, Buffer& x) {
  if ("cuda:0" == settings.device) launch_cuda(x);  // expect: backend-kind-gate
}

// ---- look-alikes ----

// legitimate: a kind from what a user typed
BackendKind parse(const std::string& text) {
  if (text == "hip") return BackendKind::hip;
  if (text == "cuda") return BackendKind::cuda;
  return BackendKind::none;
}

// legitimate: other text
void by_op(const std::string& op, Buffer& x) {
  if (op == "rms_norm") launch_any(x);
}

// legitimate: the name is logged
void log_name(const Device& d) { log_info("backend %s", backend_name(d.kind())); }

// legitimate: the name is a key of a cache entry
std::string cache_key(const Device& d, const std::string& op) {
  return std::string(backend_name(d.kind())) + "/" + op;
}

// legitimate: two names that come from elsewhere
void same_name(const std::string& a, const std::string& b, Buffer& x) {
  if (a == b) launch_any(x);
}

enum class Language { cxx, cuda };

struct Source {
  std::string language;
  std::string extension() const;
};

// legitimate: the language of a source is no backend, whatever it is called
bool by_language(const Source& source, Buffer& x) {
  if (source.language == "hip" || source.language.starts_with("cuda")) {
    launch_any(x);
    return true;
  }
  return source.extension() == "cuda";
}

// legitimate: what such a question is answered with, too
Language language_of(const Source& source) {
  return source.language == "cuda" ? Language::cuda : Language::cxx;
}
void compile(const Source& source, Buffer& x) {
  if (language_of(source) == Language::cuda) launch_any(x);
}
