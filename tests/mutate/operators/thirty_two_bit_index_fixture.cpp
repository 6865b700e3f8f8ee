// A cast to 64 bits and a 64-bit product; a product of 32 bits is none.
long offset(int row, long stride, int column) { return static_cast<long>(row) * stride + column; }

int small(int row, int stride) { return row * stride; }
