#!/usr/bin/env bash
# Static checks: format, layers, sizes, exports, planted bugs, clang-tidy, cppcheck.
# usage: tools/lint.sh BUILD_FOLDER   (a configured build folder, for its compile commands)
set -uo pipefail
build=$1
failed=0
check() { # name command...
    local name=$1
    shift
    if "$@"; then echo "ok   $name"; else echo "FAIL $name" && failed=1; fi
}

mapfile -t sources < <(git ls-files '*.c' '*.h')
mapfile -t units < <(git ls-files 'src/*.c' | grep -v /tests/)

check format clang-format --dry-run -Werror "${sources[@]}"
check layers python3 tools/check-layers.py .
check mutants python3 tools/mutants.py --check
check sizes python3 tools/check-sizes.py .
check exports python3 tools/check-exports.py "$build"
check tidy bash -c 'printf "%s\0" "$@" | xargs -0 -n 1 -P "$(nproc)" clang-tidy --quiet --extra-arg=-Wno-unknown-warning-option -p "$0" 2>/dev/null' \
    "$build" "${units[@]}"
check cppcheck cppcheck --quiet --error-exitcode=1 --inline-suppr -j "$(nproc)" --std=c11 \
    --enable=warning,portability,performance --suppress=missingIncludeSystem \
    --suppress=normalCheckLevelMaxBranches --suppress=unknownMacro -D_GNU_SOURCE \
    -I include -I src "${units[@]}"
exit $failed
