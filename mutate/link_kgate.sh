#!/bin/sh
# SPDX-License-Identifier: MIT
# Links kgate, or another program of the build, around mutated launchers, with the objects of a finished build
# for everything else.
#
#   [PROGRAM=bin/...] link_kgate.sh <build folder> <output folder> <launcher>...
set -eu
build=$1 out=$PWD/$2 program=${PROGRAM:-bin/kgate}
shift 2
archive=kernels/libkgate_kernel_code.a
own=$out/$(basename "$archive")
mkdir -p "$out"
compile() {
  clang++-19 -std=c++20 -O1 -fPIC -ffp-contract=off -DFMT_SHARED -fpch-instantiate-templates \
    "-I$build/generated" -I. "$@"
}
# The headers of other libraries, which no mutant changes and which take most of a launcher's compile time.
if [ ! -e "$out/libraries.pch" ]; then
  grep -rhoE '^#include <([a-z_]+|fmt/[a-z]+\.h)>' kernels --include='*.hpp' --include='*_launch.cpp' |
    sort -u >"$out/libraries.hpp"
  compile -x c++-header "$out/libraries.hpp" -o "$out/libraries.pch"
fi
[ -e "$own" ] || cp "$build/$archive" "$own"
for source in "$@"; do
  # Named as the original's member of the archive, which it replaces: two would register twice.
  object=$out/$(basename "$source").o
  compile -include-pch "$out/libraries.pch" -c "$source" -o "$object"
  llvm-ar-19 r "$own" "$object"
done
command=$(ninja -C "$build" -t commands "$program" | sed -n "\$s|clang++-19|clang++-19 -fuse-ld=lld|p" |
  sed "s|$archive|$own|; s|-o $program|-o $out/$(basename "$program")|")
cd "$build"
eval "$command"
