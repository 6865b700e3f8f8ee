#!/bin/sh
# SPDX-License-Identifier: MIT
# Links the registry's tests around one mutated source, with the objects of a finished build.
#
#   link_registry_tests.sh <build folder> <source> <output folder> [<backend>...]
#
# The mutant's object comes before the archive that holds the original's, so that the linker never takes
# the original. With backends, the tests of the flags are linked too, as a build for each one has them.
set -eu
build=$1 source=$2 out=$3
shift 3
mkdir -p "$out"

compile() { # <object> <folder of build_defaults.hpp>
  clang++-19 -std=c++20 -O0 -fPIC -DFMT_SHARED -I"$2" -I. -c "$source" -o "$out/$1"
}

compile mutant.o "$build/generated"
clang++-19 -fuse-ld=lld "$build"/tests/kernels/registry/CMakeFiles/test_kernels_registry.dir/*.o \
  "$out/mutant.o" "$build/tests/libkgate_test_main.a" \
  -Wl,--whole-archive "$build/kernels/libkgate_kernel_code.a" -Wl,--no-whole-archive \
  "$build/kernels/runtime/libkgate_runtime.a" "$build/kernels/registry/libkgate_providers.a" \
  -ldl -lfmt -o "$out/registry"
for backend in "$@"; do
  tests=$build/tests/kernels/registry
  compile "flags_$backend.o" "$tests/$backend"
  clang++-19 -fuse-ld=lld "$tests/CMakeFiles/test_kernels_flags_$backend.dir/flags_test.cpp.o" \
    "$out/flags_$backend.o" "$build/tests/libkgate_test_main.a" -lfmt -o "$out/flags_$backend"
done
