// By a static object, by a macro that makes one, by a call.
struct Registration {
  Registration(const char* operation, int priority);
};
void register_kernel(const char* operation);

#define REGISTER(operation, priority)                                 \
  namespace {                                                         \
  const Registration kRegistration_##operation{#operation, priority}; \
  }                                                                   \
  static_assert(true, "takes the semicolon")

static const Registration direct("add_rms_norm", 0);

REGISTER(rope_append, 0);

void start() { register_kernel("qk_norm"); }
