// A value kept across a store; one that is used before it is safe.
void rotate(float* x, int half, int i, float cosine, float sine) {
  const float first = x[i];
  const float second = x[i + half];
  x[i] = first * cosine - second * sine;
  x[i + half] = second * cosine + first * sine;
}

float safe(const float* x, float* y) {
  const float value = *x;
  const float twice = value * 2.0f;
  y[0] = twice;
  return twice;
}
