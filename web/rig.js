/* The robot of Hanoi: the rig's simulator works on a copy of the board, and the page plays its film.
 *
 * The server makes a film much faster than it is played, so the clock here can run at any speed or
 * pause. Pressing Stop requests the same run again, with the rig's own exit button pressed at the
 * moment that was on the screen. */
import * as api from "./api.js";
import { reducedMotion, fill, h, icon, pause, plural } from "./dom.js";
import { watch } from "./events.js";
import { rewind } from "./hanoi.js";
import { tokenOf } from "./storage.js";
import { Picture } from "./rig-picture.js";
import { button, field, number, select, toast } from "./ui.js";

/** @typedef {import("./types.js").Game} Game */
/** @typedef {import("./types.js").HanoiBoard} Board */
/** @typedef {import("./types.js").Frame} Frame */
/** @typedef {import("./types.js").Rig} Rig */

const SPEED_KEY = "quandary.rig-speed";
/** The live region changes no more often than this (milliseconds). */
const TELL_EACH = 3000;
/** The log is cut to this many lines. */
const MOST_LINES = 400;

/** Why the robot cannot do it, or "". @param {Board} board @param {Rig} rig */
function obstacle(board, rig) {
    if (board.pegs !== 3) return `The robot has three pegs; this board has ${board.pegs}.`;
    if (board.discs > rig.weights.length) return `The robot has at most ${rig.weights.length} discs; this board has ${board.discs}.`;
    if (!board.complete) return "The robot moves discs from any peg to any other, and this board does not allow all of these moves.";
    return "";
}

/** Whether all discs stand on one peg, in order. @param {number[][]} stacks @param {number} discs */
function isTower(stacks, discs) {
    return stacks.some((stack) => stack.length === discs && stack.every((disc, at) => disc === discs - at));
}

/** @param {number[]} discs @param {(number | string)[]} labels @param {number} [unsure] */
function stackWords(discs, labels, unsure = 0) {
    const names = discs.map((disc) => labels[disc - 1]);
    if (!names.length) return "empty";
    return unsure > 0 ? `[${names.slice(0, unsure).join(" ")}?]${names.slice(unsure).map((name) => ` ${name}`).join("")}` : names.join(" ");
}

/** What the arm does, in a sentence. @param {Frame} frame @param {(number | string)[]} labels */
function stepWords({ step, believed }, labels) {
    const disc = believed.held ?? step.disc, name = disc === null ? "" : `disc ${labels[disc - 1]}`;
    const holds = believed.hand !== "empty" && name, peg = step.tower === null ? "" : ` peg ${step.tower}`;
    switch (step.what) {
        case "home-x": return "The arm goes left until it feels its end.";
        case "home-y": return "The arm goes up until it feels its end.";
        case "travel": return holds ? `The arm carries ${name} to${peg}.` : `The arm goes to${peg}.`;
        case "lower": return holds ? `The arm lowers ${name} onto${peg}.` : `The open gripper goes down${peg ? ` on${peg}` : ""}.`;
        case "grip": return name ? `The gripper closes round ${name}.` : "The gripper closes, with nothing in it.";
        case "lift": return name && step.disc !== null ? `The arm lifts ${name}${peg ? ` off${peg}` : ""}.` : "The arm goes up until it feels its end.";
        case "release": return "The gripper opens.";
        case "press": return `The closed gripper presses on${peg}: its scale must answer.`;
        case "tare": return "A scale is set to zero.";
        default: return "Nothing moves.";
    }
}

/** @param {Frame} frame @param {(number | string)[]} labels */
function halfMove({ step, believed }, labels) {
    if (step.tower === null) return "none: it looks where it is";
    if (believed.hand !== "empty" && believed.held !== null) return `put disc ${labels[believed.held - 1]} on peg ${step.tower}`;
    if (step.disc !== null) return `take disc ${labels[step.disc - 1]} off peg ${step.tower}`;
    if (step.what === "travel" || step.what === "lower") return `go to peg ${step.tower}`;
    return `feel what is on peg ${step.tower}`;
}

/** Frames of a run as they come from the server. */
class Film {
    /** @param {import("./types.js").Job} job @param {string} token */
    constructor(job, token) {
        this.job = job;
        this.token = token;
        /** @type {Frame[]} */
        this.frames = [];
        this.whole = false;
        this.closed = false;
    }

    /** Reads to the end. */
    async load() {
        while (!this.closed && !this.whole) {
            this.job = await api.job(this.job.id, this.token, this.frames.length);
            const piece = /** @type {import("./types.js").Film} */ (this.job.film);
            this.frames.push(...piece.frames);
            const over = this.job.state !== "queued" && this.job.state !== "running";
            this.whole = over && this.frames.length >= piece.count;
            if (!over && piece.frames.length === 0) await pause(60);
        }
        if (this.whole && !this.job.result) throw new Error(this.job.error?.error.message ?? "the run was cancelled");
    }
}

class RigPage {
    /** @param {HTMLElement} main @param {Game} game @param {Rig} rig */
    constructor(main, game, rig) {
        this.main = main;
        this.game = game;
        this.rig = rig;
        this.labels = game.board.labels;
        /** @type {Film | null} */
        this.film = null;
        /** The frame that is shown (-1: none yet), the last one up to it in which a step begins, and the time of the run. */
        this.at = -1;
        this.still = 0;
        this.now = 0;
        /** The log has been written up to this time. */
        this.spoken = -1;
        this.paused = false;
        this.shown = false;
        this.stopping = false;
        this.holding = false;
        this.told = 0;
        this.toldWords = "";
        this.before = 0;
        this.closed = false;
        this.unwatch = watch(game.id, (version) => this.notified(version));
        this.build();
    }

    close() {
        this.closed = true;
        if (this.film) this.film.closed = true;
        this.unwatch();
    }

    /** Without a run the picture follows the game. @param {number} version */
    async notified(version) {
        if (version <= this.game.version) return;
        const game = await api.game(this.game.id).catch(() => null);
        if (!game || this.closed) return;
        this.game = game;
        if (!this.film) this.showBoard();
        this.settle();
    }

    build() {
        const board = /** @type {Board} */ (this.game.board), why = obstacle(board, this.rig);
        const head = h("header", { class: "game-head" }, h("h1", { text: "The robot" }), h("p", { class: "size", text: `Tower of Hanoi, ${plural(board.discs, "disc")}` }),
            h("a", { class: "button back", href: `#/game/${this.game.id}` }, icon("left"), "Back to the game"));
        if (why) return fill(this.main, h("article", { class: "game rig" }, head, h("div", { class: "stage" }, h("p", { class: "note", text: why }))));
        this.picture = new Picture(this.rig, board.discs, this.labels);
        this.outcome = h("section", { class: "rig-outcome", role: "status" });
        this.liveRegion = h("p", { class: "visually-hidden", "aria-live": "polite" });
        return fill(this.main, h("article", { class: "game rig" }, head,
            h("div", { class: "stage" }, h("figure", { class: "rig-figure" }, this.picture.element, this.buildNow()), this.buildPlayer(), this.outcome, this.buildTable()),
            h("aside", { class: "side", "aria-label": "The run" }, this.buildOptions(), this.buildLog(), this.liveRegion)));
    }

    buildNow() {
        this.doing = h("p", { class: "doing" });
        this.facts = h("dl", { class: "rig-facts" });
        this.values = ["Time", "Half move", "Gripper", "Height", "Moves left", "Step"].map((name) => {
            const value = h("dd", {});
            this.facts?.append(h("div", {}, h("dt", { text: name }), value));
            return value;
        });
        return h("figcaption", {}, this.doing, this.facts);
    }

    buildPlayer() {
        this.resetButton = button({ label: "Reset it", icon: "left", kind: "primary", action: () => this.begin("reset") });
        this.solveButton = button({ label: "Solve it", icon: "solve", kind: "primary", action: () => this.begin("solve") });
        this.pauseButton = button({ label: "Pause", icon: "pause", action: () => this.toggle() });
        this.stopButton = button({ label: "Stop", icon: "stop", kind: "stop", name: "Stop: the robot comes to rest safely", action: () => this.stop() });
        this.endButton = button({ label: "To the end", icon: "next", action: () => this.skip() });
        const saved = Math.min(20, Math.max(1, Number(localStorage.getItem(SPEED_KEY)) || 4));
        this.speed = h("input", { type: "range", min: 1, max: 20, step: 1, value: String(saved) });
        this.speedWords = h("output", {});
        this.speed.addEventListener("input", () => {
            localStorage.setItem(SPEED_KEY, this.speed?.value ?? "4");
            this.tellSpeed();
        });
        this.tellSpeed();
        return h("div", { class: "buttons rig-player", role: "group", "aria-label": "The robot" }, this.resetButton, this.solveButton, this.pauseButton, this.stopButton, this.endButton,
            h("div", { class: "rig-speed" }, h("label", { class: "speed" }, h("span", { text: "Speed" }), this.speed), this.speedWords));
    }

    tellSpeed() {
        const words = `${this.speed?.value} times`;
        this.speed?.setAttribute("aria-valuetext", `${words} as fast as the machine`);
        if (this.speedWords) this.speedWords.textContent = `${this.speed?.value}\u00d7`;
    }

    /** What the scales read, what the rig concludes, and what is really there. */
    buildTable() {
        this.cells = ["Scale reads", "It believes", "Really there"].map((name) => ({ name, cells: [0, 1, 2].map(() => h("td", {})) }));
        return h("table", { class: "rig-table" }, h("caption", { text: "Discs from the bottom up. A question mark means that their order is not known." }),
            h("thead", {}, h("tr", {}, h("td", {}), ...[0, 1, 2].map((peg) => h("th", { scope: "col", text: `Peg ${peg}` })))),
            h("tbody", {}, ...this.cells.map(({ name, cells }) => h("tr", {}, h("th", { scope: "row", text: name }), ...cells))));
    }

    buildOptions() {
        const choices = /** @type {[string, string][]} */ ([["", "nothing"], ...this.rig.faults.map((fault) => [fault.name, `${fault.help} (${fault.name})`])]);
        this.fault = select(choices, "");
        this.step = number(this.rig.fault_step, 1, 1000000);
        const board = this.game.board, start = rewind(board, this.game.moves);
        this.can = { reset: isTower(start.stacks, board.discs), solve: isTower(board.goal, board.discs) };
        const weights = this.rig.weights[board.discs - 1].map((grams, at) => `disc ${this.labels[at]} ${grams} g`).join(", ");
        const player = this.game.viewer.seats.length > 0;
        this.settle();
        return h("div", { class: "rig-options card" },
            h("p", { text: "A simulated lab robot works on a copy of your board: your game stays as it is. Reset takes the tower back to where the game began, as a lab does after an attempt; Solve takes it to the goal. Scales under the pegs verify every half move." }),
            player ? null : h("p", { class: "note", text: "You are watching; only players can start the robot." }),
            this.can.reset ? null : h("p", { class: "note", text: "The game did not begin with all discs on one peg: the robot cannot reset it." }),
            this.can.solve ? null : h("p", { class: "note", text: "The goal is not a tower on one peg: the robot cannot solve it." }),
            field("What goes wrong", this.fault, "The robot is not told: it has to notice, and recover or stop safely."),
            field("From step", this.step, "A step is one motion of the arm or the gripper; a move of a disc has about 14."),
            h("p", { class: "help", text: `The rig says ring for disc and tower for peg, and calls rings by their weight: ${weights}.` }));
    }

    buildLog() {
        this.log = h("ol", { class: "rig-log", tabindex: "0", "aria-label": "What the robot says" });
        return h("section", { class: "rig-said" }, h("h2", { text: "What the robot says" }), this.log);
    }

    /* ---- the run ---- */

    get running() {
        return this.film !== null && !this.shown;
    }

    /** Enables the buttons that can be used now. */
    settle() {
        const busy = this.running, ready = !busy && this.game.viewer.seats.length > 0;
        if (this.resetButton) this.resetButton.disabled = !ready || !this.can?.reset;
        if (this.solveButton) this.solveButton.disabled = !ready || !this.can?.solve;
        if (!this.pauseButton || !this.stopButton || !this.endButton) return;
        this.pauseButton.disabled = this.endButton.disabled = !busy;
        this.stopButton.disabled = !busy || this.stopping;
        const now = button({ label: this.paused ? "Go on" : "Pause", icon: this.paused ? "solve" : "pause", action: () => {} });
        this.pauseButton.replaceChildren(...now.childNodes);
    }

    /** @param {"reset" | "solve"} task */
    async begin(task) {
        const fault = this.fault?.value ?? "", step = Math.min(1000000, Math.max(1, Math.floor(Number(this.step?.value)) || this.rig.fault_step));
        const token = /** @type {string} */ (tokenOf(this.game.id));
        if (this.resetButton) this.resetButton.disabled = true;
        if (this.solveButton) this.solveButton.disabled = true;
        try {
            const job = await api.rigRun(this.game.id, fault ? { task, fault, step } : { task });
            if (this.closed) return;
            for (const old of [this.log, this.outcome]) old?.replaceChildren();
            if (this.outcome) this.outcome.className = "rig-outcome";
            this.at = this.spoken = -1;
            this.now = this.still = 0;
            this.paused = this.shown = this.stopping = false;
            this.asked = { task, fault, step };
            this.show(new Film(job, token));
            this.stopButton?.focus({ preventScroll: true });
            this.before = performance.now();
            requestAnimationFrame((time) => this.tick(time));
        } catch (error) {
            toast(api.sentence(error), "bad");
        }
        this.settle();
    }

    /** Plays another film: the first one, or the same run with its stop. @param {Film} film */
    async show(film) {
        if (this.film) this.film.closed = true;
        this.film = film;
        this.settle();
        try {
            await film.load();
        } catch (error) {
            if (this.film !== film || this.closed) return;
            this.film = null;
            toast(api.sentence(error), "bad");
            this.showBoard();
            this.settle();
        }
    }

    async stop() {
        const film = this.film;
        if (!film || this.shown) return;
        /* The clock waits for the new film, which is the same up to now. */
        this.stopping = this.holding = true;
        this.now = this.spoken = Math.floor(this.now);
        this.settle();
        try {
            const job = await api.rigStop(film.job.id, film.token, this.now + 1);
            if (this.film !== film || this.closed) return;
            this.at = -1;
            this.paused = false;
            this.show(new Film(job, film.token));
            this.pauseButton?.focus({ preventScroll: true });
        } catch (error) {
            this.stopping = false;
            toast(api.sentence(error), "bad");
        }
        this.holding = false;
        this.settle();
    }

    toggle() {
        this.paused = !this.paused;
        this.settle();
    }

    async skip() {
        const film = this.film;
        if (!film) return;
        while (!film.whole && !film.closed && this.film === film) await pause(40);
        if (this.film === film) this.now = film.frames[film.frames.length - 1]?.ms ?? this.now;
        this.paused = false;
        this.settle();
    }

    /** @param {number} time */
    tick(time) {
        const film = this.film;
        if (this.closed || !film || this.shown) return;
        const passed = Math.min(250, Math.max(0, time - this.before));
        this.before = time;
        const last = film.frames[film.frames.length - 1];
        if (!this.paused && !this.holding && last) this.now = Math.max(this.now, Math.min(last.ms, this.now + passed * Number(this.speed?.value)));
        if (last && last.ms >= this.now) this.advance(film);
        if (film.whole && this.at === film.frames.length - 1 && !this.paused && !this.holding) this.end(film);
        else requestAnimationFrame((next) => this.tick(next));
    }

    /** Advances to the frame of the current time, and interpolates between it and the next. @param {Film} film */
    advance(film) {
        const frames = film.frames;
        while (this.at + 1 < frames.length && frames[this.at + 1].ms <= this.now) {
            this.at++;
            if (frames[this.at].step.number !== frames[this.at - 1]?.step.number) this.still = this.at;
            this.say(frames[this.at]);
        }
        const frame = frames[this.at], next = frames[this.at + 1];
        if (reducedMotion()) {
            const rest = frames[Math.min(this.still, this.at)];
            this.draw(frame, rest.x, rest.y);
        } else {
            const share = next && next.ms > frame.ms ? (this.now - frame.ms) / (next.ms - frame.ms) : 0;
            this.draw(frame, frame.x + (next ? (next.x - frame.x) * share : 0), frame.y + (next ? (next.y - frame.y) * share : 0));
        }
        this.tell(stepWords(frame, this.labels));
    }

    /** Writes a line of the log; each only once, even when a film is started again for its stop. @param {Frame} frame */
    say(frame) {
        const said = frame.said, log = this.log;
        if (!said || !log || frame.ms <= this.spoken || said.event === "done" || said.event === "stopped") return;
        log.append(h("li", { class: said.event }, h("span", { class: "when", text: `${(frame.ms / 1000).toFixed(1)} s` }),
            h("span", {}, h("strong", { text: said.event }), said.text ? `: ${said.text}` : "")));
        while (log.children.length > MOST_LINES) log.firstElementChild?.remove();
        log.scrollTop = log.scrollHeight;
        this.last = `${said.event}: ${said.text}`;
    }

    /** Updates the live region with the newest line, or with what the arm does. @param {string} words */
    tell(words) {
        const now = performance.now(), text = this.last ?? words;
        if (!this.liveRegion || now - this.told < TELL_EACH || text === this.toldWords) return;
        this.told = now;
        this.toldWords = text;
        this.last = undefined;
        this.liveRegion.textContent = text;
    }

    /** @param {Frame} frame @param {number} x @param {number} y */
    draw(frame, x, y) {
        this.picture?.draw(frame, x, y);
        const words = stepWords(frame, this.labels);
        this.picture?.element.setAttribute("aria-label", `The robot. Gripper ${frame.grip}${frame.held.length ? `, in it disc ${frame.held.map((disc) => this.labels[disc - 1]).join(", ")}` : ""}. ${frame.towers.map((stack, peg) => `Peg ${peg}: ${stackWords(stack, this.labels)}`).join(". ")}.`);
        if (this.doing) this.doing.textContent = words;
        this.values?.forEach((value, at) => { value.textContent = this.fact(at, frame, y); });
        this.cells?.[0].cells.forEach((cell, peg) => { cell.textContent = `${frame.grams[peg].toFixed(1)} g`; });
        this.cells?.[1].cells.forEach((cell, peg) => { cell.textContent = stackWords(frame.believed.towers[peg], this.labels, frame.believed.unsure[peg]); });
        this.cells?.[2].cells.forEach((cell, peg) => { cell.textContent = stackWords(frame.towers[peg], this.labels) + (frame.other[peg] > 0 ? `, and ${frame.other[peg].toFixed(0)} g that is not a disc` : ""); });
        this.cells?.[1].cells.forEach((cell, peg) => cell.classList.toggle("differs", frame.believed.towers[peg].join() !== frame.towers[peg].join()));
    }

    /** @param {number} which @param {Frame} frame @param {number} y */
    fact(which, frame, y) {
        const held = frame.held.map((disc) => this.labels[disc - 1]).join(", ");
        switch (which) {
            case 0: return `${(Math.max(frame.ms, this.now) / 1000).toFixed(1)} s`;
            case 1: return halfMove(frame, this.labels);
            case 2: return held ? `${frame.grip}, disc ${held}` : frame.grip;
            case 3: return `${Math.round(y / 1000)} mm`;
            case 4: return frame.left === null ? "\u2013" : String(frame.left);
            default: return String(frame.step.number);
        }
    }

    /** The board of the game, with the arm at rest. */
    showBoard() {
        const { machine, weights } = this.rig, board = /** @type {Board} */ (this.game.board);
        const grams = board.stacks.map((stack) => stack.reduce((sum, disc) => sum + weights[board.discs - 1][disc - 1], 0));
        this.draw({
            ms: 0, x: machine.tower_x[1], y: machine.high[1], grip: "open", towers: board.stacks, held: [], off: [], askew: [], other: [0, 0, 0], grams,
            believed: { towers: [[], [], []], unsure: [0, 0, 0], hand: "empty", held: null }, left: null, step: { number: 0, what: "none", tower: null, disc: null }, said: null,
        }, machine.tower_x[1], machine.high[1]);
        this.cells?.[1].cells.forEach((cell) => { cell.textContent = "\u2013"; cell.classList.remove("differs"); });
    }

    /** The command line that repeats the run. @param {Film} film @param {number} seed */
    command(film, seed) {
        const { task, fault, step } = /** @type {{task: string, fault: string, step: number}} */ (this.asked);
        const board = this.game.board, weights = this.rig.weights[board.discs - 1];
        const towers = film.frames[0].towers.map((stack) => stack.map((disc) => weights[disc - 1]).join(" ")).join(" | ").replace(/ +/g, " ").trim();
        const stacks = task === "solve" ? board.goal : rewind(board, this.game.moves).stacks;
        const tower = stacks.findIndex((/** @type {number[]} */ stack) => stack.length === board.discs), other = tower === 0 ? 2 : 0;
        const [start, goal] = task === "solve" ? [other, tower] : [tower, other];
        return `quandary rig --sim --seed ${seed} --mode ${task} --rings ${weights.join(",")} --board '${towers}' --start ${start} --goal ${goal}${fault ? ` --fault ${fault}@${step}` : ""}`;
    }

    /** @param {Film} film */
    end(film) {
        const result = /** @type {import("./types.js").Result} */ (film.job.result), fields = result.fields;
        const done = result.status === "done";
        this.shown = true;
        const last = film.frames[this.at];
        this.draw(last, last.x, last.y);
        if (this.outcome) {
            this.outcome.className = `rig-outcome ${done ? "good" : "bad"}`;
            fill(this.outcome, h("h2", { text: done ? "Done" : `Safe stop: ${fields.reason}` }), h("p", { text: fields.known }),
                fields.todo ? h("p", {}, h("strong", { text: "What to do: " }), fields.todo) : null,
                this.asked?.fault ? h("p", { text: fields.happened ? `What went wrong: ${this.rig.faults.find((one) => one.name === this.asked?.fault)?.help}.` : "The fault did not occur before the end." }) : null,
                h("p", { class: "help", text: `${plural(fields.moves, "move")}, ${plural(fields.steps, "step")}, ${plural(fields.retries, "retry", "retries")}, ${plural(fields.replans, "new plan")} in ${(fields.ms / 1000).toFixed(1)} s; seed ${fields.seed}.` }),
                this.stopping ? null : h("details", {}, h("summary", { text: "The same on the command line" }), h("code", { text: this.command(film, fields.seed) })));
        }
        const inside = this.pauseButton === document.activeElement || this.stopButton === document.activeElement || this.endButton === document.activeElement;
        this.settle();
        if (inside) (this.resetButton?.disabled ? this.solveButton : this.resetButton)?.focus({ preventScroll: true });
    }
}

/** @param {HTMLElement} main @param {string} id */
export async function rigPage(main, id) {
    const [game, rig] = await Promise.all([api.game(id), api.rig()]);
    if (game.puzzle !== "hanoi") throw new Error("the robot plays Tower of Hanoi only");
    const page = new RigPage(main, game, rig);
    if (page.picture) page.showBoard();
    page.settle();
    document.title = "The robot \u2013 Quandary";
    return () => page.close();
}
