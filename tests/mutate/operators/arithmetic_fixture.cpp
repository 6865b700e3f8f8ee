// Integers, floats and values of templates; not pointers.
#define SUM(a, b) a + b

int integers(int a, int b) { return a + b * 2 % 3; }

float floats(float a, float b) { return (a - b) / b; }

const int* pointers(const int* base, int i) { return base + i; }

template <class T>
T templated(T a, T b) {
  return a * b;
}

int macros(int a, int b) { return SUM(a, b); }
