// Statements of each kind; a declaration or a returned value cannot be deleted.
void store(int x);

int statements(int x) {
  int kept = x;
  store(x);
  kept = x + 1;
  for (;;) {
    ++kept;
    if (kept > 10) break;
    continue;
  }
  return kept;
}

void leaves(int x) {
  if (x < 0) {
    return;
  }
  store(x);
}
