#!/usr/bin/env bash
# Kills Harmony's classic search again and again, each time once it has written a new checkpoint, and
# continues it from there until there is a verdict, which must be that of an undisturbed search.
# (test_crash_checkpoint goes through the moments within a write.)
# usage: harmony-checkpoint.sh PROGRAM
program=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
kills=3
number=0

cat >"$scratch/solved" <<'END'
ROWS 4
COLS 4

BOARD
RED     A3 1  C3 2  D1 3  D2 1
BLUE    A1 1  B3 0  C1 3  C4 1
GREEN   A2 4  B1 2  B4 1  C2 2
YELLOW  A4 3  B2 2  D3 1  D4 1
END
cat >"$scratch/unsolvable" <<'END'
ROWS 3
COLS 3
BOARD
RED    A1 2  A2 4  A3 6
BLUE   B2 3  C1 2  C3 4
GREEN  B1 1  B3 1  C2 1
END

result() { # name, condition
    number=$((number + 1))
    if [ "$2" = yes ]; then echo "ok $number - $1"; else echo "not ok $number - $1"; fi
}

# Takes the place of the (sub)shell, so that a signal to that reaches the program.
search() { # board, threads, more options
    exec "$program" solve "$scratch/$1" --method classic --tests seed_v1 -t "$2" --json "${@:3}"
}

field() { # name, JSON
    sed -n "s/.*\"$1\":\"\{0,1\}\([a-z0-9]*\).*/\1/p" <<<"$2"
}

# The checkpoint that is there now: each one is a new file.
checkpoint() { stat -c %i "$scratch/checkpoint" 2>/dev/null; }

# Waits until there is another checkpoint than the one named, or the search has ended.
await_checkpoint() { # child, older checkpoint
    while kill -0 "$1" 2>/dev/null && { [ -z "$(checkpoint)" ] || [ "$(checkpoint)" = "$2" ]; }; do
        sleep 0.005
    done
}

# Starts it and kills it once it has written a checkpoint, a few times; then lets it end.
disturb() { # board, threads
    local more=(--checkpoint "$scratch/checkpoint" --report 0.02)
    for _ in $(seq $kills); do
        local older
        older=$(checkpoint)
        search "$1" "$2" "${more[@]}" >"$scratch/out" 2>/dev/null &
        local child=$!
        await_checkpoint $child "$older"
        kill -KILL $child 2>/dev/null && killed=$((killed + 1))
        wait $child 2>/dev/null
        [ -s "$scratch/out" ] && return # it was faster
    done
    (search "$1" "$2" "${more[@]}") >"$scratch/out" 2>"$scratch/lines"
}

for board in solved unsolvable; do
    for threads in 1 2; do
        calm=$(search $board $threads)
        killed=0
        disturb $board $threads
        torn=$(cat "$scratch/out")
        echo "# $board, $threads threads: killed $killed times, $(field generated "$calm") and" \
            "$(field generated "$torn") states"
        result "$board board, $threads threads: the verdict stays" "$(
            [ "$(field status "$calm")" = $board ] && [ "$(field status "$torn")" = $board ] && echo yes)"
        result "$board board, $threads threads: it was killed, and went on" "$(
            [ $killed -gt 0 ] && [ "$(field resumed "$torn")" = true ] && echo yes)"
        # The counts go on from the checkpoint too. Two threads may find another solution first.
        [ $board$threads = solved2 ] || result "$board board, $threads threads: the counts stay" "$(
            [ "$(field generated "$calm")" -gt 0 ] && [ "$(field generated "$calm")" = "$(field generated "$torn")" ] && echo yes)"
        result "$board board, $threads threads: the checkpoint is gone" "$(
            [ -e "$scratch/checkpoint" ] || echo yes)"
    done
done
result "reports have a rate and depths" "$(
    grep -qE '^quandary: [0-9.]+ s: [0-9]+ states generated, .* [0-9]+/s, [0-9]+ waiting \(depth [0-9]+: [0-9]+' \
        "$scratch/lines" && echo yes)"
echo "1..$number"
