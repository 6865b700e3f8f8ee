// Under a root; a sum with epsilon elsewhere is none.
float sqrtf(float x);
float rsqrt(float x);

struct Arguments {
  float eps;
};

float rms(float mean, const Arguments& arguments) { return 1.0f / sqrtf(mean + arguments.eps); }

float inverse(float mean, float epsilon) { return rsqrt(epsilon + mean); }

float outside(float mean, float eps) { return sqrtf(mean) + eps; }
