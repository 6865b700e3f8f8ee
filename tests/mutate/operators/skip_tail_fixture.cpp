// Divisions that round up, and branches for a tail.
int ceil_div(int a, int b);

int parts(int n, int width) { return (n + width - 1) / width; }

int called(int n) { return ceil_div(n, 8); }

int handled(const int* values, int n) {
  const int tail = n % 4;
  int sum = 0;
  if (tail > 0) {
    sum += values[n - 1];
  }
  for (int i = 0; i < tail; ++i) {
    sum += values[i];
  }
  return sum;
}
