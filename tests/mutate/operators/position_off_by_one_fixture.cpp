// As a factor, an argument, an element of an array; not where it is compared to null or stored.
float angle(float frequency, int position);

float factor(float frequency, int position) { return frequency * static_cast<float>(position); }

float argument(const int* positions, int token) { return angle(1.0f, positions[token]); }

void stored(int& position, int value) { position = value; }
