#!/bin/sh
# SPDX-License-Identifier: MIT
# Compiles a unit's device code with a few of its entries, in a fraction of the time of all.
#
#   compile_entries.sh <build folder> <unit> <types> <output folder>
#
# An entry is kept where the line that instantiates it names the types, an extended regular expression:
# `KGATE_ADD_RMS_NORM_ENTRIES(bf16_bf16, ...)` for bf16_bf16. The command is the build's own.
set -eu
build=$1 unit=$2 types=$3 out=$4
mkdir -p "$out"
name=$unit.gfx1151.wave32.co
awk -v keep="^KGATE_[A-Z_]+\\\\(($types)," '!/^KGATE_[A-Z_]+\(/ || $0 ~ keep' \
  kernels/*/"$unit.hip" >"$out/$unit.hip"
command=$(ninja -C "$build" -t commands "code_objects/$name" | sed -n '$s/ -MD .*//p')
root=$PWD
eval "$command -c '$root/$out/$unit.hip' -o '$root/$out/$name'"
