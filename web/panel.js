/* The panel beside a board: hints in three steps, checks, ratings, solutions and replays. */
import * as api from "./api.js";
import { fill, h, paragraphs, plural } from "./dom.js";
import { announce, button, speedSlider, toast } from "./ui.js";

/** @typedef {import("./types.js").Result} Result */
/** @typedef {import("./types.js").Game} Game */
/** @typedef {import("./types.js").BoardView} BoardView */
/** @typedef {import("./play.js").Play} Play */
/** @typedef {{apply: (board: any, move: string) => any, rewind: (board: any, moves: string[]) => any}} Rules */

/** What a result says to people: its explanation, where it has one without the names of tests. @param {Result} result */
export function wordsOf(result) {
    return String(result.fields.explanation ?? result.text).trim();
}

export class Panel {
    /**
     * @param {Play} play @param {BoardView} view @param {Rules} rules
     * @param {() => void} redraw Shows the game as it is.
     */
    constructor(play, view, rules, redraw) {
        this.play = play;
        this.view = view;
        this.rules = rules;
        this.redraw = redraw;
        /** @type {AbortController | null} */
        this.job = null;
        this.player = 0;
        this.showing = false;
        this.element = h("section", { class: "panel", "aria-label": "Help", hidden: true });
    }

    /** @param {string} title @param {...import("./dom.js").Child} content */
    show(title, ...content) {
        this.element.hidden = false;
        fill(this.element,
            h("header", {}, h("h2", { text: title }), button({ label: "Close", kind: "quiet", icon: "close", action: () => this.close() })),
            ...content);
    }

    /** Ends the job or the replay that is under way, and hides the panel. */
    close() {
        this.job?.abort();
        this.job = null;
        this.player++;
        const inside = this.element.contains(document.activeElement);
        this.element.hidden = true;
        this.view.mark({});
        if (this.showing) {
            this.showing = false;
            this.redraw();
        }
        if (inside) this.view.focus();
    }

    /** The position has changed, so what the panel says no longer holds. */
    moved() {
        if (!this.element.hidden && !this.showing) this.close();
        else this.view.mark({});
    }

    /** Runs a job, with its progress and a way to cancel it.
     * @param {"hint" | "check" | "solve" | "rate"} kind @param {string} title @param {Record<string, unknown>} [body]
     * @returns {Promise<Result | null>} null if it was cancelled or failed, which the panel says.
     */
    async run(kind, title, body) {
        this.close();
        const job = new AbortController();
        this.job = job;
        const words = h("p", { class: "progress-words", text: "Starting\u2026" }), bar = h("progress", { "aria-label": "Progress" });
        const slow = setTimeout(() => {
            this.show(title, bar, words, h("div", { class: "buttons" }, button({ label: "Cancel", icon: "stop", action: () => job.abort() })));
        }, 150);
        try {
            await Promise.race([this.play.settled(), new Promise((resolve) => job.signal.addEventListener("abort", resolve))]);
            if (job.signal.aborted) throw new DOMException("cancelled", "AbortError");
            const { id, version } = this.play.game;
            const result = await api.ask(id, kind, body, (state) => this.progress(state, bar, words), job.signal);
            if (this.play.game.version === version && this.job === job) return result;
            if (this.job === job) this.close();
            return null;
        } catch (error) {
            const cancelled = error instanceof DOMException;
            /* The player has closed the panel or moved on: there is nothing to report. */
            if (cancelled && this.job !== job) return null;
            this.show(title, h("p", { text: cancelled ? "Cancelled." : api.sentence(error) }));
            announce(cancelled ? "Cancelled" : api.sentence(error));
            return null;
        } finally {
            clearTimeout(slow);
            if (this.job === job) this.job = null;
        }
    }

    /** @param {import("./types.js").Job} job @param {HTMLProgressElement} bar @param {HTMLElement} words */
    progress(job, bar, words) {
        const { seconds, nodes, fraction, note, before } = job.progress;
        if (fraction === null) bar.removeAttribute("value");
        else bar.value = fraction;
        words.textContent = job.state === "busy" ? "The server is busy; trying again\u2026"
            : job.state === "lost" ? "The server does not answer; trying again\u2026"
            : job.state === "queued" ? `Waiting for ${plural(before, "other job")} to finish first.`
            : `${note ? `${note}, ` : ""}${seconds.toFixed(1)} seconds, ${nodes.toLocaleString("en")} states searched.`;
    }

    async hint() {
        const result = await this.run("hint", "Hint");
        if (!result) return;
        if (result.moves?.length) this.hintStep(result, 1);
        else this.advice("Hint", result);
    }

    /** Three steps: where to look, what follows, do it. @param {Result} result @param {number} step */
    hintStep(result, step) {
        const where = this.view.where(result);
        const words = [h("li", { class: step === 1 ? "now" : "" }, h("strong", { text: "Where to look. " }), where.words)];
        if (step > 1) {
            const [first, ...rest] = wordsOf(result).split("\n");
            words.push(h("li", { class: "now" }, h("strong", { text: "What follows. " }), first, ...paragraphs(rest.join("\n")),
                result.brief ? h("p", { class: "brief", text: result.brief.trim() }) : null));
        }
        const moves = result.moves ?? [];
        const next = step === 1
            ? button({ label: "What follows?", kind: "primary", action: () => this.hintStep(result, 2) })
            : button({ label: moves.length > 1 ? `Do it (${moves.length} moves)` : "Do it", kind: "primary", icon: "check", action: () => { this.close(); this.view.focus(); this.play.play(moves); } });
        this.show("Hint", h("ol", { class: "steps" }, ...words), h("div", { class: "buttons" }, next));
        this.view.mark(step === 1 ? { look: where.look } : { look: where.look, marks: where.marks });
        announce(step === 1 ? where.words : wordsOf(result));
        next.focus({ preventScroll: step === 1 });
    }

    /** Shows the words of a check or of a hint without a move, with a button to take moves back if that helps.
     * @param {string} title @param {Result} result
     */
    advice(title, result) {
        const undo = Number(result.fields.undo ?? 0);
        const game = this.play.game;
        this.show(title, h("div", { class: `verdict ${result.status}` }, ...paragraphs(wordsOf(result))),
            undo > 0 && game.can_undo
                ? h("div", { class: "buttons" }, button({ label: `Take back ${plural(undo, "move")}`, kind: "primary", icon: "undo", action: () => { this.close(); this.play.step("undo", undo); } }))
                : null);
        announce(wordsOf(result));
    }

    async check() {
        const result = await this.run("check", "Check");
        if (!result) return;
        this.advice("Check", result);
        const wrong = result.fields.wrong_lines;
        if (Array.isArray(wrong)) this.view.mark({ wrong });
    }

    /** @param {string} question What the rating answers. */
    async rate(question) {
        const result = await this.run("rate", question);
        if (result) this.advice(question, result);
    }

    async solve() {
        const result = await this.run("solve", "Solution", { count: 4096 });
        if (!result) return;
        if (!result.moves?.length) return this.advice("Solution", result);
        announce(wordsOf(result));
        this.replay("Solution", this.play.game.board, result.moves, paragraphs(wordsOf(result)), result.complete === false ? `The first ${result.moves.length} moves are shown here.` : "", 0);
    }

    /** The game from its start. */
    record() {
        const { board, moves } = this.play.game;
        this.close();
        this.replay("Replay", this.rules.rewind(board, moves), moves, [], "", moves.length);
    }

    /** Shows moves one after the other, on a board that is not the game's own.
     * @param {string} title @param {any} start @param {string[]} moves @param {HTMLElement[]} words @param {string} note @param {number} first
     */
    replay(title, start, moves, words, note, first) {
        const boards = [start];
        let at = first, delay = 500;
        const boardAt = (/** @type {number} */ index) => {
            while (boards.length <= index) boards.push(this.rules.apply(boards[boards.length - 1], moves[boards.length - 1]) ?? boards[boards.length - 1]);
            return boards[index];
        };
        const own = ++this.player;
        let running = false;
        const caption = h("p", { class: "caption" });
        const slider = h("input", { type: "range", min: 0, max: moves.length, step: 1, value: String(first), "aria-label": "Move" });
        const go = (/** @type {number} */ index) => {
            const forward = index === at + 1;
            at = Math.max(0, Math.min(moves.length, index));
            slider.value = String(at);
            const told = at === 0 ? "Start" : `Move ${at} of ${moves.length}: ${moves[at - 1]}`;
            caption.textContent = told;
            slider.setAttribute("aria-valuetext", told);
            this.view.update(boardAt(at), this.play.game, { preview: true, move: forward ? moves[at - 1] : undefined, delay });
        };
        const tick = () => {
            if (!running || own !== this.player) return;
            if (at >= moves.length) return toggle(false);
            go(at + 1);
            setTimeout(tick, delay);
        };
        const toggle = (/** @type {boolean} */ on) => {
            running = on;
            playButton.replaceChildren(...(on ? button({ label: "Pause", icon: "pause", action: () => {} }) : button({ label: "Play", icon: "solve", action: () => {} })).childNodes);
            if (on && at >= moves.length) go(0);
            if (on) setTimeout(tick, delay / 2);
        };
        const playButton = button({ label: "Play", icon: "solve", kind: "primary", action: () => toggle(!running) });
        slider.addEventListener("input", () => { running && toggle(false); go(Number(slider.value)); });
        this.showing = true;
        this.show(title, ...words, note ? h("p", { class: "note", text: note }) : null, caption, slider,
            h("div", { class: "buttons player" },
                button({ label: "", name: "One move back", icon: "back", kind: "round", action: () => { toggle(false); go(at - 1); } }),
                playButton,
                button({ label: "", name: "One move on", icon: "next", kind: "round", action: () => { toggle(false); go(at + 1); } }),
                speedSlider((value) => { delay = value; })),
            h("div", { class: "buttons" }, button({ label: "Back to the game", action: () => this.close() })));
        go(at);
        if (title === "Solution") toggle(true);
        playButton.focus({ preventScroll: true });
    }

    /** A move was refused. @param {import("./types.js").Failure} failure */
    refused(failure) {
        const words = api.sentence(failure.message);
        if (!failure.refusal) return toast(words, "bad");
        announce(words);
        this.show("Not allowed", h("div", { class: "verdict invalid" }, h("p", { text: words })));
        this.view.mark({ wrong: failure.refusal.wall.map(String), look: failure.refusal.gaps.map(String) });
    }
}
