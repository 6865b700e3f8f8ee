// No build compiles this file.
int unused(void) { return 1; }
