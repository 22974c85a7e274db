#!/usr/bin/env bash
# Plays games full-screen in a real terminal (tmux) by keys and by the mouse, and looks at the
# screen.
# usage: play-screen.sh PROGRAM
program=$(realpath "$1")
command -v tmux >/dev/null || { echo "1..0 # SKIP tmux is not installed" && exit 0; }
scratch=$(mktemp -d)
socket=
games=0
number=0
screen() { tmux -S "$socket" capture-pane -p -t game; }
keys() { tmux -S "$socket" send-keys -t game "$@"; }
close() { [ -z "$socket" ] || tmux -S "$socket" kill-server; }
# A game that is cut off saves its moves to the current folder a moment later.
clean() {
    close
    cd / && until rm -rf "$scratch" 2>&-; do sleep 0.1; done
}
trap clean EXIT
cd "$scratch" || exit 1

# A terminal of 80 x 24 with a game in it. It says that it is an xterm, whose mouse is the one that
# most terminals have. Every game has a server of its own: an old one takes a while to go. On a busy
# machine a mouse's sequence may come in pieces; ESCDELAY lets the game wait for them.
game() { # arguments of play
    close
    games=$((games + 1))
    socket=$scratch/tmux$games
    tmux -S "$socket" -f /dev/null new-session -d -s game -x 80 -y 24 \
        "TERM=xterm-256color ESCDELAY=2000 $program play --ascii $*; echo ended with \$?; sleep 60"
}

# A button goes down (M) or up (m): 0 is the left, 2 the right one. Rows and columns from 1.
mouse() { # button, row, column, M or m
    keys -l "$(printf '\033[<%d;%d;%d%s' "$1" "$3" "$2" "$4")"
}
click() { # button, row, column
    mouse "$1" "$2" "$3" M
    mouse "$1" "$2" "$3" m
}

# Down here and up there before the game has looked.
quick_drag() { # button, row, column, row, column
    keys -l "$(printf '\033[<%d;%d;%dM\033[<%d;%d;%dm' "$1" "$3" "$2" "$1" "$5" "$4")"
}

# Down and up before the game has looked.
quick_click() { # button, row, column
    keys -l "$(printf '\033[<%d;%d;%dM\033[<%d;%d;%dm' "$1" "$3" "$2" "$1" "$3" "$2")"
}

# Waits at most ten seconds until the screen shows the pattern, or no longer shows it.
comes_to() { # 0: shows it, 1: does not; name, pattern
    number=$((number + 1))
    for _ in $(seq 100); do
        screen | grep -qE -- "$3"
        if [ $? -eq "$1" ]; then
            echo "ok $number - $2"
            return
        fi
        sleep 0.1
    done
    echo "not ok $number - $2"
    screen | sed 's/^/# /'
}
shows() { comes_to 0 "$@"; }
lacks() { comes_to 1 "$@"; }

export LC_ALL=C.UTF-8

# ---- Hanoi: keys ----
printf '2 1 | |\ngoal: | | 2 1\n' >"$scratch/small.hanoi"
game --save "$scratch/game.json" "$scratch/small.hanoi"
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
shows "an illegal move is refused with its reason" 'may not be placed on the smaller'
keys k
shows "k checks the game so far" '1 move played, all legal'
keys 0 2 1 2
shows "it says when it is solved" '[Ss]olved'
keys q
shows "q leaves and the terminal is as before" 'ended with 0'
number=$((number + 1))
grep -q '"0>1"' "$scratch/game.json" && echo "ok $number - the game is saved" ||
    echo "not ok $number - the game is saved"

# ---- Hanoi: the mouse; a peg has seven columns ----
game "$scratch/small.hanoi"
shows "the board is there again" '<1>'
click 0 4 4
shows "a click picks a disc" '^ *\* *$'
click 0 4 11
shows "and one puts it down" '<=2=> +<1>'
mouse 0 5 4 M
mouse 0 3 18 m
shows "a disc can be dragged" '<1> +<=2=>'
click 0 5 11
click 2 5 11
click 0 5 18
shows "the right button puts it back" '<1> +<=2=>'
keys q

game "$scratch/small.hanoi"
shows "once more" '<1>'
quick_drag 0 4 4 4 18
shows "a disc can be dragged quickly" '<=2=> +[|] +<1>'
keys q

# ---- Hanoi: towers wider than the screen ----
printf '16 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1 | | | | | | |\n' >"$scratch/wide.hanoi"
game "$scratch/wide.hanoi"
shows "the largest disc is seen" '<=+16=+>'
keys Left
shows "the screen follows the cursor to the last peg" '^ +5 +6 +7$'
keys Right
shows "and back" '<=+16=+>'
keys q

# ---- Harmony: the mouse; row A is on line 4, a tile has five columns ----
printf 'ROWS 2\nCOLS 3\nBOARD\nRED A1 2 A2 1 B3 1\nBLUE A3 1 B1 1 B2 0\n' >"$scratch/small.harmony"
game "$scratch/small.harmony"
shows "the tiles are there" 'A \[R2\] +R1 +B1'
click 0 4 14
shows "a click goes to a tile" 'A +R2 +R1 +\[B1\]'
click 0 5 14
shows "and another swaps the two" 'A +R2 +R1 +R0'
keys u
mouse 0 4 14 M
mouse 0 5 14 m
shows "a tile can be dragged" 'Harmony, 1 move'
keys q

# ---- Harmony: a fatal move is told at once ----
printf 'ROWS 2\nCOLS 2\nBOARD\nRED A1 1 B2 1\nBLUE B1 1 A2 1\n' >"$scratch/fatal.harmony"
game "$scratch/fatal.harmony"
shows "a board that two swaps solve" 'A \[R1\] +B1'
keys : A1-A2 Enter
shows "a move that leaves no solution is told" 'After this move there is no solution left'
keys u
lacks "and taken back" 'no solution left'
keys q
shows "with no moves q leaves at once" 'ended with 0'

# ---- leaving with moves that are not saved ----
game "$scratch/small.hanoi"
shows "a game to leave" '<1>'
keys 0 1
shows "with a move" '<=2=> +<1>'
keys q
shows "q asks about moves that are not saved" 'not saved. Press s to save the game, or q again'
keys h
lacks "another key goes on" 'not saved'
keys q q
shows "q twice leaves" 'ended with 0'
lacks "and discards them" 'saved to'
game "$scratch/small.hanoi"
shows "a game to lose" '<1>'
keys 0 1
shows "with a move too" '<=2=> +<1>'
kill -HUP "$(tmux -S "$socket" list-panes -t game -F '#{pane_pid}' | xargs pgrep -P)"
shows "a hangup keeps the game" 'saved to unsaved-hanoi'

# ---- Nonogram: an arrow; R1C1 is at line 5, column 3, a cell has two columns ----
printf 'width 5\nheight 5\nrows\n1\n3\n5\n1\n1\ncolumns\n1\n2\n5\n2\n1\n' >"$scratch/arrow.non"
game "$scratch/arrow.non"
shows "the cells are there" 'R1C1 unknown'
click 0 7 3
shows "a click fills a cell" 'R3C1 black'
quick_click 0 8 3
shows "however quick it is" 'R4C1 black'
keys u
mouse 0 7 5 M
mouse 0 7 12 m
shows "a stretch is dragged" '5\|########\[\]\|'
shows "and its clue is done" 'row 3: \(5\)'
click 2 5 3
shows "the right button marks a cell as empty" 'R1C1 empty'
keys BSpace
shows "backspace clears it" 'R1C1 unknown'
keys x
shows "x marks it" 'R1C1 empty'
keys DC
shows "the delete key clears it as well" 'R1C1 unknown'
click 0 5 5
shows "a wrong cell is as good as another" 'R1C2 black'
keys Down k
shows "but k says that there is a mistake" 'Column 2 \(2\) has'
lacks "and not where" 'R1C2'
keys q

# ---- Nonogram: a board larger than the screen ----
{
    printf 'width 60\nheight 60\nrows\n'
    for i in $(seq 60); do echo $((i % 9 + 1)); done
    printf 'columns\n'
    for i in $(seq 60); do echo $((i % 9 + 1)); done
} >"$scratch/large.non"
game "$scratch/large.non"
shows "the cursor is in the first cell" '^2\|\[\]'
shows "what is below the board is seen" 'column 1: 2'
for _ in 1 2 3 4 5 6 7 8 9 10 11 12; do keys '}' ']'; done
shows "the cursor can be led to the last cell" 'R60C60 unknown'
shows "the screen follows, and the row's clue stays" '^7\|.*\[\]\|'
shows "so do the columns' clues" ' 3 4 5 6 7$'
read -r row column < <(screen | awk '(at = index($0, "[]")) { print NR, at; exit }')
click 0 "$row" $((column - 2))
shows "the mouse finds the cell that is seen" 'R60C59 black'
keys PPage PPage PPage
lacks "a page up leaves the cursor" '^[0-9]\|.*\[\]'
keys Up
shows "a key goes back to it" '^6\|.*\[\]'
shows "one row up" 'R59C59 unknown'
keys q q
shows "the game ends" 'ended with 0'
echo "1..$number"
