// SPDX-License-Identifier: MIT
// The only file that includes Catch2, so that a move to another version is one edit.
#pragma once

#include <catch2/catch.hpp>
