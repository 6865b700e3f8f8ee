/* SPDX-License-Identifier: MIT
 * kgate's C interface, whole: devices and one function for each kernel family.
 *
 *   kgate_device *device;
 *   if (kgate_device_open("hip:0", NULL, &device) != KGATE_OK) fail(kgate_last_error());
 *   kgate_add_rms_norm_args args = {.size = sizeof args, .x = ..., .eps = 1e-5f};
 *   if (kgate_add_rms_norm(device, stream, &args) != KGATE_OK) fail(kgate_last_error());
 *
 * A program links libkgate and needs neither a HIP SDK nor a GPU for that: the runtime is loaded
 * when a device is opened.
 */
#ifndef KGATE_KGATE_H
#define KGATE_KGATE_H

#include "kgate/add_rms_norm.h"
#include "kgate/core.h"
#include "kgate/gated_activation.h"
#include "kgate/mla_norm_rope.h"
#include "kgate/qk_norm_rope_append.h"
#include "kgate/rope_append.h"

#endif
