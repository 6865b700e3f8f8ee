// SPDX-License-Identifier: MIT
// Device code as the host code of a HIP program expects it, so that one host object serves programs
// whose device code was compiled with different options. clang 19 looks for the names with a
// trailing underscore, earlier ones for those without.
  .section .hip_fatbin, "a", @progbits
  .balign 4096
  .globl __hip_fatbin, __hip_fatbin_
  .hidden __hip_fatbin, __hip_fatbin_
__hip_fatbin:
__hip_fatbin_:
  .incbin KGATE_FAT_BINARY
  .bss
  .balign 8
  .globl __hip_gpubin_handle, __hip_gpubin_handle_
  .hidden __hip_gpubin_handle, __hip_gpubin_handle_
__hip_gpubin_handle:
__hip_gpubin_handle_:
  .zero 8
  .section .note.GNU-stack, "", @progbits
