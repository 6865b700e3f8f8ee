# Kills every mutant, and now and then the original too: runs 1, 2, 3 are the baseline, the kill and
# its confirmation, run 4 is the control.
echo "1 checks"
echo run >> runs
[ "$(wc -l < runs)" -ne 4 ] && ./test
