#!/bin/sh
# SPDX-License-Identifier: MIT
# Links those tests of device functions on the host that include one header, or where none does, whose headers
# include it, with the libraries of a finished build.
#
#   link_function_tests.sh <build folder> <header> <output folder>
set -eu
build=$1 header=$2 out=$3
mkdir -p "$out"
rm -f "$out"/*.o
tests=$(grep -lF "#include \"$header\"" tests/oracle/functions/*_test.cpp || true)
if [ -z "$tests" ]; then
  users=$(grep -lF "#include \"$header\"" kernels/device/*.hpp)
  # shellcheck disable=SC2086 # one word a header
  tests=$(grep -lF "$(printf '#include "%s"\n' $users)" tests/oracle/functions/*_test.cpp)
fi
for test in $tests; do
  clang++-19 -std=c++20 -O1 -ffp-contract=off -DFMT_SHARED -I. -c "$test" -o "$out/$(basename "$test").o" &
done
wait
clang++-19 -fuse-ld=lld "$out"/*.o "$build/tests/libkgate_test_main.a" "$build/oracle/libkgate_oracle.a" \
  "$build/tests/oracle/functions/libkgate_mpfr_truth.a" -lfmt -lmpfr -lgmp -o "$out/tests"
