// A named bias, and a literal one beside a weight.
struct Arguments {
  float weight_bias;
};

float named(float x, float weight, const Arguments& arguments) {
  return x * (weight + arguments.weight_bias);
}

float literal(float x, float weight) { return x * (1.0f + weight); }

float other(float x) { return 1.0f + x; }
