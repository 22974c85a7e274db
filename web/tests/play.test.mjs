/* A game as the browser plays it, against a server that answers when and what the test wants: versions, strokes, moves
 * that are sent again, changes by others, the stream of events. */
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { Play } from "../play.js";

const apply = (board, move) => (move.startsWith("?") ? null : [...board, move]);
const same = (before, now, move) => !move.startsWith("!");
/** The requests that wait for their answer: {method, path, body, answer(status, data), lose()}. */
let asked = [];
/** The streams of events that were opened. */
let streams = [];

class Stream extends EventTarget {
    static CLOSED = 2;

    constructor(url) {
        super();
        this.url = url;
        this.readyState = 1;
        streams.push(this);
    }

    close() {
        this.readyState = 2;
    }

    /** The server tells of a change. */
    tell(topic, version) {
        this.dispatchEvent(Object.assign(new Event("change"), { data: JSON.stringify({ topic, version }) }));
    }
}

beforeEach(() => {
    asked = [];
    streams = [];
    globalThis.localStorage = { getItem: () => "key" };
    globalThis.EventSource = Stream;
    globalThis.fetch = (path, { method, body, headers }) => new Promise((resolve, reject) => {
        asked.push({
            method, path, body: body && JSON.parse(body), headers, lose: () => reject(new TypeError("no connection")),
            answer: (status, data) => resolve({ ok: status < 300, status, json: async () => data, headers: new Map() }),
        });
    });
});

let games = 0;

/** A game's state with these moves. */
function state(id, version, moves, more = {}) {
    return { id, version, moves, board: moves, can_undo: moves.length > 0, can_redo: true, undone: 9, thinking: false, ...more };
}

/** A game that is played, and what its page was told. */
function begin(moves = []) {
    const id = `game${++games}`, told = { changed: [], refused: [], troubled: [], online: [] };
    const play = new Play(state(id, moves.length, moves), { apply, same }, {
        changed: (game, how) => told.changed.push({ version: game.version, ...how }), refused: (failure) => told.refused.push(failure),
        troubled: (words) => told.troubled.push(words), online: (online) => told.online.push(online),
    });
    return { id, play, told };
}

/** Waits for a request, and takes it. */
async function next() {
    for (let tries = 0; tries < 1000 && asked.length === 0; tries++) await new Promise((resolve) => setImmediate(resolve));
    assert.ok(asked.length, "a request was expected");
    return asked.shift();
}

/** Lets everything go on that can. */
async function settle() {
    for (let turns = 0; turns < 20; turns++) await new Promise((resolve) => setImmediate(resolve));
}

/** Timers that run when the test says so. */
function fakeClock() {
    const real = [globalThis.setTimeout, globalThis.clearTimeout];
    let now = 0, waiting = [];
    globalThis.setTimeout = (call, after) => {
        waiting.push({ call, at: now + after });
        return waiting.at(-1);
    };
    globalThis.clearTimeout = (timer) => { waiting = waiting.filter((one) => one !== timer); };
    return {
        tick(milliseconds) {
            now += milliseconds;
            const due = waiting.filter((one) => one.at <= now);
            waiting = waiting.filter((one) => one.at > now);
            for (const { call } of due) call();
        },
        end: () => { [globalThis.setTimeout, globalThis.clearTimeout] = real; },
    };
}

const conflict = { error: { code: "conflict", message: "another version" } };

test("moves are shown at once and sent one after the other, each for the version that the one before gave", async () => {
    const { id, play } = begin();
    play.play(["a"]);
    play.play(["b"]);
    assert.deepEqual(play.board, ["a", "b"], "shown before the server has answered");
    const first = await next();
    await settle();
    assert.equal(asked.length, 0, "one at a time");
    assert.deepEqual([first.path, first.body], [`/api/v1/games/${id}/moves`, { version: 0, moves: ["a", "b"] }]);
    assert.equal(first.headers.Authorization, "Bearer key");
    play.play(["c"]);
    first.answer(200, state(id, 2, ["a", "b"]));
    const second = await next();
    assert.deepEqual(second.body, { version: 2, moves: ["c"] });
    assert.deepEqual(play.board, ["a", "b", "c"], "what is on its way stays shown");
    second.answer(200, state(id, 3, ["a", "b", "c"]));
    await play.settled();
    assert.deepEqual(play.waiting, []);
    play.close();
});

test("an answer about an older version changes nothing", async () => {
    const { id, play, told } = begin();
    play.notified(1);
    const old = await next();
    assert.equal(old.method, "GET");
    play.play(["mine"]);
    (await next()).answer(200, state(id, 2, ["theirs", "mine"]));
    await play.settled();
    const seen = told.changed.length;
    old.answer(200, state(id, 1, ["theirs"]));
    await settle();
    assert.equal(play.game.version, 2);
    assert.deepEqual(play.board, ["theirs", "mine"], "the board does not go back");
    assert.equal(told.changed.length, seen, "and nobody is told of it");
    play.take(state(id, 1, ["theirs"]));
    assert.equal(play.game.version, 2);
    play.close();
});

test("one undo takes back one stroke, and one redo brings it again", async () => {
    const { id, play } = begin();
    play.play(["a"]);
    play.play(["b", "c", "d"]);
    (await next()).answer(200, state(id, 4, ["a", "b", "c", "d"]));
    await play.settled();
    play.step("undo");
    let request = await next();
    assert.deepEqual([request.path, request.body], [`/api/v1/games/${id}/undo`, { version: 4, count: 3 }]);
    request.answer(200, state(id, 5, ["a"]));
    await play.settled();
    play.step("redo");
    request = await next();
    assert.deepEqual([request.path, request.body], [`/api/v1/games/${id}/redo`, { version: 5, count: 3 }]);
    request.answer(200, state(id, 6, ["a", "b", "c", "d"]));
    await play.settled();
    play.step("undo", 2);
    request = await next();
    assert.equal(request.body.count, 2, "a number that is asked for");
    request.answer(200, state(id, 7, ["a", "b"]));
    await play.settled();
    play.step("undo");
    request = await next();
    assert.equal(request.body.count, 1, "b alone is no stroke");
    request.answer(200, state(id, 8, ["a"]));
    await play.settled();
    play.close();
});

test("after somebody else's move an undo takes back one move, not a stroke that is no longer there", async () => {
    const { id, play } = begin();
    play.play(["a", "b"]);
    (await next()).answer(200, state(id, 2, ["a", "b"]));
    await play.settled();
    play.notified(4);
    (await next()).answer(200, state(id, 4, ["a", "x"]));
    await settle();
    play.step("undo");
    const request = await next();
    assert.deepEqual(request.body, { version: 4, count: 1 });
    request.answer(200, state(id, 5, ["a"]));
    await play.settled();
    play.close();
});

test("of a conflict: moves that mean the same are sent for the new version, others are named as not made", async () => {
    const { id, play, told } = begin();
    play.play(["a"]);
    (await next()).answer(409, conflict);
    (await next()).answer(200, state(id, 1, ["theirs"]));
    const again = await next();
    assert.deepEqual(again.body, { version: 1, moves: ["a"] });
    assert.deepEqual(play.board, ["theirs", "a"]);
    again.answer(200, state(id, 2, ["theirs", "a"]));
    await play.settled();
    assert.deepEqual(told.troubled, []);

    play.play(["!b"]);
    (await next()).answer(409, conflict);
    (await next()).answer(200, state(id, 3, ["theirs", "a", "x"]));
    await play.settled();
    assert.equal(told.troubled.length, 1);
    assert.match(told.troubled[0], /changed elsewhere.*Your move !b was not made\./);
    assert.deepEqual(play.board, ["theirs", "a", "x"]);
    assert.equal(asked.length, 0, "nothing is sent again");
    play.close();
});

test("an answer that got lost: the move is not sent again if it is there", async () => {
    const clock = fakeClock();
    try {
        const { id, play, told } = begin();
        play.play(["a"]);
        (await next()).lose();
        await settle();
        assert.deepEqual(told.online, [false]);
        clock.tick(500);
        (await next()).answer(409, conflict);
        (await next()).answer(200, state(id, 1, ["a"]));
        await play.settled();
        assert.deepEqual([play.board, told.troubled, told.online, asked.length], [["a"], [], [false, true], 0]);
        play.close();
    } finally {
        clock.end();
    }
});

test("a move made while the answer to the one before got lost: both are there, each once", async () => {
    const clock = fakeClock();
    try {
        const { id, play, told } = begin();
        play.play(["!a"]);
        (await next()).lose();
        await settle();
        play.play(["!b"]);
        clock.tick(500);
        const again = await next();
        assert.deepEqual(again.body.moves, ["!a", "!b"]);
        again.answer(409, conflict);
        (await next()).answer(200, state(id, 1, ["!a"]));
        const rest = await next();
        assert.deepEqual(rest.body, { version: 1, moves: ["!b"] });
        rest.answer(200, state(id, 2, ["!a", "!b"]));
        await play.settled();
        assert.deepEqual([play.board, told.troubled, asked.length], [["!a", "!b"], [], 0]);
        play.close();
    } finally {
        clock.end();
    }
});

test("a move that is not allowed goes, with all that was made after it, and its reason is told", async () => {
    const { id, play, told } = begin(["z"]);
    play.play(["a"]);
    play.play(["b"]);
    (await next()).answer(422, { error: { code: "illegal_move", message: "a is not allowed" } });
    (await next()).answer(200, state(id, 1, ["z"]));
    await play.settled();
    assert.equal(told.refused[0].message, "a is not allowed");
    assert.deepEqual([play.board, play.waiting], [["z"], []]);
    play.close();
});

test("a change that is heard of while a move is on its way is asked for afterwards", async () => {
    const { id, play } = begin();
    play.play(["a"]);
    const sent = await next();
    streams.at(-1).tell(id, 2);
    await settle();
    assert.equal(asked.length, 0, "not while the answer is still to come");
    sent.answer(200, state(id, 1, ["a"]));
    (await next()).answer(200, state(id, 2, ["a", "theirs"]));
    await settle();
    assert.deepEqual(play.board, ["a", "theirs"]);
    play.close();
});

test("events: changes of this game are asked for once each, others are not", async () => {
    const { id, play } = begin();
    const stream = streams.at(-1);
    assert.equal(stream.url, `/api/v1/events?topics=${id}`);
    stream.tell("another", 7);
    await settle();
    assert.equal(asked.length, 0);
    stream.tell(id, 1);
    stream.tell(id, 1);
    (await next()).answer(200, state(id, 1, ["a"]));
    await settle();
    assert.equal(asked.length, 0);
    assert.deepEqual(play.board, ["a"]);
    play.close();
    assert.equal(stream.readyState, 2, "nobody listens any more");
});

test("a stream of events that the server has closed is opened again, and what was missed is asked for", async () => {
    const clock = fakeClock();
    try {
        const { id, play, told } = begin();
        const first = streams.at(-1);
        first.readyState = 2;
        first.onerror();
        clock.tick(2500);
        assert.deepEqual(told.online, [false], "it is told when it takes long");
        clock.tick(2500);
        const second = streams.at(-1);
        assert.notEqual(second, first);
        assert.equal(second.url, first.url);
        second.onopen();
        assert.deepEqual(told.online, [false, true]);
        (await next()).answer(200, state(id, 3, ["a", "b", "c"]));
        await settle();
        assert.deepEqual(play.board, ["a", "b", "c"]);
        play.close();
    } finally {
        clock.end();
    }
});
