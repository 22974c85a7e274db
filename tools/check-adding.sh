#!/usr/bin/env bash
# Follows the guides for contributors word for word, each in a copy of the tree, and checks that they
# lead to something that works: a new puzzle touches one folder and one line, anything else at most
# three files and a test.
# usage: tools/check-adding.sh [TITLE...]   (the sections to follow, such as "Adding a route"; all if none)
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export TMPDIR=$scratch
export CCACHE_NOHASHDIR=1 # the copies are alike: what one has compiled, the next takes from the cache

add_puzzle() {
    mkdir "$scratch/before" "$scratch/after"
    tar -C "$root" -cf - --exclude=./.git --exclude='./build*' . | tar -C "$scratch/before" -xf -
    cp -a "$scratch/before/." "$scratch/after"
    # The two blocks of shell commands of the document.
    sed -n '/^```sh$/,/^```$/p' "$root/docs/adding-a-puzzle.md" | grep -v '^```' >"$scratch/steps.sh"
    (cd "$scratch/after" && bash -euo pipefail "$scratch/steps.sh") || return 1
    rm -rf "$scratch/after/build-tests"
    cd "$scratch"
    local touched lines
    touched=$(diff -rq before after || true)
    lines=$(diff before/src/puzzles/registry.def after/src/puzzles/registry.def | grep -c '^[<>]' || true)
    echo "$touched"
    if [ "$(wc -l <<<"$touched")" -ne 2 ] || [ "$lines" -ne 1 ] ||
        ! grep -q '^Only in after/src/puzzles: fifth$' <<<"$touched"; then
        echo "more than one folder and one line were changed"
        return 1
    fi
    echo "one folder and one line were changed"
}

follow() { # title
    local guide
    guide=$(grep -lx "## $1" "$root"/docs/adding*.md | head -1)
    if [ -z "$guide" ]; then
        echo "no guide has the section '$1'"
        return 1
    fi
    python3 "$root/tools/follow.py" "$guide" --section "$1" --files 3 | tee "$scratch/steps" &&
        grep -q '^ran ' "$scratch/steps" # a guide that builds and runs nothing shows nothing
}

failed=0
check() { # title command...
    local title=$1
    shift
    if ("$@") >"$scratch/log" 2>&1; then
        echo "ok   $title: $(tail -1 "$scratch/log")"
    else
        tail -40 "$scratch/log"
        echo "FAIL $title"
        failed=1
    fi
}

[ $# -gt 0 ] || check "Adding a puzzle" add_puzzle
[ $# -gt 0 ] || set -- "Adding a technique" "Adding an invalidity test" "Adding a file format" "Adding a route"
for title; do
    check "$title" follow "$title"
done
exit $failed
