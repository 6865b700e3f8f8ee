// Checks the function at its edges.
#include <stdio.h>

int clamp_index(int index, int size);

static int check(int index, int size, int expected) {
  const int got = clamp_index(index, size);
  if (got != expected) {
    printf("FAILED: clamp_index(%d, %d) is %d, not %d\n", index, size, got, expected);
    return 1;
  }
  return 0;
}

int main(void) {
  const int failures = check(7, 5, 4) + check(4, 5, 4) + check(-1, 5, 0) + check(2, 5, 2);
  puts("4 checks");
  return failures != 0;
}
