// By value and by member, where it is read.
struct Rope {
  int rotary_dim;
  int head_size;
};

int half(const Rope& rope) { return rope.rotary_dim / 2; }

bool inside(int column, int rotary_dim) { return column < rotary_dim; }
