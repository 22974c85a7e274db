#!/usr/bin/env bash
# Plays a game full-screen in a real terminal (tmux) by keys, and looks at the screen.
# usage: play-screen.sh PROGRAM
program=$1
command -v tmux >/dev/null || { echo "1..0 # SKIP tmux is not installed" && exit 0; }
scratch=$(mktemp -d)
socket=$scratch/tmux
number=0
screen() { tmux -S "$socket" capture-pane -p -t game; }
keys() { tmux -S "$socket" send-keys -t game "$@"; }
trap 'tmux -S "$socket" kill-server 2>/dev/null; rm -rf "$scratch"' EXIT

# Waits, ten seconds at the most, until the screen shows the pattern.
shows() { # name, pattern
    number=$((number + 1))
    for _ in $(seq 100); do
        if screen | grep -qE -- "$2"; then
            echo "ok $number - $1"
            return
        fi
        sleep 0.1
    done
    echo "not ok $number - $1"
    screen | sed 's/^/# /'
}

printf '2 1 | |\ngoal: | | 2 1\n' >"$scratch/small.hanoi"
export LC_ALL=C.UTF-8
tmux -S "$socket" -f /dev/null new-session -d -s game -x 80 -y 24 \
    "$program play --ascii --save $scratch/game.json $scratch/small.hanoi; echo ended with \$?; sleep 20"
shows "the board is there" '<1>'
keys h
shows "a hint says why" 'Disc 2 is the largest'
keys 0 1
shows "two digits move a disc" '<=2=> +<1>'
keys u
shows "u takes it back" '^ +<1>'
keys r
shows "r plays it again" '<=2=> +<1>'
keys 0 1
shows "an illegal move is refused with its reason" 'may not lie on the smaller'
keys 0 2 1 2
shows "it says when it is solved" '[Ss]olved'
keys q
shows "q leaves and the terminal is as before" 'ended with 0'
number=$((number + 1))
grep -q '"0>1"' "$scratch/game.json" && echo "ok $number - the game is saved" ||
    echo "not ok $number - the game is saved"
echo "1..$number"
