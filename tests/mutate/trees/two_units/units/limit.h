// What both units clamp to; only one of them checks for negative values.
#define LIMIT 7
#define LEAST 0
