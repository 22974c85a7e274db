#!/bin/sh
# Makes one archive of several, in which only the symbols of the public interface are visible.
# usage: make-archive.sh OUTPUT WORK_FOLDER OBJCOPY AR COMPILER... -- ARCHIVE...
set -eu
output=$1 work=$2 objcopy=$3 ar=$4
shift 4
compiler=
while [ "$1" != -- ]; do
    compiler="$compiler $1"
    shift
done
shift

mkdir -p "$work"
object=$work/quandary.o
# The compiler knows its linker and the machine to link for. $compiler is several words.
# shellcheck disable=SC2086
$compiler -r -nostdlib -o "$object" -Wl,--whole-archive "$@" -Wl,--no-whole-archive
"$objcopy" --localize-hidden "$object"
rm -f "$output"
"$ar" rcs "$output" "$object"
