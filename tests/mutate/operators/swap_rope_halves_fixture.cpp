// As a sum of products and as a fused product.
float fma(float a, float b, float c);

float low(float first, float second, float sine, float cosine) {
  return first * cosine - second * sine;
}

float high(float first, float second, float sine, float cosine) {
  return (second * cosine) + sine * first;
}

float fused(float first, float second, float sine, float cosine) {
  return fma(-second, sine, first * cosine);
}

float no_rotation(float first, float second, float gain) { return first * gain - second * gain; }
