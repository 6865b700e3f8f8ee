#!/bin/sh
# SPDX-License-Identifier: MIT
# The exact gate on those quick cases of a family that a code object of a few entries can run.
#
#   gate_entries.sh <kgate> <family> <cases> <folder of code objects> <report>
#
# `cases` is an extended regular expression. kgate takes a --case from every profile; the list keeps to
# the quick one.
set -eu
kgate=$1 family=$2 cases=$3 objects=$4 report=$5
list=$objects/$family.cases
[ -s "$list" ] ||
  "$kgate" run --list --family "$family" | sed -nE "s/ .*//; /$cases/s/^/--case=/p" >"$list"
set -f
# shellcheck disable=SC2046 # one word a case
exec "$kgate" run --jobs 1 --stop --json "$report" --code-objects "$objects" --gate exact $(cat "$list")
