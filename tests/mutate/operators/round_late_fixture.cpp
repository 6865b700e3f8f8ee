// A round trip through the stored type.
template <class T>
float rounded_to(float x);

template <class T>
float product(float x, float gain) {
  return rounded_to<T>(x) * rounded_to<T>(gain);
}

float late(float x) { return rounded_to<short>(x * 2.0f); }
