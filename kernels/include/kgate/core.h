/* SPDX-License-Identifier: MIT
 * kgate's C interface: status codes, tensors, devices, streams and memory.
 *
 * Every function may be called from any thread, and one device from many at once. The functions
 * that launch kernels neither wait, nor lock, nor allocate once their kernel has been loaded, so
 * that they may be captured in a graph; the first call of an operation on a device loads it, before
 * the capture.
 */
#ifndef KGATE_CORE_H
#define KGATE_CORE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define KGATE_EXPORT __attribute__((visibility("default")))

/* What a call came to. kgate_last_error() has the words. */
typedef enum kgate_status {
  KGATE_OK = 0,
  KGATE_INVALID_ARGUMENT = 1, /* an argument breaks the contract; nothing was launched */
  KGATE_UNSUPPORTED = 2,      /* the contract allows it, this build or device does not */
  KGATE_DEVICE_ERROR = 3,     /* the runtime or a kernel reported an error */
  KGATE_NOT_FOUND = 4         /* no such device, library, code object, entry or provider */
} kgate_status;

/* Element types. */
typedef enum kgate_type {
  KGATE_F32 = 0,
  KGATE_F16 = 1,
  KGATE_BF16 = 2,
  KGATE_F8_E4M3FN = 3,   /* OCP encoding: largest 448, no infinity */
  KGATE_F8_E4M3FNUZ = 4, /* largest 240, no infinity, no negative zero */
  KGATE_I32 = 5,
  KGATE_I64 = 6
} kgate_type;

#define KGATE_MAX_DIMS 4

/* A tensor in device memory. Element [i][j]... is at data + (i * stride[0] + j * stride[1] + ...)
 * elements. The last stride must be 1 unless the last dimension has one element. A tensor that may
 * be absent is absent with data null. */
typedef struct kgate_tensor {
  void* data;
  int64_t shape[KGATE_MAX_DIMS];  /* elements, the slowest dimension first */
  int64_t stride[KGATE_MAX_DIMS]; /* elements between neighbours of a dimension; not negative */
  uint32_t dims;                  /* dimensions in use */
  uint32_t type;                  /* kgate_type */
} kgate_tensor;

/* Device memory for values that pass from one launch to the next. Only the separate launches that
 * run where KGATE_FUSED_<FAMILY> is off need it, and often they do not: kgate_<family>_workspace()
 * says how many bytes. 16-byte aligned; nothing else may use it until the stream has passed the
 * call. Zeros: none. */
typedef struct kgate_workspace {
  void* data;
  uint64_t size; /* bytes */
} kgate_workspace;

/* An open device with its kernels. */
typedef struct kgate_device kgate_device;

/* How to open a device. Zero is a good value for every field but `size`. */
typedef struct kgate_device_options {
  size_t size;              /* sizeof(kgate_device_options) */
  const char* code_objects; /* folder of code objects that replaces the built-in ones */
  uint32_t wave_size;       /* 32 or 64: which build of the kernels; 0: 32 */
} kgate_device_options;

/* "0.1.0". */
KGATE_EXPORT const char* kgate_version(void);

/* "KGATE_OK" and so on; never null. */
KGATE_EXPORT const char* kgate_status_name(kgate_status status);

/* What was wrong with the calling thread's last call that failed: which argument, its value, and
 * what would be right. "" before any failed. Valid until the thread's next failing call. */
KGATE_EXPORT const char* kgate_last_error(void);

/* Opens a device: "hip:0" (AMD), "cuda:0" (NVIDIA), "emulated:gfx1151" (the machine code on the
 * CPU), or "cpu:0" (no kernels: the reference tier of programs that link kgate::gates). The runtime
 * library is loaded here. `options` may be null. *device is set on success alone; close it with
 * kgate_device_close(). Errors: KGATE_INVALID_ARGUMENT for a malformed name or option,
 * KGATE_NOT_FOUND where library or device is missing, naming what was tried. */
KGATE_EXPORT kgate_status kgate_device_open(const char* name, const kgate_device_options* options,
                                            kgate_device** device);

/* Releases what the device loaded. No call on it may be running, and its streams must be idle. Null
 * is nothing to do. */
KGATE_EXPORT void kgate_device_close(kgate_device* device);

/* What the runtime calls the device, and the target of its code ("gfx1151", "sm_90"). Valid until
 * it is closed. */
KGATE_EXPORT const char* kgate_device_description(const kgate_device* device);
KGATE_EXPORT const char* kgate_device_target(const kgate_device* device);

/* Memory and streams of a device, for programs that do not link its runtime themselves. An engine
 * on AMD hardware passes the pointers and the hipStream_t that it has.
 *
 * kgate_malloc: `bytes` bytes, aligned to 256; 0 bytes give null. kgate_write, kgate_read and
 * kgate_fill wait for the copy, not for other streams. Errors: KGATE_DEVICE_ERROR with the
 * runtime's reason. */
KGATE_EXPORT kgate_status kgate_malloc(kgate_device* device, size_t bytes, void** pointer);
KGATE_EXPORT kgate_status kgate_free(kgate_device* device, void* pointer);
KGATE_EXPORT kgate_status kgate_write(kgate_device* device, void* to_device, const void* from_host,
                                      size_t bytes);
KGATE_EXPORT kgate_status kgate_read(kgate_device* device, void* to_host, const void* from_device,
                                     size_t bytes);
KGATE_EXPORT kgate_status kgate_fill(kgate_device* device, void* pointer, int byte, size_t bytes);

/* A stream that does not wait for the null stream: a hipStream_t, as everywhere here. */
KGATE_EXPORT kgate_status kgate_stream_create(kgate_device* device, void** stream);
KGATE_EXPORT kgate_status kgate_stream_destroy(kgate_device* device, void* stream);
/* Waits. A fault inside a kernel shows here: KGATE_DEVICE_ERROR. `stream` null: the null stream. */
KGATE_EXPORT kgate_status kgate_stream_synchronize(kgate_device* device, void* stream);

/* Whether a kernel of this operation ("rope_append") is registered for a backend ("rocm", "cuda",
 * "cpu"): 1 or 0. The reference tier does not count. */
KGATE_EXPORT int kgate_op_registered(const char* operation, const char* backend);

/* Calls the CPU oracle served in this process in a kernel's place, of one operation, or with null
 * of all. A figure measured while it is not 0 says nothing about a device. */
KGATE_EXPORT uint64_t kgate_reference_hits(const char* operation);

/* Which provider each operation called so far has on this device, and why, one line each. Writes at
 * most `size` bytes with the closing zero and returns the length of the whole text, as snprintf
 * does. */
KGATE_EXPORT size_t kgate_provider_trace(const kgate_device* device, char* text, size_t size);

/* The meaning of an error word that a finished launch left in device memory: KGATE_OK for 0, else
 * KGATE_DEVICE_ERROR, and kgate_last_error() names the token and what is wrong with it. `operation`
 * begins the text. */
KGATE_EXPORT kgate_status kgate_token_status(const char* operation, uint64_t word);

#ifdef __cplusplus
}
#endif

#endif
