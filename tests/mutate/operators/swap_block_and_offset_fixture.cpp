// Quotient and remainder; a number of blocks is none of a slot, but is changed all the same.
struct Cache {
  int block_size;
};

int block(long slot, const Cache& cache) { return static_cast<int>(slot / cache.block_size); }

int offset(long slot, int page_size) { return static_cast<int>(slot % page_size); }

int other(int n, int width) { return n / width; }
