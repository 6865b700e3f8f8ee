#include "../limit.h"

int clamp(int value) {
  if (value < LEAST) {
    return LEAST;
  }
  return value > LIMIT ? LIMIT : value;
}
