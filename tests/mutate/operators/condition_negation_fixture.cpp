// Conditions of each statement that has one.
int conditions(int x, bool b) {
  if (b) {
    return 1;
  }
  if (x == 3) {
    return 2;
  }
  while (x > 0) {
    --x;
  }
  do {
    ++x;
  } while (x < 2);
  return b ? x : -x;
}
