// Plain and negated conditions; a constant one is no path taken at run time.
void wide_copy(int n);
void narrow_copy(int n);

void copy(int n, bool aligned) {
  if (aligned) {
    wide_copy(n);
  } else {
    narrow_copy(n);
  }
}

void negated(int n, bool is_aligned) {
  if (!is_aligned) {
    narrow_copy(n);
  } else {
    wide_copy(n);
  }
}
