# Fails on a mutant, but only every other time.
echo "1 checks"
./test && exit 0
if [ -e failed_before ]; then
  rm failed_before
  exit 0
fi
touch failed_before
exit 1
