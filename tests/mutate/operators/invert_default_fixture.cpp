// Defaults of fields, parameters and constants at file scope; a local is none.
struct Switch {
  const char* name;
  bool fallback = false;
};

constexpr bool kFused = true;
constexpr Switch kTrace{"TRACE", true};

bool enabled(bool asked = true) {
  bool local = false;
  return asked || local;
}
