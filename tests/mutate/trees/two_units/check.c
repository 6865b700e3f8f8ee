// check UNIT: loads UNIT.so and checks its clamp().
#include <dlfcn.h>
#include <stdio.h>

int main(int argc, char** argv) {
  char path[64];
  snprintf(path, sizeof(path), "./%s.so", argc > 1 ? argv[1] : "");
  void* unit = dlopen(path, RTLD_NOW);
  if (unit == NULL) {
    printf("FAILED: %s\n", dlerror());
    return 1;
  }
  int (*clamp)(int) = (int (*)(int))dlsym(unit, "clamp");
  const int right = clamp(9) == 7 && clamp(3) == 3;
  printf("%s: %s\n", argv[1], right ? "ok, 2 checks" : "FAILED: clamp");
  return right ? 0 : 1;
}
