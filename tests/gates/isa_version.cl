// SPDX-License-Identifier: MIT
// The constant by which AMD's device libraries know their target, for targets the package lacks.
__constant const int __oclc_ISA_version = KGATE_ISA_VERSION;
