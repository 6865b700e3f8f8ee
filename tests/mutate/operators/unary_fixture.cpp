// Operators of values and counters.
int unary(int x, bool b) {
  for (int i = 0; i < 3; ++i) {
    x--;
  }
  return b ? -x : !b ? ~x : -1;
}
