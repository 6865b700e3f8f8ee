// Seen in the device pass alone.
#define DEVICE __attribute__((device))

DEVICE void lds_barrier() { __builtin_amdgcn_s_barrier(); }

DEVICE float exchange(float* lds, float value, int lane) {
  lds[lane] = value;
  lds_barrier();
  return lds[lane ^ 1];
}
