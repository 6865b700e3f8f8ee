// Integers of every spelling, floating point, booleans; not text and not array bounds.
int integers() { return 0 + 7 + 0x10u; }

float floats() { return 0.0f + 1.5f; }

bool booleans() { return true; }

const char* text() {
  static const char buffer[3] = "ab";
  return buffer;
}
