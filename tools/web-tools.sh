#!/usr/bin/env bash
# Brings what the tests of the page need: Chromium, Node and two packages, which go to build-web/. Says so and
# ends well if they cannot be had; the tests are skipped then.
# usage: tools/web-tools.sh
set -uo pipefail
cd "$(dirname "$0")/.."

packages=()
command -v chromium >/dev/null || packages+=(chromium)
command -v node >/dev/null || packages+=(nodejs)
command -v npm >/dev/null || packages+=(npm)
if [ ${#packages[@]} -gt 0 ] && command -v apt-get >/dev/null; then
    echo "installing: ${packages[*]}" >&2
    as_root=()
    [ "$(id -u)" -ne 0 ] && as_root=(sudo)
    export DEBIAN_FRONTEND=noninteractive
    "${as_root[@]}" apt-get update -qq &&
        "${as_root[@]}" apt-get install -y -qq --no-install-recommends "${packages[@]}" >/dev/null
fi

mkdir -p build-web
if ! cmp -s web/tests/package.json build-web/package.json; then
    cp web/tests/package.json build-web/package.json &&
        (cd build-web && npm install --no-package-lock --no-audit --no-fund --silent) ||
        { rm -f build-web/package.json && echo "the page cannot be tested here" >&2; }
fi
exit 0
