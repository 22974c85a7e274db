#!/usr/bin/env bash
# Installs the Debian packages that are missing for the named groups of work.
# usage: tools/install-deps.sh GROUP...   groups: build test lint fuzz coverage
set -euo pipefail

packages_of() {
    case $1 in
    build) echo gcc libc6-dev make pkg-config meson ninja-build python3 libjansson-dev libpng-dev \
        libexpat1-dev libgmp-dev libncurses-dev scdoc libmicrohttpd-dev libsqlite3-dev nettle-dev libpq-dev ;;
    test) echo libcmocka-dev libcadical-dev binutils g++ locales tmux zsh fish postgresql ;;
    lint) echo clang-format clang-tidy cppcheck ;;
    fuzz) echo clang-14 libclang-rt-14-dev ;;
    coverage) echo gcovr ;;
    *) echo "unknown group '$1'" >&2 && exit 2 ;;
    esac
}

# Elsewhere than on Debian the build itself says what it misses.
command -v dpkg-query >/dev/null || exit 0

missing=()
for group in "$@"; do
    for package in $(packages_of "$group"); do
        dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q '^install ok installed' ||
            missing+=("$package")
    done
done
[ ${#missing[@]} -eq 0 ] && exit 0

echo "installing: ${missing[*]}" >&2
as_root=()
if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || { echo "please install these packages first" >&2 && exit 1; }
    as_root=(sudo)
fi
export DEBIAN_FRONTEND=noninteractive
"${as_root[@]}" apt-get update -qq
"${as_root[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
