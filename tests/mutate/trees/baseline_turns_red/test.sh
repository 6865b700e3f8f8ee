# Fails from the fourth run on, whatever is tested.
echo "1 checks"
echo run >> runs
[ "$(wc -l < runs)" -lt 4 ] && ./test
