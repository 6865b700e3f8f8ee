int clamp_index(int index, int size);

int main(void) { return clamp_index(7, 5) != 4; }
