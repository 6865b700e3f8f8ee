// A tree in a loop, a tree written out, a running sum; a loop that only copies is none.
template <int kMask>
float lane_xor(float value);
float fma(float a, float b, float c);

float tree(float* lds, int lane) {
  for (int offset = 16; offset > 0; offset /= 2) {
    lds[lane] = lds[lane] + lds[lane + offset];
  }
  return lds[0];
}

float butterfly(float value) {
  value = value + lane_xor<1>(value);
  value = value + lane_xor<2>(value);
  return value;
}

float running(const float* x, int n) {
  float sum = 0.0f;
  for (int i = 0; i < n; ++i) {
    sum = fma(x[i], x[i], sum);
  }
  for (int i = 0; i < n; ++i) sum += x[i];
  return sum;
}

void copy(const float* x, float* y, int n) {
  for (int i = 0; i < n; ++i) {
    y[i] = x[i];
  }
}
