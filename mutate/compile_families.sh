#!/bin/sh
# SPDX-License-Identifier: MIT
# Compiles the device code of every family, without the separate launches that compare with it.
#
#   compile_families.sh <build folder>
set -eu
build=$1
set --
for family in kernels/*/; do
  name=$(basename "$family")
  [ -e "$family$name.hip" ] && set -- "$@" "code_objects/$name.gfx1151.wave32.co"
done
exec ninja -C "$build" "$@"
