#!/bin/sh
# The core must compile without a C library behind it and need nothing but the three memory
# functions that a compiler may call by itself. usage: freestanding-check.sh FOLDER COMPILER...
folder=$1
shift
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
number=0
check() { # name, then a command that must succeed
    number=$((number + 1))
    name=$1
    shift
    if "$@"; then echo "ok $number - $name"; else echo "not ok $number - $name"; fi
}
compiles() {
    "$@" -std=c17 -ffreestanding -nostdlib -Os -Wall -Wextra -Werror -I "$folder/../../.." -c "$source" -o "$scratch/core.o"
}
needs_nothing() {
    ! nm -u "$scratch/core.o" | grep -vE ' (memcpy|memset|memcmp|_GLOBAL_OFFSET_TABLE_)$'
}
keeps_nothing() { # no mutable data: nothing in .data or .bss
    [ "$(size -A "$scratch/core.o" | awk '$1 == ".data" || $1 == ".bss" { sum += $2 } END { print sum + 0 }')" = 0 ]
}
for name in core three; do
    source=$folder/$name.c
    check "$name compiles freestanding" compiles "$@"
    check "$name needs no C library" needs_nothing
    check "$name keeps no state" keeps_nothing
done
echo "1..$number"
