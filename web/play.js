/* A game as this browser plays it: the server's state, and moves that are on their way there. */
import * as api from "./api.js";
import { pause } from "./dom.js";
import { watch } from "./events.js";

/** @typedef {import("./types.js").Game} Game */

const MOST_MOVES = 500;

/**
 * @typedef {object} Listener
 * @property {(game: Game, how: {move?: string, mine?: boolean}) => void} changed The board has changed.
 * @property {(failure: import("./types.js").Failure, moves: string[]) => void} refused Moves were not allowed.
 * @property {(words: string) => void} troubled Something else went wrong.
 * @property {(online: boolean) => void} online
 */

/**
 * @typedef {object} Rules
 * @property {(board: any, move: string) => any} apply The board after a move; null if only the server can tell.
 * @property {(before: any, now: any, move: string) => boolean} same Whether a move that was meant for one board does
 *     the same on another.
 */

export class Play {
    /**
     * @param {Game} game
     * @param {Rules} rules
     * @param {Listener} listener
     */
    constructor(game, rules, listener) {
        this.game = game;
        this.apply = rules.apply;
        this.same = rules.same;
        this.listener = listener;
        this.closed = false;
        /** The board as shown: the server's, with the moves that are on their way. */
        this.board = game.board;
        /** @type {string[]} */
        this.waiting = [];
        /** Changes go to the server one after the other, each for the version that it was made for. */
        this.tail = Promise.resolve();
        this.busy = 0;
        /** The newest version that the stream has announced while our own changes were on their way. */
        this.missed = 0;
        this.asked = 0;
        /** Where strokes of several moves end, with their lengths: one undo takes back one stroke.
         * @type {Map<number, number>} */
        this.strokes = new Map();
        this.online = true;
        this.unwatch = watch(game.id, (version) => this.notified(version), (online) => this.streamOnline(online));
    }

    /** The stream of changes was lost, or is back: then this asks for what happened in the meantime. @param {boolean} online */
    streamOnline(online) {
        this.tellOnline(online);
        if (online && this.busy === 0) this.refresh();
    }

    /** @param {boolean} online */
    tellOnline(online) {
        if (online === this.online) return;
        this.online = online;
        this.listener.online(online);
    }

    close() {
        this.closed = true;
        this.unwatch();
    }

    /** The number of moves, including those on their way. */
    get count() {
        return this.game.moves.length + this.waiting.length;
    }

    /** @param {Game} game @param {{move?: string, mine?: boolean}} [how] */
    take(game, how = {}) {
        if (game.version < this.game.version) return;
        /* Strokes are stored by move numbers, which other players' moves shift. */
        if (!how.mine && game.version !== this.game.version) this.strokes.clear();
        this.game = game;
        this.board = game.board;
        for (const move of this.waiting) this.board = this.apply(this.board, move) ?? this.board;
        this.listener.changed(game, how);
    }

    /** @param {number} version */
    async notified(version) {
        this.tellOnline(true);
        if (this.busy > 0) this.missed = Math.max(this.missed, version);
        if (version <= this.game.version || this.busy > 0 || version <= this.asked) return;
        this.asked = version;
        await this.refresh();
    }

    async refresh() {
        try {
            const before = this.game;
            const game = await api.game(this.game.id);
            this.tellOnline(true);
            if (game.version <= this.game.version && game.thinking === before.thinking) return;
            const oneMore = game.moves.length === before.moves.length + 1;
            this.take(game, { move: oneMore ? game.moves[game.moves.length - 1] : undefined });
        } catch (error) {
            this.asked = 0;
            if (!(error instanceof api.Unreachable)) return this.listener.troubled(api.sentence(error));
            this.tellOnline(false);
            await pause(2000);
            if (!this.closed && this.busy === 0) await this.refresh();
        }
    }

    /** Plays moves, which one undo takes back together. They are shown before the server has answered.
     * @param {string[]} moves
     */
    play(moves) {
        let board = this.board;
        for (const move of moves) {
            const next = board && this.apply(board, move);
            board = next ?? null;
        }
        this.waiting.push(...moves);
        if (moves.length > 1) this.strokes.set(this.count, moves.length);
        if (board) {
            this.board = board;
            this.listener.changed(this.game, { move: moves.length === 1 ? moves[0] : undefined, mine: true });
        }
        return this.after(() => this.send());
    }

    /** Runs a task when all changes before it are done. @param {() => Promise<void>} task */
    after(task) {
        this.busy++;
        this.tail = this.tail.then(task).finally(() => {
            if (--this.busy === 0 && this.missed > this.game.version) this.refresh();
        });
        return this.tail;
    }

    async send() {
        let failures = 0;
        while (this.waiting.length > 0) {
            const moves = this.waiting.slice(0, MOST_MOVES);
            try {
                const game = await api.change(this.game.id, "moves", { version: this.game.version, moves });
                this.waiting.splice(0, moves.length);
                this.take(game, { mine: true });
                failures = 0;
                this.tellOnline(true);
            } catch (error) {
                if (!(await this.recover(error, moves, failures++))) this.waiting.length = 0;
            }
        }
    }

    /** Returns true if the waiting moves are to be sent again.
     * @param {unknown} error @param {string[]} moves @param {number} failures
     * @returns {Promise<boolean>}
     */
    async recover(error, moves, failures) {
        if (error instanceof api.Unreachable) {
            this.tellOnline(false);
            await pause(Math.min(5000, 500 * 2 ** failures));
            return true;
        }
        let game;
        try {
            game = await api.game(this.game.id);
            this.tellOnline(true);
        } catch (lost) {
            if (lost instanceof api.Unreachable) return this.recover(lost, moves, failures + 1);
            game = this.game;
        }
        if (error instanceof api.Refused && error.failure.code === "conflict" && this.adopt(game)) return true;
        const lost = [...this.waiting];
        this.waiting.length = 0;
        this.strokes.clear();
        this.show(game);
        this.explain(error, moves, lost);
        return false;
    }

    /** Shows the server's game with what is waiting. @param {Game} game */
    show(game) {
        this.asked = 0;
        this.game = game;
        this.board = game.board;
        for (const move of this.waiting) this.board = this.apply(this.board, move) ?? this.board;
        this.listener.changed(game, {});
    }

    /** The server has a newer version. If its new moves are the first ones that are waiting here, an answer got lost and
     * they are done. If they are somebody else's and ours still mean the same, ours are sent for the new version.
     * Returns false if neither is so.
     * @param {Game} game
     */
    adopt(game) {
        const before = this.game, more = game.moves.slice(before.moves.length);
        if (game.version === before.version) return false;
        const done = more.length > 0 && game.version === before.version + more.length && more.every((move, at) => this.waiting[at] === move);
        if (!done && !this.waiting.every((move) => this.same(before.board, game.board, move))) return false;
        if (done) this.waiting.splice(0, more.length);
        else this.strokes.clear();
        this.show(game);
        return true;
    }

    /** @param {unknown} error @param {string[]} moves @param {string[]} lost What was not played. */
    explain(error, moves, lost) {
        const what = lost.length === 1 ? `Your move ${lost[0]} was not made.` : `Your ${lost.length} moves were not made.`;
        if (error instanceof api.Refused && error.failure.code === "illegal_move") this.listener.refused(error.failure, moves);
        else if (error instanceof api.Refused && error.failure.code === "conflict")
            this.listener.troubled(`The game was changed elsewhere in the meantime; this is how it stands now. ${what}`);
        else this.listener.troubled(`${api.sentence(error)} ${what}`);
    }

    /** Settles when all changes are done. */
    settled() {
        return this.tail;
    }

    /** @param {"undo" | "redo"} action @param {number} [count] */
    step(action, count) {
        return this.after(() => this.stepNow(action, count));
    }

    /** @param {"undo" | "redo"} action @param {number} [count] */
    async stepNow(action, count) {
        if (action === "undo" ? !this.game.can_undo : !this.game.can_redo) return;
        const { version } = this.game, many = count ?? this.strokeLength(action);
        for (let failures = 0; !this.closed; failures++) {
            try {
                const game = await api.change(this.game.id, action, { version, count: many });
                this.take(game, { mine: true });
                this.tellOnline(true);
                return;
            } catch (error) {
                if (error instanceof api.Unreachable) {
                    this.tellOnline(false);
                    await pause(Math.min(5000, 500 * 2 ** failures));
                    continue;
                }
                await this.refresh();
                /* After a lost answer a conflict only means that the request was carried out. */
                const done = failures > 0 && this.game.version === version + 1;
                if (error instanceof api.Refused && error.failure.code === "conflict" && !done)
                    this.listener.troubled(`The game was changed elsewhere in the meantime; this is how it stands now. Nothing was ${action === "undo" ? "taken back" : "done again"}.`);
                else if (!done) this.listener.troubled(api.sentence(error));
                return;
            }
        }
    }

    /** @param {"undo" | "redo"} action */
    strokeLength(action) {
        const at = this.game.moves.length;
        if (action === "undo") return Math.min(at, this.strokes.get(at) ?? 1) || 1;
        for (const [end, length] of this.strokes) if (end - length === at && length <= this.game.undone) return length;
        return 1;
    }

    /** Other changes: resign, rematch, an engine for a seat.
     * @param {string} action @param {Record<string, unknown>} [body]
     */
    async change(action, body) {
        await this.settled();
        const game = await api.change(this.game.id, action, body);
        if (game.id === this.game.id) this.take(game, { mine: true });
        return game;
    }
}
