#!/bin/sh
# SPDX-License-Identifier: MIT
# Links the tests of a family's argument checks around the family's mutated header.
#
#   link_check_test.sh <build folder> <family> <output folder>
#
# The tests are compiled once, from the header as it was, without inlining. A mutant is the header compiled
# by itself with every function in it emitted. It is linked first, so that of two weak definitions of a
# function its own is kept.
set -eu
build=$1 family=$2 out=$3
header=kernels/$family/${family}_check.hpp
mutant=$out/$family.mutant
mkdir -p "$mutant/kernels/$family"
compile() {
  clang++-19 -std=c++20 -O0 "-I$mutant" -I. -DFMT_SHARED -D_GLIBCXX_ASSERTIONS -fpch-instantiate-templates "$@"
}
rm -f "$mutant/$header"
for test in tests/kernels/"$family"_check*_test.cpp; do
  object=$out/$(basename "$test" .cpp).o
  [ -e "$object" ] || compile -c "$test" -o "$object"
done
# What the header includes and no mutant changes. Compiled again where another header was mutated and
# restored in the meantime: `#pragma once` in it would not know the file by its new time.
if [ ! -e "$out/$family.pch" ] ||
  [ -n "$(find kernels -name '*.hpp' -newer "$out/$family.pch" ! -path "$header")" ]; then
  sed -n "/^#include/{/$family/!p}" "$header" >"$out/$family.hpp"
  compile -x c++-header "$out/$family.hpp" -o "$out/$family.pch"
fi
sed 's/^inline /inline __attribute__((used)) /' "$header" >"$mutant/$header"
echo "#include \"$header\"" >"$out/$family.cpp"
compile -include-pch "$out/$family.pch" -c "$out/$family.cpp" -o "$out/$family.o"
clang++-19 -fuse-ld=lld "$out/$family.o" "$out/$family"_check*_test.o "$build/tests/libkgate_test_main.a" \
  -lfmt -o "$out/$family"
