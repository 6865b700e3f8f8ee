#include "../limit.h"

int clamp(int value) { return value > LIMIT ? LIMIT : value; }
