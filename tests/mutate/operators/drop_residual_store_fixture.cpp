// By assignment and by a storing call; a load is none.
void store_vector(float* to, float value);
float load_vector(const float* from);

void add(const float* x, float* residual, float* new_residual, int i) {
  const float sum = x[i] + load_vector(residual + i);
  residual[i] = sum;
  store_vector(new_residual + i, sum);
}
