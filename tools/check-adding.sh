#!/usr/bin/env bash
# Follows section 1 of docs/adding-a-puzzle.md, word for word, in a copy of the tree, and checks that
# it leads to a puzzle that works and touches one folder and one line.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

mkdir "$scratch/before" "$scratch/after"
tar -C "$root" -cf - --exclude=./.git --exclude='./build*' . | tar -C "$scratch/before" -xf -
cp -a "$scratch/before/." "$scratch/after"

# The two blocks of shell commands of the document.
sed -n '/^```sh$/,/^```$/p' "$root/docs/adding-a-puzzle.md" | grep -v '^```' >"$scratch/steps.sh"
cd "$scratch/after"
bash -euo pipefail "$scratch/steps.sh" >"$scratch/log" 2>&1 || {
    tail -40 "$scratch/log"
    echo "the steps of docs/adding-a-puzzle.md do not work"
    exit 1
}
rm -rf build-tests

cd "$scratch"
touched=$(diff -rq before after || true)
lines=$(diff before/src/puzzles/registry.def after/src/puzzles/registry.def | grep -c '^[<>]' || true)
echo "$touched"
if [ "$(wc -l <<<"$touched")" -ne 2 ] || [ "$lines" -ne 1 ] ||
    ! grep -q '^Only in after/src/puzzles: fifth$' <<<"$touched"; then
    echo "more than one folder and one line were touched"
    exit 1
fi
echo "one folder and one line; the new puzzle passes"
