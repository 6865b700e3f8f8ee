// Two priorities; a priority against a constant is none.
struct Provider {
  int priority;
};

bool first(const Provider& a, const Provider& b) { return a.priority > b.priority; }

bool native(const Provider& a) { return a.priority > -1000; }
