/* SPDX-License-Identifier: MIT
 * An engine in C: residual addition and RMSNorm on an emulated device, and what a wrong call says.
 */
#include <kgate/kgate.h>
#include <stdio.h>
#include <string.h>

enum { kRows = 2, kHidden = 4 };

static int fail(const char* what) {
  fprintf(stderr, "%s: %s\n", what, kgate_last_error());
  return 1;
}

static kgate_tensor matrix(void* data, int64_t rows, int64_t columns) {
  kgate_tensor made = {data, {rows, columns}, {columns, 1}, 2, KGATE_F32};
  return made;
}

int main(void) {
  /* Sums of 4 in size: the mean of squares is 16, its root 4, and every result is exact. */
  const float x[kRows][kHidden] = {{3, -3, 3, -3}, {1, 2, -1, -2}};
  const float residual[kRows][kHidden] = {{1, -1, 1, -1}, {3, 2, -3, -2}};
  const float weight[kHidden] = {1, 2, 3, 4};
  const float expected[kRows][kHidden] = {{1, -2, 3, -4}, {1, 2, -3, -4}};
  float normed[kRows][kHidden] = {{0}};
  void* memory[4] = {NULL};
  void* stream = NULL;
  kgate_device* device = NULL;
  kgate_add_rms_norm_args args = {.size = sizeof args};
  int i;

  if (kgate_device_open("emulated:gfx1151", NULL, &device) != KGATE_OK) return fail("open");
  if (kgate_stream_create(device, &stream) != KGATE_OK) return fail("stream");
  for (i = 0; i < 4; ++i) {
    if (kgate_malloc(device, sizeof x, &memory[i]) != KGATE_OK) return fail("malloc");
  }
  if (kgate_write(device, memory[0], x, sizeof x) != KGATE_OK ||
      kgate_write(device, memory[1], residual, sizeof residual) != KGATE_OK ||
      kgate_write(device, memory[2], weight, sizeof weight) != KGATE_OK) {
    return fail("write");
  }
  args.x = matrix(memory[0], kRows, kHidden);
  args.residual = matrix(memory[1], kRows, kHidden);
  args.weight = matrix(memory[2], kHidden, 1);
  args.weight.dims = 1;
  args.weight.stride[0] = 1;
  args.normed = matrix(memory[3], kRows, kHidden);
  if (kgate_add_rms_norm(device, stream, &args) != KGATE_OK) return fail("add_rms_norm");
  if (kgate_stream_synchronize(device, stream) != KGATE_OK) return fail("synchronize");
  if (kgate_read(device, normed, memory[3], sizeof normed) != KGATE_OK) return fail("read");
  if (memcmp(normed, expected, sizeof normed) != 0) {
    fprintf(stderr, "wrong: %g %g %g %g\n", (double)normed[0][0], (double)normed[0][1],
            (double)normed[0][2], (double)normed[0][3]);
    return 1;
  }

  args.eps = -1.0f;
  if (kgate_add_rms_norm(device, stream, &args) != KGATE_INVALID_ARGUMENT ||
      strstr(kgate_last_error(), "eps is -1") == NULL) {
    return fail("a negative eps was not refused with its name and value");
  }
  for (i = 0; i < 4; ++i) kgate_free(device, memory[i]);
  kgate_stream_destroy(device, stream);
  kgate_device_close(device);
  printf("kgate %s in C: right\n", kgate_version());
  return 0;
}
