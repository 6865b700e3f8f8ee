// Values of several types.
struct Pair {
  int a = 1;
  int b = 2;
};

int integer(int x) { return x; }

bool boolean(int x) { return x > 0; }

Pair record(Pair p) { return p; }

int literal() { return 3; }

int& reference(int& x) { return x; }
