#!/bin/sh
# SPDX-License-Identifier: MIT
# Links those tests of device functions on the host that include one header, or where none does itself, those
# that do through other headers, with the libraries of a finished build.
#
#   link_function_tests.sh <build folder> <header> <output folder>
set -eu
build=$1 header=$2 out=$3
mkdir -p "$out"
rm -f "$out"/*.o
including() { # <file>...: those of the files that include a listed header
  sed 's/.*/#include "&"/' "$out/headers" | grep -lFf - "$@" || true
}
echo "$header" >"$out/headers"
tests=$(including tests/oracle/functions/*_test.cpp)
if [ -z "$tests" ]; then
  known=0
  while [ "$(wc -l <"$out/headers")" -gt "$known" ]; do
    known=$(wc -l <"$out/headers")
    including kernels/device/*.hpp | sort -u - "$out/headers" -o "$out/headers"
  done
  tests=$(including tests/oracle/functions/*_test.cpp)
fi
compiling=
for test in $tests; do
  clang++-19 -std=c++20 -O1 -ffp-contract=off -DFMT_SHARED -I. -c "$test" -o "$out/$(basename "$test").o" &
  compiling="$compiling $!"
done
# Each by itself: a bare wait succeeds where a compiler failed, and what is left would be linked.
for process in $compiling; do
  wait "$process"
done
clang++-19 -fuse-ld=lld "$out"/*.o "$build/tests/libkgate_test_main.a" "$build/oracle/libkgate_oracle.a" \
  "$build/tests/oracle/functions/libkgate_mpfr_truth.a" -lfmt -lmpfr -lgmp -o "$out/tests"
