// SPDX-License-Identifier: MIT
// Argument struct of the known-bad kernel: y[row][i] = scale * x[row][i].
#pragma once

struct ScaledCopyArguments {
  float* x;  // an input; not const because one of the bugs writes it
  float* y;
  int rows;
  int columns;
  int stride;  // elements between rows of x and of y
  float scale;
};
