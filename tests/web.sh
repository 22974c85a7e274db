#!/usr/bin/env bash
# The page in a real browser. Skipped where Chromium, Node or their packages are missing (tools/web-tools.sh
# brings them). QUANDARY_CHECK is a part of the title of those tests that are to be run; all are without it.
# usage: tests/web.sh PROGRAM SOURCE_FOLDER
set -uo pipefail
program=$(realpath "$1")
source=$(realpath "$2")
modules=$source/build-web
if ! command -v node >/dev/null || ! command -v chromium >/dev/null ||
    [ ! -d "$modules/node_modules/playwright-core" ]; then
    echo "1..0 # SKIP no Chromium, Node or playwright-core"
    exit 0
fi
QUANDARY=$program QUANDARY_NODE_MODULES=$modules exec node "$source/web/tests/run.mjs" "${QUANDARY_CHECK:-}"
