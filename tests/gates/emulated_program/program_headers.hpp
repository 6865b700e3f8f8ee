// SPDX-License-Identifier: MIT
// All headers that programs of the corpora include. Each program is in a namespace where it is
// compiled with others, and so is what it includes unless that was included before.
#pragma once

#include <hip/hip_bfloat16.h>
#include <hip/hip_cooperative_groups.h>
#include <hip/hip_fp16.h>
#include <hip/hip_runtime.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <deque>
#include <functional>
#include <numeric>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "tests/gates/emulated_program/corpus_program.hpp"
