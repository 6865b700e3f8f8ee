// Bounds of loops, simple and composed; not of an if.
int bounds(const int* values, int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i) {
    sum += values[i];
  }
  int i = n;
  while (i > n / 2 + 1) {
    sum += values[--i];
  }
  if (sum < n) {
    return n;
  }
  return sum;
}
