// Intermediate results of products and sums.
template <class T>
float rounded_to(float x);

template <class T>
float scaled(float x, float inverse, float gain) {
  return x * inverse * gain;
}

template <class T>
float sum(float a, float b, float c) {
  return c - (a + b);
}

int integers(int a, int b) { return a * b * 2; }
