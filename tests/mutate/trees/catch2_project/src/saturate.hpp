// Arithmetic that stays in range.
#pragma once

/// a + b, or the nearest value from 0 to 255.
int saturated_sum(int a, int b);
