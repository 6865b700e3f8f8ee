// Multiplies each of n values by a factor; one thread a value.
#define GLOBAL extern "C" __attribute__((global)) void

GLOBAL scale(float* values, float factor, int n) {
  const int threads = 64;
  const int i = static_cast<int>(__builtin_amdgcn_workgroup_id_x()) * threads +
                static_cast<int>(__builtin_amdgcn_workitem_id_x());
  if (i < n) {
    values[i] = values[i] * factor;
  }
}
