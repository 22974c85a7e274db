#!/usr/bin/env bash
# The page in a real browser: the short set, or all of it. Skipped where Chromium, Node or their packages are
# missing (tools/web-tools.sh brings them).
# usage: tests/web.sh PROGRAM SOURCE_FOLDER [all]
set -uo pipefail
program=$(realpath "$1")
source=$(realpath "$2")
modules=$source/build-web
if ! command -v node >/dev/null || ! command -v chromium >/dev/null ||
    [ ! -d "$modules/node_modules/playwright-core" ]; then
    echo "1..0 # SKIP no Chromium, Node or playwright-core"
    exit 0
fi
cd "$source/web/tests" || exit 1
files=(hanoi.test.mjs touch.test.mjs)
[ "${3:-}" = all ] && files=(*.test.mjs)
only=()
[ -n "${QUANDARY_CHECK:-}" ] && only=(--test-name-pattern="$QUANDARY_CHECK")
QUANDARY=$program QUANDARY_NODE_MODULES=$modules exec node --test --test-reporter=tap "${only[@]}" "${files[@]}"
