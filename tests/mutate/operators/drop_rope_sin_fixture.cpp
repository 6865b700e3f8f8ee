// Products and fused products with a sine, by value, member and element; sin(x) of an angle too.
float fma(float a, float b, float c);
float sin(float x);

struct Angles {
  float sine[4];
  float cosine[4];
};

float rotate(float first, float second, float sine, float cosine) {
  return first * cosine - second * sine;
}

float element(float first, float second, const Angles& angles, int i) {
  return fma(-second, angles.sine[i], first * angles.cosine[i]);
}

float direct(float x, float angle) { return x * sin(angle); }

float no_factor(float sine) { return sine; }
