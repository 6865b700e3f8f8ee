// Two tensors' strides in one function; one alone has nothing to be swapped with.
struct Arguments {
  long x_stride;
  long y_stride;
};

void copy(const float* x, float* y, long row, const Arguments& arguments) {
  y[row * arguments.y_stride] = x[row * arguments.x_stride];
}

float alone(const float* x, long row, long stride) { return x[row * stride]; }
