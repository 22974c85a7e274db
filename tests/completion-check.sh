#!/usr/bin/env bash
# The completion scripts are accepted by their shells, and bash really completes with its one.
# usage: completion-check.sh PROGRAM
program=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
PATH=$(dirname "$program"):$PATH
number=0
report() { # name, status
    number=$((number + 1))
    if [ "$2" = skip ]; then
        echo "ok $number - $1 # SKIP not installed"
    elif [ "$2" -eq 0 ]; then
        echo "ok $number - $1"
    else
        echo "not ok $number - $1"
    fi
}

for shell in bash zsh fish; do
    "$program" completion $shell >"$scratch/$shell"
    if command -v $shell >/dev/null; then
        $shell -n "$scratch/$shell" 2>"$scratch/errors"
        report "$shell accepts its script" $?
    else
        report "$shell accepts its script" skip
    fi
done

# What bash offers for a line, with the cursor at its end.
offers() { # words...
    bash -c '
        source "$0"
        COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMP_LINE="$*" COMP_POINT=${#COMP_LINE}
        function_name=$(complete -p quandary | sed "s/.*-F \([^ ]*\).*/\1/")
        "$function_name" quandary "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}" 2>/dev/null
        printf "%s\n" "${COMPREPLY[@]}"' "$scratch/bash" "$@"
}
offers quandary so | grep -q '^solve'
report "bash completes a verb" $?
offers quandary solve --me | grep -q '^--memory'
report "bash completes an option" $?
offers quandary solve --method f | grep -q '^frame-stewart'
report "bash completes a choice" $?
offers quandary rig --fault grip | grep -q '^grip-miss'
report "bash completes a fault" $?
offers quandary generate ha | grep -q '^hanoi'
report "bash completes a puzzle" $?
! offers quandary show --met | grep -q method
report "bash offers no option of another verb" $?
[ "$(offers quandary generate --diff | grep -c difficulty)" = 1 ]
report "bash offers an option of two puzzles once" $?
echo "1..$number"
