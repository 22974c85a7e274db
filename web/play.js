/* A game as this browser plays it: what the server knows, and moves that are on their way there. */
import * as api from "./api.js";
import { pause } from "./dom.js";
import { watch } from "./events.js";

/** @typedef {import("./types.js").Game} Game */

const MOST_MOVES = 500;

/**
 * @typedef {object} Listener
 * @property {(game: Game, how: {move?: string, mine?: boolean}) => void} changed The board is another one.
 * @property {(failure: import("./types.js").Failure, moves: string[]) => void} refused Moves were not allowed.
 * @property {(words: string) => void} troubled Something else went wrong.
 * @property {(online: boolean) => void} online
 */

export class Play {
    /**
     * @param {Game} game
     * @param {(board: any, move: string) => any} apply The board after a move; null if that cannot be told here.
     * @param {Listener} listener
     */
    constructor(game, apply, listener) {
        this.game = game;
        this.apply = apply;
        this.listener = listener;
        /** What is shown: the server's board with the moves that are on their way. */
        this.board = game.board;
        /** @type {string[]} */
        this.waiting = [];
        /** Changes go to the server one after the other: each is made for the version that it gives. */
        this.tail = Promise.resolve();
        this.busy = 0;
        /** The newest version that was heard of while changes of one's own were on their way. */
        this.missed = 0;
        this.asked = 0;
        /** Where strokes of several moves end, and how long they are: one undo takes back one stroke.
         * @type {Map<number, number>} */
        this.strokes = new Map();
        this.unwatch = watch(game.id, (version) => this.heard(version));
    }

    close() {
        this.unwatch();
    }

    /** How many moves there are, those on their way included. */
    get count() {
        return this.game.moves.length + this.waiting.length;
    }

    /** @param {Game} game @param {{move?: string, mine?: boolean}} [how] */
    take(game, how = {}) {
        if (game.version < this.game.version) return;
        this.game = game;
        this.board = game.board;
        for (const move of this.waiting) this.board = this.apply(this.board, move) ?? this.board;
        this.listener.changed(game, how);
    }

    /** @param {number} version */
    async heard(version) {
        this.listener.online(true);
        if (this.busy > 0) this.missed = Math.max(this.missed, version);
        if (version <= this.game.version || this.busy > 0 || version <= this.asked) return;
        this.asked = version;
        await this.refresh();
    }

    async refresh() {
        try {
            const before = this.game;
            const game = await api.game(this.game.id);
            if (game.version <= this.game.version && game.thinking === before.thinking) return;
            const oneMore = game.moves.length === before.moves.length + 1;
            this.take(game, { move: oneMore ? game.moves[game.moves.length - 1] : undefined });
        } catch (error) {
            if (error instanceof api.Unreachable) this.listener.online(false);
            else this.listener.troubled(api.sentence(error));
        }
    }

    /** Plays moves, which are one stroke to be undone. They are shown before the server has answered.
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

    /** Does something when all changes before it are done. @param {() => Promise<void>} task */
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
                this.listener.online(true);
            } catch (error) {
                if (!(await this.recover(error, moves, failures++))) this.waiting.length = 0;
            }
        }
    }

    /** Returns true if the moves are to be sent again.
     * @param {unknown} error @param {string[]} moves @param {number} failures
     */
    async recover(error, moves, failures) {
        if (error instanceof api.Unreachable) {
            this.listener.online(false);
            await pause(Math.min(5000, 500 * 2 ** failures));
            return true;
        }
        this.waiting.length = 0;
        this.asked = 0;
        const game = await api.game(this.game.id).catch(() => this.game);
        this.game = game;
        this.board = game.board;
        this.listener.changed(game, {});
        if (error instanceof api.Refused && error.failure.code === "illegal_move") this.listener.refused(error.failure, moves);
        else if (error instanceof api.Refused && error.failure.code === "conflict")
            this.listener.troubled("The game was changed somewhere else in the meantime; here is how it stands.");
        else this.listener.troubled(api.sentence(error));
        return false;
    }

    /** When all changes are done. */
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
        const many = count ?? this.strokeLength(action);
        try {
            const game = await api.change(this.game.id, action, { version: this.game.version, count: many });
            this.take(game, { mine: true });
        } catch (error) {
            if (error instanceof api.Refused && error.failure.code === "conflict") await this.refresh();
            else this.listener.troubled(api.sentence(error));
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
