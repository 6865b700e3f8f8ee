// SPDX-License-Identifier: MIT
// The kgate program: the library's commands, and those that need the emulator's own code.
#include "gates/cli/run_program.hpp"

int main(int argc, char** argv) {
  return kgate::gates::run_program(argc, argv, kgate::gates::emulator_commands());
}
