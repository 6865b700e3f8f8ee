// Compound assignments; the one to a pointer has no opposite that compiles for all values.
int accumulate(int sum, int x, const int* at) {
  sum += x;
  sum <<= 1;
  at += 2;
  sum = x;
  return sum + *at;
}
