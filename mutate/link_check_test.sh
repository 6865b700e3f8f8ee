#!/bin/sh
# SPDX-License-Identifier: MIT
# Builds the test of a family's argument checks, which are in headers: one source, no kernel.
#
#   link_check_test.sh <build folder> <family> <output folder>
set -eu
build=$1 family=$2 out=$3
mkdir -p "$out"
[ -e "$out/catch.pch" ] || clang++-19 -std=c++20 -O0 -I. -x c++-header tests/catch.hpp -o "$out/catch.pch"
clang++-19 -std=c++20 -O0 -I. -DFMT_SHARED -include-pch "$out/catch.pch" \
  -c "tests/kernels/${family}_check_test.cpp" -o "$out/$family.o"
clang++-19 -fuse-ld=lld "$out/$family.o" "$build/tests/libkgate_test_main.a" -lfmt -o "$out/$family"
