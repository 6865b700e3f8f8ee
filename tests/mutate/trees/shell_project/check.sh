#!/bin/sh
# Compares what the program prints with what it should, and says how many comparisons it made.
failures=0
checks=0
expect() {
  checks=$((checks + 1))
  got=$(./wrap $1)
  if [ "$got" != "$2" ]; then
    echo "FAILED: wrap $1 prints $got, not $2"
    failures=$((failures + 1))
  fi
}
expect 3 3
expect 8 8
expect 9 1
expect "" ""
./wrap 2>/dev/null
[ $? -eq 2 ] || { echo "FAILED: wrap without columns ends well"; failures=$((failures + 1)); }
checks=$((checks + 1))
echo "made $checks comparisons"
[ $failures -eq 0 ]
