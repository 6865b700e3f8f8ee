# The code object alone, as the project's own build would make it.
exec clang++-19 -x hip --offload-arch=gfx1151 -nogpulib -nogpuinc -O2 -ffp-contract=off \
  --offload-device-only --no-gpu-bundle-output -Xclang -target-feature \
  -Xclang -unaligned-access-mode -c scale.hip -o scale.co
