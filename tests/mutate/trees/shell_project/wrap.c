/* Prints a number of columns after folding it into a page of eight. */
#include <stdio.h>
#include <stdlib.h>

static int folded(int columns) { return columns % 8 == 0 ? 8 : columns % 8; }

int main(int argc, char **argv) {
  if (argc != 2) {
    fputs("usage: wrap COLUMNS\n", stderr);
    return 2;
  }
  printf("%d\n", folded(atoi(argv[1])));
  return 0;
}
