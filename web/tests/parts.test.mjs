/* Parts of the page that need no browser: what moves do to boards, how large cells are, how games end, what is kept. */
import assert from "node:assert/strict";
import test from "node:test";
import { endWords, hexName, laid, outcomeOf } from "../flows-model.js";
import * as hanoi from "../hanoi.js";
import * as harmony from "../harmony.js";
import * as nonogram from "../nonogram.js";
import { cellSizes, lineDrawing, linePlaces } from "../nonogram-fit.js";

/** Numbers that look random and are the same each time. */
function dice(seed) {
    let state = seed;
    return (sides) => {
        state = (state * 1103515245 + 12345) % 2147483648;
        return Math.floor((state / 2147483648) * sides);
    };
}

test("a move of a nonogram changes its cell and no other", () => {
    const roll = dice(1);
    for (let round = 0; round < 300; round++) {
        const width = 1 + roll(12), height = 1 + roll(12);
        const rows = Array.from({ length: height }, () => Array.from({ length: width }, () => "?#.k"[roll(4)]));
        const board = { width, height, cells: rows.map((row) => row.join("")) };
        const [row, column, value] = [roll(height), roll(width), "?#.r"[roll(4)]];
        const before = JSON.stringify(board), after = nonogram.apply(board, `R${row + 1}C${column + 1}=${value}`);
        rows[row][column] = value;
        assert.deepEqual(after.cells, rows.map((one) => one.join("")));
        assert.equal(JSON.stringify(board), before, "the board before is as it was");
    }
    const board = { width: 2, height: 2, cells: ["??", "??"] };
    for (const wrong of ["R3C1=#", "R1C3=#", "R1C1", "0>1"]) assert.equal(nonogram.apply(board, wrong), null, wrong);
});

test("a nonogram before its moves has their cells open", () => {
    const board = { width: 3, height: 2, cells: ["#.?", "k#."] };
    assert.deepEqual(nonogram.rewind(board, ["R1C1=#", "R2C3=.", "R1C1=#"]).cells, ["?.?", "k#?"]);
});

/** A board of Harmony with every tile's moves as given. */
function harmonyBoard(colours, moves) {
    const tiles = colours.map((row, y) => row.map((colour, x) => ({ place: `${"ABC"[y]}${x + 1}`, colour, moves: moves[y][x] })));
    return { rows: colours.length, columns: colours[0].length, swaps_left: 9, tiles };
}

test("a swap of Harmony changes two tiles, costs each a move, and is undone exactly", () => {
    const board = harmonyBoard([[0, 1], [1, 0]], [[2, 1], [1, 0]]);
    const after = harmony.apply(board, "A1-A2");
    assert.deepEqual(after.tiles[0].map((tile) => [tile.place, tile.colour, tile.moves]), [["A1", 1, 0], ["A2", 0, 1]]);
    assert.deepEqual(after.tiles[1], board.tiles[1]);
    assert.equal(after.swaps_left, 8);
    assert.deepEqual(harmony.rewind(after, ["A1-A2"]), board);
    for (const wrong of ["A1-B2", "B1-B2", "A1-A1", "A1-C1"]) assert.equal(harmony.apply(board, wrong), null, wrong);
    assert.equal(harmony.same(board, after, "B1-B2"), true, "other tiles do not matter");
    assert.equal(harmony.same(board, after, "A1-B1"), false, "another tile is there");
});

test("a disc of Hanoi goes only onto larger ones, by the moves that are allowed", () => {
    const board = { pegs: 3, discs: 3, stacks: [[3, 1], [2], []], goal: [[], [], [3, 2, 1]], arcs: ["0>1", "0>2", "1>0", "1>2", "2>1"], complete: false, regular: true };
    assert.deepEqual(hanoi.apply(board, "0>1").stacks, [[3], [2, 1], []]);
    for (const wrong of ["1>0", "2>1", "2>0", "0>0"]) assert.equal(hanoi.apply(board, wrong), null, wrong);
    assert.deepEqual(hanoi.rewind(hanoi.apply(board, "0>2"), ["0>2"]), board);
    assert.equal(hanoi.same(board, hanoi.apply(board, "0>2"), "1>2"), false);
});

/** All ways of some discs to lie on three pegs. */
function allStacks(discs) {
    return Array.from({ length: 3 ** discs }, (_, code) => {
        const stacks = [[], [], []];
        for (let disc = discs; disc >= 1; disc--) stacks[Math.floor(code / 3 ** (disc - 1)) % 3].push(disc);
        return stacks;
    });
}

test("the shortest way on three pegs is what a search finds", () => {
    const arcs = ["0>1", "0>2", "1>0", "1>2", "2>0", "2>1"], all = allStacks(4);
    for (const goal of all.filter((_, at) => at % 5 === 0)) {
        /* From the goal backwards: with all moves allowed a way back is as long. */
        const far = new Map([[JSON.stringify(goal), 0]]), queue = [goal];
        for (const stacks of queue) {
            for (const arc of arcs) {
                const next = hanoi.apply({ stacks, arcs }, arc)?.stacks, key = JSON.stringify(next);
                if (next && !far.has(key)) far.set(key, far.get(JSON.stringify(stacks)) + 1), queue.push(next);
            }
        }
        for (const stacks of all)
            assert.equal(Number(hanoi.shortest({ pegs: 3, discs: 4, stacks, goal, arcs, complete: true, regular: true })), far.get(JSON.stringify(stacks)));
    }
});

test("a hex of Flows has the name that its player sees, and a move finds it", () => {
    const hexes = [];
    for (let row = -2; row <= 2; row++) for (let col = -2; col <= 2; col++) if (Math.abs(row + col) <= 2) hexes.push({ row, col });
    const board = { radius: 2, hexes, players: Array.from({ length: 6 }, (_, edge) => ({ seat: edge + 1, edge })) };
    for (const { seat, edge } of board.players) {
        const names = hexes.map(({ row, col }) => hexName(2, row, col, edge));
        assert.equal(new Set(names).size, 19, "no name is there twice");
        hexes.forEach((_, at) => assert.equal(laid(board, `P${seat}${names[at]}T1NE`).hex, at));
    }
    assert.equal(laid(board, "P1-resign"), null);
});

/** A finished game of Flows, as the server tells it. */
function over(mine, winners, outcome, resigned = []) {
    const players = [1, 2, 3].map((seat) => ({ seat, resigned: resigned.includes(seat) }));
    return { viewer: { seats: mine }, board: { players, winners, outcome } };
}

test("how a game of Flows ended, for everyone who may look at it", () => {
    for (const [game, outcome, words] of [
        [over([1], [1], "won"), "won", "You won."], [over([2], [1], "won"), "lost", "You lost."],
        [over([1], [1, 2], "tie"), "tied", "You tied."], [over([3], [1, 2], "tie"), "lost", "You lost."],
        [over([1], [1, 2], "won"), "won", "You won."], [over([3], [], "bag-empty"), "tied", "Nobody won."],
        [over([3], [1], "resigned", [2, 3]), "lost", "You lost: you resigned."], [over([1], [1], "resigned", [2, 3]), "won", "You won."],
        [over([1, 2], [1], "won"), "won", "P1 won, P2 lost."], [over([2, 3], [1], "won", [3]), "lost", "P2 lost, P3 resigned and lost."],
        [over([], [1], "won"), "over", ""],
    ]) {
        assert.equal(outcomeOf(game), outcome, JSON.stringify(game));
        assert.equal(endWords(game), words);
    }
});

test("cells are whole device pixels, fit the room, and are not made too small", () => {
    const roll = dice(2);
    for (let round = 0; round < 2000; round++) {
        const shape = { columns: 1 + roll(100), rows: 1 + roll(100), across: 1 + roll(12), down: 1 + roll(12) };
        const room = { width: 300 + roll(900), height: 200 + roll(900) }, ratio = [0.5, 0.75, 1, 1.25, 1.5, 2, 3][roll(7)];
        const sizes = cellSizes(shape, room, ratio, 1), what = JSON.stringify({ shape, room, ratio, sizes });
        for (const one of Object.values(sizes)) assert.ok(Number.isInteger(one) && one >= 1, what);
        assert.ok(sizes.thick > sizes.thin, what);
        const { end } = linePlaces(shape.columns, sizes), clues = (0.72 * shape.across * sizes.cell) / ratio + 8;
        assert.ok(sizes.cell === Math.floor(10 * ratio) || end / ratio + clues <= room.width, `${what}: as wide as the room, or the smallest`);
        assert.ok(cellSizes(shape, room, ratio, 1.25).cell > sizes.cell || ratio < 1, `${what}: zoom makes them larger`);
        assert.ok(sizes.cell <= 41 * ratio, what);
    }
});

test("lines stand between all cells, every fifth is heavy, and the drawing is not stretched", () => {
    for (const count of [1, 4, 5, 6, 15, 17]) {
        const { places, end } = linePlaces(count, { cell: 20, thin: 1, thick: 2 });
        assert.equal(places.length, count + 1);
        places.forEach((line, at) => assert.equal(line.width, at % 5 === 0 || at === count ? 2 : 1));
        places.slice(1).forEach((line, at) => assert.equal(line.at - places[at].at - places[at].width, 20, "every cell has the same size"));
        assert.equal(end, places.at(-1).at + places.at(-1).width);
    }
    const drawing = lineDrawing({ columns: 15, rows: 10 }, { cell: 27, thin: 1, thick: 3 }, 1.25);
    const [left, top, width, height] = drawing.box.split(" ").map(Number);
    assert.deepEqual([width / drawing.width, height / drawing.height], [1.25, 1.25], "as many device pixels as it should have");
    assert.equal(left + width, linePlaces(15, { cell: 27, thin: 1, thick: 3 }).end, "it ends where the board ends");
    assert.equal(top + height, linePlaces(10, { cell: 27, thin: 1, thick: 3 }).end);
    assert.equal(drawing.thin.match(/M/g).length + drawing.thick.match(/M/g).length, 16 + 11);
});

/** A browser's store with room for some characters. */
function store(room = Infinity) {
    const all = new Map();
    return {
        getItem: (name) => all.get(name) ?? null, removeItem: (name) => { all.delete(name); }, all,
        setItem(name, value) {
            const used = [...all].filter(([other]) => other !== name).reduce((sum, [key, text]) => sum + key.length + text.length, 0);
            if (used + name.length + value.length > room) throw new DOMException("full", "QuotaExceededError");
            all.set(name, value);
        },
    };
}

test("all games are kept with their keys; where there is no room, finished ones make some", async () => {
    const storage = await import("../storage.js");
    const game = (at, solved) => ({ id: `G${at}`, puzzle: "hanoi", title: "3 discs", time: 0, solved, moves: at });
    globalThis.localStorage = store();
    for (let at = 0; at < 500; at++) storage.saveToken(`G${at}`, `key${at}`), storage.saveGame(game(at, false));
    assert.equal(storage.savedGames().length, 500);
    for (let at = 0; at < 500; at++) assert.equal(storage.tokenOf(`G${at}`), `key${at}`);
    storage.saveGame(game(3, false));
    assert.deepEqual(storage.savedGames().slice(0, 2).map((one) => one.id), ["G3", "G499"], "the newest first, each once");
    storage.unlistGame("G3");
    assert.equal(storage.savedGames().length, 499);
    assert.equal(storage.tokenOf("G3"), "key3");
    storage.removeGame("G4");
    assert.equal(storage.tokenOf("G4"), null);

    globalThis.localStorage = store(2000);
    for (let at = 0; at < 12; at++) storage.saveToken(`G${at}`, `key${at}`), storage.saveGame(game(at, at % 3 === 0));
    for (let at = 12; at < 40; at++) {
        try {
            storage.saveToken(`G${at}`, `key${at}`);
        } catch {
            break;
        }
        storage.saveGame(game(at, false));
    }
    for (let at = 0; at < 12; at++) if (at % 3) assert.equal(storage.tokenOf(`G${at}`), `key${at}`, "no seat in a game that goes on is lost");
    assert.equal(storage.tokenOf("G0"), null, "the oldest finished game made room");
    assert.throws(() => storage.saveToken("G99", "x".repeat(3000)), /full/);
});
