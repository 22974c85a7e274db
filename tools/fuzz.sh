#!/usr/bin/env bash
# Builds the fuzzers with clang under build-fuzz/ and runs each for some seconds.
#
#   tools/fuzz.sh SECONDS [NAME...]     NAME: a puzzle, save, move, option, …; all if not given
#
# Prints a line for each fuzzer. What was learnt stays in build-fuzz/corpus/NAME and is the beginning
# of the next run; an input that broke something is kept in build-fuzz/findings/NAME, and
# `build-fuzz/fuzz/replay-NAME FILE` shows it again. Ends with status 1 if there was one.
set -euo pipefail
cd "$(dirname "$0")/.."

seconds=${1:-60}
shift || true
build=build-fuzz
cc=${CC:-clang-14}

if [ ! -f $build/build.ninja ]; then
    CC=$cc meson setup $build -Dfuzzers=true -Dtests=disabled -Dbuildtype=debugoptimized \
        -Db_sanitize=address,undefined -Db_lundef=false -Dc_args=-fsanitize=fuzzer-no-link >&2
fi

ninja -C $build build.ninja >&2 # there may be new fuzzers
names=("$@")
if [ ${#names[@]} -eq 0 ]; then
    mapfile -t names < <(ninja -C $build -t targets all |
        sed -n 's|^fuzz/fuzz-\([^/:]*\): c_LINKER.*|\1|p')
fi
ninja -C $build "${names[@]/#/fuzz/fuzz-}" "${names[@]/#/fuzz/replay-}" >&2

# The last number that libFuzzer gave for something in its log.
last() {
    sed -n "s/.*$2 *\([0-9]*\).*/\1/p" "$1" | tail -1
}

failed=0
for name in "${names[@]}"; do
    corpus=$build/corpus/$name
    findings=$build/findings/$name
    log=$build/fuzz-$name.log
    mkdir -p "$corpus" "$findings"
    cases=()
    for pattern in "src/puzzles/$name/cases/*.md" "docs/$name*.md"; do
        compgen -G "$pattern" >/dev/null && cases+=(--cases "$pattern")
    done
    $build/fuzz/replay-"$name" "${cases[@]}" --write "$corpus"
    status=0
    UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1 $build/fuzz/fuzz-"$name" "$corpus" \
        -max_total_time="$seconds" -timeout=20 -rss_limit_mb=3000 -max_len=2048 \
        -artifact_prefix="$findings/" -print_final_stats=1 >"$log" 2>&1 || status=$?
    runs=$(last "$log" number_of_executed_units:)
    cover=$(last "$log" 'cov:')
    if [ $status -eq 0 ]; then
        echo "fuzz-$name: nothing found in ${runs:-0} runs, $seconds s (coverage ${cover:-0})"
    else
        failed=1
        echo "fuzz-$name: FOUND SOMETHING after ${runs:-0} runs, see $log and $findings/"
    fi
done
exit $failed
