// A program whose only function is mutated.
int clamp_index(int index, int size) {
  if (index < 0) {
    return 0;
  }
  return index < size ? index : size - 1;
}
