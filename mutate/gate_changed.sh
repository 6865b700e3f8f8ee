#!/bin/sh
# SPDX-License-Identifier: MIT
# Gates on the families whose code objects differ from those of a finished build.
#
#   gate_changed.sh <build folder> <folder of code objects> <gates> <report>
#
# A header that five families include is seldom used by all of them where a mutant changes it.
set -eu
build=$1 objects=$2 gates=$3 report=$4
# Instructions and descriptors; the rest of a code object has a hash of where it was compiled.
loaded() {
  llvm-objcopy-19 -O binary --only-section=.text "$1" "$2.text"
  llvm-objcopy-19 -O binary --only-section=.rodata "$1" "$2.rodata"
  cat "$2.text" "$2.rodata" | sha256sum
}
families=
for object in "$objects"/*.wave32.co; do
  name=$(basename "$object")
  family=${name%%.*}
  [ -e "kernels/$family/$family.hip" ] || continue # launched by unfused compositions alone
  [ "$(loaded "$object" "$objects/part")" = "$(loaded "$build/code_objects/$name" "$objects/part")" ] ||
    families=$families${families:+,}$family
done
exec "$build/bin/kgate" run --jobs 1 --stop --json "$report" --code-objects "$objects" \
  --gate "$gates" --family "${families:-*}"
