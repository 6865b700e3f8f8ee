#!/bin/sh
# SPDX-License-Identifier: MIT
# Links the tests of all families' argument checks around a mutated header that the checks share.
#
#   link_shared_check_tests.sh <build folder> <header> <output folder>
#
# As link_check_test.sh does for the header of one family: the tests are compiled once, without inlining,
# and the mutant, compiled by itself, is linked first.
set -eu
build=$1 header=$2 out=$3
compile() { clang++-19 -std=c++20 -O0 -DFMT_SHARED -D_GLIBCXX_ASSERTIONS -fpch-instantiate-templates "$@"; }
rm -rf "$out/mutant"  # of another header, perhaps
mkdir -p "$out/mutant/$(dirname "$header")"
for test in tests/kernels/*_check*_test.cpp tests/kernels/strided_overlap_test.cpp tests/kernels/token_status_test.cpp; do
  object=$out/$(basename "$test" .cpp).o
  [ -e "$object" ] || compile -I. -c "$test" -o "$object"
done
if [ ! -e "$out/libraries.pch" ]; then
  grep -hoE '^#include <([a-z_]+|fmt/[a-z]+\.h)>' kernels/*.hpp | sort -u >"$out/libraries.hpp"
  compile -x c++-header "$out/libraries.hpp" -o "$out/libraries.pch"
fi
sed 's/^inline /inline __attribute__((used)) /' "$header" >"$out/mutant/$header"
echo "#include \"$header\"" >"$out/mutant.cpp"
compile "-I$out/mutant" -I. -include-pch "$out/libraries.pch" -c "$out/mutant.cpp" -o "$out/mutant.o"
clang++-19 -fuse-ld=lld "$out/mutant.o" "$out"/*_test.o "$build/tests/libkgate_test_main.a" -lfmt -o "$out/tests"
