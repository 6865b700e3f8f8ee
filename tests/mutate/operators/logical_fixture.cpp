// Both operators, but not their alternative spelling, which is not the operator's text.
bool both(bool a, bool b, bool c) { return (a && b) || c; }

bool spelled(bool a, bool b) { return a and b; }
