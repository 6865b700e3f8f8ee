// Each comparison; a template's arguments are none.
template <int N>
struct Fixed {
  int value[N];
};

bool compare(int a, int b) {
  Fixed<3> fixed{};
  return a < b || a <= b || a > b || a >= b || a == b || fixed.value[0] != b;
}
