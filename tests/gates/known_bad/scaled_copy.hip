// SPDX-License-Identifier: MIT
// y[row][i] = scale * x[row][i], one workgroup a row, with one bug chosen by macro.
#include "tests/gates/known_bad/scaled_copy.hpp"

#if BUG_remembers_launches
__attribute__((device)) int launches = 0;
#endif

extern "C" __attribute__((global)) void scaled_copy(ScaledCopyArguments a) {
  const int row = static_cast<int>(__builtin_amdgcn_workgroup_id_x());
  const int lane = static_cast<int>(__builtin_amdgcn_workitem_id_x());
  float scale = a.scale;
#if BUG_remembers_launches
  // The first launches are right; a kernel with state of its own shows only when it runs again.
  if (launches > 1) {
    scale += 1.0f;
  }
  if (row == 0 && lane == 0) {
    launches = launches + 1;
  }
#endif
  int columns = a.columns;
#if BUG_skips_last
  columns -= 1;
#endif
  for (int i = lane; i < columns; i += 32) {
    const float x = a.x[row * a.stride + i];
    a.y[row * a.stride + i] = scale * x;
#if BUG_changes_input
    a.x[row * a.stride + i] = x + 1.0f;
#endif
  }
#if BUG_writes_padding
  if (lane == 0) {
    a.y[row * a.stride + a.columns] = 0.0f;
  }
#endif
}
