/* SPDX-License-Identifier: MIT */
/* What libkgate_hip_emulator.so offers beside HIP: how to run, what it found, what it counted. */
#ifndef KGATE_GATES_EMULATOR_EMULATOR_API_H
#define KGATE_GATES_EMULATOR_EMULATOR_API_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Every function returns a hipError_t: 0 for success, 1 for an argument that cannot be, 400 for a
 * stream that does not exist. A structure's `size` is its sizeof as the caller knows it; fields
 * that one side does not know keep their defaults. */

/* How launches run. The launch takes the options that hold when it is issued. */
typedef struct kgateEmulatorOptions {
  size_t size;
  uint64_t schedule_seed;      /* order in which waves run; 0: each until it must wait */
  uint64_t approximation_seed; /* results of instructions documented to an accuracy; 0: nearest */
  uint64_t instruction_budget; /* wave instructions a wave may execute before it is stopped */
  uint32_t poison;             /* byte that fills registers, LDS and scratch */
  uint32_t threads;            /* host threads a launch may use; 0: all cores */
  uint32_t allow_unaligned;    /* 0: an access of n bytes must be aligned to min(n, 4) */
  uint32_t strict_barrier;     /* s_barrier with lanes switched off is a fault */
  uint32_t check_initialised;  /* a read of bytes nothing wrote is a fault */
  uint32_t count_opcodes;      /* fill what kgateEmulatorGetOpcode returns; slower */
} kgateEmulatorOptions;

/* Sums over completed launches. */
typedef struct kgateEmulatorStatistics {
  size_t size;
  uint64_t launches;
  uint64_t workgroups;
  uint64_t waves;
  uint64_t wave_instructions;
  uint64_t opcodes; /* different opcodes counted: the range of kgateEmulatorGetOpcode's index */
} kgateEmulatorStatistics;

/* How exactly hardware defines an opcode's result. */
typedef enum kgateEmulatorAccuracy {
  kgateEmulatorExact = 0,       /* to the bit */
  kgateEmulatorDocumented = 1,  /* within a documented error */
  kgateEmulatorApproximate = 2, /* no error bound is documented */
  kgateEmulatorModel = 3        /* the order of roundings is this emulator's model */
} kgateEmulatorAccuracy;

typedef struct kgateEmulatorOpcode {
  size_t size;
  const char* mnemonic; /* valid until the process ends */
  uint64_t count;       /* wave instructions */
  uint32_t accuracy;    /* kgateEmulatorAccuracy */
} kgateEmulatorOpcode;

/* `stream` is a hipStream_t. Null means the defaults, which hold for every stream, the null stream
 * included, that has no options of its own. SetOptions with null options gives a stream (or the
 * defaults) back what it began with. */
uint32_t kgateEmulatorSetOptions(void* stream, const kgateEmulatorOptions* options);
uint32_t kgateEmulatorGetOptions(void* stream, kgateEmulatorOptions* options);

/* `stream` null: all launches of the process. Counts what has completed. */
uint32_t kgateEmulatorGetStatistics(void* stream, kgateEmulatorStatistics* statistics);
uint32_t kgateEmulatorResetStatistics(void* stream);
/* Counted opcodes in order of their mnemonic; `index` below kgateEmulatorStatistics.opcodes. */
uint32_t kgateEmulatorGetOpcode(void* stream, uint64_t index, kgateEmulatorOpcode* opcode);

/* The whole report of the fault that the calling thread was told of last, several lines; "" if
 * none. Valid until the thread is told of another one. */
const char* kgateEmulatorLastFault(void);
/* Why the calling thread's last HIP call failed, where there is more to say than its error code;
 * else "". Valid until the thread's next HIP call. */
const char* kgateEmulatorLastErrorText(void);

/* hipModuleLoadData for an image whose size is known, so that no header is trusted with it. */
uint32_t kgateEmulatorModuleLoad(void** module, const void* image, size_t size);

#ifdef __cplusplus
}
#endif

#endif
