// Bits of integers; << of a stream is no shift.
struct Stream {};
Stream operator<<(Stream stream, int);

unsigned bits(unsigned a, unsigned b) { return ((a & b) | (a ^ b)) << 2 >> 1; }

void print(Stream stream) { stream << 1; }
