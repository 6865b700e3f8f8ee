// Calls the function and compares nothing.
#include <stdio.h>

int clamp_index(int index, int size);

int main(void) {
  (void)clamp_index(7, 5);
  (void)clamp_index(-1, 5);
  puts("2 checks");
  return 0;
}
