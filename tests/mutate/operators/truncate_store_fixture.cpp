// bf16 by adding and cutting.
unsigned short nearest_even(unsigned bits) {
  return static_cast<unsigned short>((bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16);
}

unsigned short half_up(unsigned bits) { return static_cast<unsigned short>((bits + 0x8000) >> 16); }

unsigned other(unsigned bits) { return bits + 3; }
