// By a flag and by a distance.
int partner(int i, int half, bool interleaved) {
  if (interleaved) {
    return i ^ 1;
  }
  return i + half;
}

int choose(int i, int rotary_half, bool is_neox) { return is_neox ? i + rotary_half : 2 * i; }
