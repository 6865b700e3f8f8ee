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

/* In order with a schedule seed other than 0 means random for waves. */
typedef enum kgateEmulatorOrder {
  kgateEmulatorInOrder = 0,
  kgateEmulatorReverse = 1,
  kgateEmulatorRandom = 2,  /* drawn from the schedule seed */
  kgateEmulatorOneAhead = 3 /* one drawn wave runs whenever it can */
} kgateEmulatorOrder;

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
  uint32_t count_opcodes;      /* fill what kgateEmulatorGetOpcode and GetKernel return */
  uint32_t check_registers;    /* a register value nothing defined that decides something */
  uint32_t check_waits;        /* a result used before the wait it needs */
  uint32_t check_races;        /* data races, lanes that store different values to one address */
  uint32_t follow_inexact;     /* count where inexact values go, for kgateEmulatorGetKernel */
  uint32_t wave_order;         /* kgateEmulatorOrder: which wave of a workgroup runs when */
  uint32_t group_order; /* kgateEmulatorOrder without one_ahead: which workgroup starts when */
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

/* What a kernel executed, by class, and where inexact values went. Texts are valid until the
 * calling thread asks for another kernel. */
typedef struct kgateEmulatorKernel {
  size_t size;
  const char* name;
  uint64_t count[4];           /* wave instructions, by kgateEmulatorAccuracy */
  const char* inexact_opcodes; /* those that are not exact, "v_rcp_f32 12, v_sqrt_f32 4" */
  uint64_t inexact_stores;     /* wave instructions that stored such a value to global memory */
  uint64_t inexact_addresses;  /* that used one as an address */
  uint64_t inexact_branches;   /* that branched, or set EXEC, by one */
  const char* first_inexact;   /* the first of those uses; "" if none */
} kgateEmulatorKernel;

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

/* Kernels with counted opcodes, in order of their names; 1 where there is no such index. */
uint32_t kgateEmulatorGetKernel(void* stream, uint64_t index, kgateEmulatorKernel* kernel);

/* Accepts findings, for all launches issued from now on: lines of RULE[:KERNEL]=REASON. 1, with the
 * mistake in kgateEmulatorLastErrorText and nothing changed, for a line that is none. */
uint32_t kgateEmulatorSuppress(const char* lines);

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
