// Either side of a sum.
float left(float mean, float eps) { return eps + mean; }

float right(float mean, const float* epsilon) { return mean * 2.0f + *epsilon; }

float product(float mean, float eps) { return mean * eps; }
