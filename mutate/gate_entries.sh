#!/bin/sh
# SPDX-License-Identifier: MIT
# The exact gate on those quick cases of a family that a code object of a few entries can run.
#
#   gate_entries.sh <kgate> <family> <cases> <folder of code objects> <report>
#
# `cases` is an extended regular expression. kgate takes a --case from every profile; the list keeps to
# the quick one. Those of hundreds of tokens, a few with most of the work, are left to the whole.
set -eu
kgate=$1 family=$2 cases=$3 objects=$4 report=$5
list=$objects/$family.cases
[ -s "$list" ] ||
  "$kgate" run --list --family "$family" |
  sed -nE "s/ .*//; /tokens=([0-9]+x)?[0-9]{3}/d; /$cases/s/^/--case=/p" >"$list"
set -f
# shellcheck disable=SC2046 # one word a case
exec "$kgate" run --jobs 1 --stop --json "$report" --code-objects "$objects" --gate exact $(cat "$list")
