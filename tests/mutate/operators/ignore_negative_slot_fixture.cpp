// Each spelling of "not stored".
bool stored(const long* slot_mapping, int token, long slot) {
  if (slot < 0) {
    return false;
  }
  if (slot_mapping[token] == -1) {
    return false;
  }
  return slot >= 0 && slot != -1 && slot < 100;
}
