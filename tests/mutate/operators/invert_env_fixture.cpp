// Conditions, returned and kept values; the text of a variable is no switch.
char* getenv(const char* name);
bool env_flag(const char* name);

bool fused() {
  if (getenv("FUSED") != nullptr) {
    return true;
  }
  const bool trace = env_flag("TRACE");
  const char* text = getenv("NAME");
  return trace && text != nullptr && env_flag("FAST");
}
