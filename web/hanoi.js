/* Hanoi: lift a disc off a peg and put it on another, by dragging, by two taps, or by keys. */
import { reducedMotion, fill, h, visuallyHidden, plural, setStyle } from "./dom.js";
import { announce } from "./ui.js";

/** @typedef {import("./types.js").BoardView} BoardView */
/** @typedef {import("./types.js").HanoiBoard} Board */

export const HUES = ["#d55e00", "#e69f00", "#f0e442", "#009e73", "#56b4e9", "#cc79a7", "#9aa5b1"];
/** Of towers higher than HIGH only this many discs are drawn, from the top. */
const MOST_DRAWN = 60;
const HIGH = 128;
/** Where there is no formula, the browser searches for the shortest solution up to this many states. */
const MOST_STATES = 20000;

/** @param {string} move @returns {[number, number] | null} */
function pegsOf(move) {
    const found = /^(\d+)>(\d+)$/.exec(move);
    return found ? [Number(found[1]), Number(found[2])] : null;
}

/** @param {Board} board @param {string} move @returns {Board | null} */
export function apply(board, move) {
    const pegs = pegsOf(move);
    if (!pegs || pegs[0] === pegs[1] || !board.arcs.includes(move)) return null;
    const stacks = board.stacks.map((stack) => [...stack]);
    const disc = stacks[pegs[0]]?.pop();
    const below = stacks[pegs[1]]?.at(-1);
    if (disc === undefined || (below !== undefined && below < disc)) return null;
    stacks[pegs[1]].push(disc);
    return { ...board, stacks };
}

/** A move means the same if both of its pegs hold the same discs. @param {Board} before @param {Board} now @param {string} move */
export function same(before, now, move) {
    return (pegsOf(move) ?? []).every((peg) => before.stacks[peg].join() === now.stacks[peg].join());
}

/** The board before the moves. @param {Board} board @param {string[]} moves @returns {Board} */
export function rewind(board, moves) {
    const stacks = board.stacks.map((stack) => [...stack]);
    for (const move of [...moves].reverse()) {
        const pegs = pegsOf(move);
        const disc = pegs && stacks[pegs[1]].pop();
        if (pegs && disc) stacks[pegs[0]].push(disc);
    }
    return { ...board, stacks };
}

/** The peg of each disc, the smallest first. @param {number[][]} stacks @param {number} discs */
function pegOfDiscs(stacks, discs) {
    const pegs = Array(discs).fill(0);
    stacks.forEach((stack, peg) => stack.forEach((disc) => { pegs[disc - 1] = peg; }));
    return pegs;
}

/** How many moves bring the smallest discs to one peg, on three pegs with all moves allowed.
 * @param {number[]} pegs @param {number} discs @param {number} goal
 */
function gather(pegs, discs, goal) {
    let sum = 0n;
    for (let disc = discs - 1; disc >= 0; disc--) {
        if (pegs[disc] === goal) continue;
        sum += 1n << BigInt(disc);
        goal = 3 - goal - pegs[disc];
    }
    return sum;
}

/** The length of a shortest solution on three pegs: the largest disc that is not in place moves once, or twice by way
 * of the third peg.
 * @param {number[]} from @param {number[]} to
 */
function shortestOnThree(from, to) {
    let top = from.length - 1;
    while (top >= 0 && from[top] === to[top]) top--;
    if (top < 0) return 0n;
    const a = from[top], b = to[top], c = 3 - a - b;
    const once = gather(from, top, c) + 1n + gather(to, top, c);
    const twice = gather(from, top, b) + 1n + ((1n << BigInt(top)) - 1n) + 1n + gather(to, top, a);
    return once < twice ? once : twice;
}

/** @param {Board} board @returns {bigint | null} */
function shortestBySearch(board) {
    if (board.pegs ** board.discs > MOST_STATES) return null;
    const goal = pegOfDiscs(board.goal, board.discs).join();
    let layer = [pegOfDiscs(board.stacks, board.discs)];
    const seen = new Set([layer[0].join()]);
    const arcs = board.arcs.map(pegsOf);
    for (let depth = 0n; layer.length; depth++) {
        const next = [];
        for (const state of layer) {
            if (state.join() === goal) return depth;
            for (const arc of arcs) {
                const disc = arc ? state.indexOf(arc[0]) : -1, other = arc ? state.indexOf(arc[1]) : -1;
                if (!arc || disc < 0 || (other >= 0 && other < disc)) continue;
                const after = [...state];
                after[disc] = arc[1];
                if (!seen.has(after.join())) seen.add(after.join()), next.push(after);
            }
        }
        layer = next;
    }
    return null;
}

/** The fewest moves from a board to its goal; null if the browser cannot tell.
 * @param {Board} board
 */
export function shortest(board) {
    if (!board.regular) return null;
    if (board.pegs === 3 && board.complete) return shortestOnThree(pegOfDiscs(board.stacks, board.discs), pegOfDiscs(board.goal, board.discs));
    return shortestBySearch(board);
}

/** @implements {BoardView} */
export class View {
    /** @param {Board} board @param {(moves: string[]) => void} play */
    constructor(board, play) {
        this.board = board;
        this.play = play;
        this.open = true;
        /** @type {number | null} */
        this.lifted = null;
        this.element = h("div", { class: "hanoi", role: "group", "aria-label": `Tower of Hanoi, ${board.discs} discs on ${board.pegs} pegs`, style: { "--pegs": board.pegs, "--discs": board.discs > HIGH ? MOST_DRAWN : board.discs } });
        this.pegs = Array.from({ length: board.pegs }, (_, peg) => this.buildPeg(peg));
        fill(this.element, ...this.pegs);
        this.aside = h("dl", { class: "counts" });
        this.element.addEventListener("keydown", (event) => this.key(event));
        this.element.addEventListener("pointerdown", (event) => this.press(event));
    }

    /** @param {boolean} player @returns {[string, string][]} */
    keys(player) {
        const look = /** @type {[string, string]} */ (["Left and right", "go from peg to peg"]);
        if (!player) return [look];
        return [look, ["Enter or Space", "lift the top disc; on another peg: put it there"],
            [`0 to ${Math.min(9, this.board.pegs - 1)}`, "the same with the peg of that number"], ["Escape", "put the disc back"]];
    }

    /** @param {number} peg */
    buildPeg(peg) {
        return h("button", { type: "button", class: "peg", tabindex: peg === 0 ? "0" : "-1", "data-peg": peg },
            h("span", { class: "pole", "aria-hidden": "true" }), h("span", { class: "stack", "aria-hidden": "true" }),
            h("span", { class: "foot", "aria-hidden": "true", text: String(peg) }), visuallyHidden(""));
    }

    /** @param {number} disc */
    disc(disc) {
        const label = String(this.board.labels[disc - 1] ?? disc);
        return h("span", { class: "disc", "data-disc": disc, style: { "--size": this.board.discs > 1 ? (disc - 1) / (this.board.discs - 1) : 1, "--fill": HUES[(disc - 1) % HUES.length] } },
            this.board.discs <= 24 ? h("span", { text: label }) : null);
    }

    /** @param {Board} board @param {import("./types.js").Game} game @param {{move?: string, preview?: boolean, delay?: number}} how */
    update(board, game, how) {
        const source = how.move ? pegsOf(how.move) : null;
        const from = source && this.pegs[source[0]].querySelector(".disc:last-child")?.getBoundingClientRect();
        const same = JSON.stringify(board.stacks) === JSON.stringify(this.board.stacks);
        this.board = board;
        this.open = !how.preview && game.viewer.seats.length > 0 && !game.solved;
        board.stacks.forEach((stack, peg) => this.draw(peg, stack));
        /* A disc that the player has just lifted stays lifted when the server only confirms the last move. */
        this.lift(same && this.open ? this.lifted : null);
        if (source && from) this.fly(source, from, Math.min(320, how.delay ?? 320));
    }

    /** @param {number} peg @param {number[]} stack */
    draw(peg, stack) {
        const element = this.pegs[peg];
        const key = stack.join();
        const drawn = /** @type {HTMLElement} */ (element.children[1]);
        const shown = this.board.discs > HIGH ? stack.slice(-MOST_DRAWN) : stack;
        if (drawn.dataset.discs !== key) fill(drawn, ...shown.map((disc) => this.disc(disc)));
        drawn.dataset.discs = key;
        const names = stack.map((disc) => this.board.labels[disc - 1] ?? disc);
        const goal = this.board.goal[peg] ?? [];
        const home = goal.length === stack.length && goal.every((disc, at) => disc === stack[at]);
        element.classList.toggle("goal", goal.length > 0);
        element.classList.remove("lifted", "target");
        element.setAttribute("aria-pressed", "false");
        const target = goal.length === this.board.discs ? "; the goal of all discs" : goal.length ? `; the goal of ${goal.map((disc) => this.board.labels[disc - 1] ?? disc).slice(0, 12).join(", ")}` : "";
        /** @type {Element} */ (element.lastElementChild).textContent = `Peg ${peg}: ${names.length ? (names.length > 12 ? `${names.length} discs, the top one is ${names.at(-1)}` : `discs ${names.join(", ")}, from the bottom`) : "empty"}${home && goal.length ? "; as in the goal" : target}`;
        const foot = /** @type {HTMLElement} */ (element.querySelector(".foot"));
        foot.dataset.goal = goal.length === 0 ? "" : goal.length === this.board.discs ? "goal" : goal.length > 6 ? `goal: ${goal.length} discs` : `goal: ${goal.map((disc) => this.board.labels[disc - 1] ?? disc).join(" ")}`;
    }

    /** @param {[number, number]} pegs @param {DOMRect} from @param {number} duration */
    fly(pegs, from, duration) {
        const disc = this.pegs[pegs[1]].querySelector(".disc:last-child");
        if (!disc || reducedMotion() || duration < 40) return;
        const to = disc.getBoundingClientRect(), top = this.element.getBoundingClientRect().top;
        const x = from.left + from.width / 2 - to.left - to.width / 2, up = top - to.top + 4;
        disc.animate([
            { transform: `translate(${x}px, ${from.top - to.top}px)` }, { transform: `translate(${x}px, ${up}px)`, offset: 0.3 },
            { transform: `translate(0, ${up}px)`, offset: 0.7 }, { transform: "none" },
        ], { duration, easing: "ease-in-out" });
    }

    /** @param {number} from @param {number} to */
    may(from, to) {
        return apply(this.board, `${from}>${to}`) !== null;
    }

    /** @param {number | null} peg */
    lift(peg) {
        this.lifted = peg;
        this.pegs.forEach((element, at) => {
            element.classList.toggle("lifted", at === peg);
            element.classList.toggle("target", peg !== null && this.may(peg, at));
            element.setAttribute("aria-pressed", String(at === peg));
        });
    }

    /** @param {number} peg */
    choose(peg) {
        if (!this.open) return;
        if (this.lifted === peg) {
            this.lift(null);
            announce("Put back");
        } else if (this.lifted !== null) {
            const from = this.lifted;
            this.lift(null);
            this.play([`${from}>${peg}`]);
        } else if (this.board.stacks[peg].length === 0) announce(`Peg ${peg} is empty`);
        else {
            this.lift(peg);
            const disc = /** @type {number} */ (this.board.stacks[peg].at(-1));
            const targets = this.pegs.map((_, at) => at).filter((at) => this.may(peg, at));
            announce(`Disc ${this.board.labels[disc - 1]} lifted. ${targets.length ? `It may go to peg ${targets.join(" or ")}` : "It cannot go anywhere"}`);
        }
    }

    /** @param {number} peg */
    settle(peg) {
        this.pegs.forEach((element, at) => { element.tabIndex = at === peg ? 0 : -1; });
    }

    /** @param {KeyboardEvent} event */
    key(event) {
        const at = this.pegs.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
        if (event.ctrlKey || event.altKey || event.metaKey) return;
        if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
            const to = (at + (event.key === "ArrowLeft" ? -1 : 1) + this.pegs.length) % this.pegs.length;
            this.settle(to);
            this.pegs[to].focus();
        } else if (event.key === "Enter" || event.key === " ") this.choose(at);
        else if (event.key === "Escape" && this.lifted !== null) this.lift(null);
        else if (/^[0-9]$/.test(event.key) && Number(event.key) < this.pegs.length) this.choose(Number(event.key));
        else return;
        event.preventDefault();
    }

    /** @param {PointerEvent} event */
    press(event) {
        const element = /** @type {HTMLButtonElement | null} */ (/** @type {Element} */ (event.target).closest(".peg"));
        if (!element || event.button !== 0) return;
        event.preventDefault();
        const peg = this.pegs.indexOf(element);
        this.settle(peg);
        element.focus({ preventScroll: true });
        const disc = /** @type {HTMLElement | null} */ (element.querySelector(".disc:last-child"));
        const start = { x: event.clientX, y: event.clientY };
        let dragging = false;
        const drag = (/** @type {PointerEvent} */ now) => {
            const x = now.clientX - start.x, y = now.clientY - start.y;
            if (!disc || !this.open || this.lifted !== null && !dragging || (!dragging && Math.hypot(x, y) < 8)) return;
            if (!dragging) this.lift(peg);
            dragging = true;
            disc.classList.add("carried");
            setStyle(disc, { "--dx": `${x}px`, "--dy": `${y}px` });
        };
        const drop = (/** @type {PointerEvent} */ now) => {
            removeEventListener("pointermove", drag);
            removeEventListener("pointerup", drop);
            removeEventListener("pointercancel", drop);
            disc?.classList.remove("carried");
            if (now.type === "pointercancel") this.lift(null);
            else if (!dragging) this.choose(peg);
            else {
                const to = this.pegs.findIndex((one) => {
                    const box = one.getBoundingClientRect();
                    return now.clientX >= box.left && now.clientX < box.right;
                });
                this.lift(null);
                if (to >= 0 && to !== peg) this.play([`${peg}>${to}`]);
            }
        };
        addEventListener("pointermove", drag);
        addEventListener("pointerup", drop);
        addEventListener("pointercancel", drop);
    }

    /** The counts beside the board.
     * @param {import("./types.js").Game} game @param {string | null} distance To the goal; null while it is not known.
     */
    counts(game, distance) {
        const made = game.moves.length;
        const best = shortest(rewind(game.board, game.moves)) ?? (made === 0 && distance ? BigInt(distance) : null);
        const rows = [["Your moves", String(made)], ["Shortest way", best === null ? "\u2013" : String(best)], ["Still needed", distance ?? "\u2026"]];
        if (best !== null && distance !== null) rows.push(["Too many so far", String(BigInt(made) + BigInt(distance) - best)]);
        fill(this.aside, ...rows.map(([name, value]) => h("div", {}, h("dt", { text: name }), h("dd", { text: value }))));
    }

    /** @param {{look?: string[], marks?: string[], wrong?: string[]}} marks */
    mark(marks) {
        this.pegs.forEach((element, peg) => {
            element.classList.toggle("look", Boolean(marks.look?.includes(String(peg))));
            element.classList.toggle("hinted", Boolean(marks.marks?.includes(String(peg))));
            element.classList.toggle("wrong", Boolean(marks.wrong?.includes(String(peg))));
        });
    }

    focus() {
        this.pegs.find((peg) => peg.tabIndex === 0)?.focus();
    }

    /** @param {import("./types.js").Result} result @returns {import("./types.js").Where} */
    where(result) {
        const pegs = pegsOf(result.moves?.[0] ?? "");
        if (!pegs) return { words: "Look at the whole board.", look: [], marks: [] };
        const disc = this.board.stacks[pegs[0]].at(-1);
        return { words: `Look at peg ${pegs[0]}: its top disc is ${disc ? this.board.labels[disc - 1] : "none"}. Where should it go?`, look: [String(pegs[0])], marks: pegs.map(String) };
    }

    /** @param {import("./types.js").Game} game */
    status(game) {
        if (game.solved) {
            const best = shortest(rewind(game.board, game.moves)), made = game.moves.length;
            return best !== null && BigInt(made) === best ? `Solved in ${plural(made, "move")}: nobody can do it in fewer.` : `Solved in ${plural(made, "move")}${best === null ? "" : `; ${best} would do`}.`;
        }
        return plural(game.moves.length, "move") + " made.";
    }
}
