/* The start page: continue a game, start one, or open a file. */
import * as api from "./api.js";
import { fill, h, plural, s } from "./dom.js";
import { removeGame, savedGames } from "./storage.js";
import { pictureDialog } from "./picture.js";
import { button, confirmed, dialog, field, number, toast } from "./ui.js";

/** @typedef {import("./types.js").Puzzle} Puzzle */

const TITLES = /** @type {Record<string, string>} */ ({ harmony: "Harmony", nonogram: "Nonogram", flows: "Flows", hanoi: "Tower of Hanoi" });
/** How many games the start page lists until all are asked for. */
const FIRST_SHOWN = 8;
const ORDER = ["harmony", "nonogram", "flows", "hanoi"];
const WORDS = /** @type {Record<string, string>} */ ({
    harmony: "Swap tiles until each is in its colour\u2019s row and all moves are used up.",
    nonogram: "Fill cells so that every row and column has the runs that its clues say.",
    flows: "Lay tiles until a line joins your two edges. For two to six, with people or the engine.",
    hanoi: "Bring the discs to their peg, never a larger one on a smaller one.",
});

/** A little picture of each puzzle. @param {string} name */
export function emblem(name) {
    const box = s("svg", { class: "emblem", viewBox: "0 0 64 64", "aria-hidden": "true" });
    if (name === "harmony") {
        const fills = ["#db0b55", "#0d6de9", "#0d6de9", "#db0b55", "#db0b55", "#279779", "#279779", "#279779", "#0d6de9"];
        fills.forEach((one, at) => box.append(s("rect", { x: 5 + 19 * (at % 3), y: 5 + 19 * Math.floor(at / 3), width: 16, height: 16, rx: 4, fill: one })));
    } else if (name === "nonogram") {
        const rows = [".##.##.", "#######", "#######", ".#####.", "..###..", "...#..."];
        rows.forEach((row, y) => [...row].forEach((cell, x) => box.append(s("rect", { x: 4.5 + 8 * x, y: 8.5 + 8 * y, width: 7, height: 7, rx: 1, class: cell === "#" ? "dark" : "pale" }))));
    } else if (name === "flows") {
        box.append(s("polygon", { class: "pale", points: "32,4 56,18 56,46 32,60 8,46 8,18" }),
            s("path", { d: "M20 11c0 14 24 14 24 42", stroke: "#d55e00" }), s("path", { d: "M8 32h48", stroke: "#0072b2", "stroke-dasharray": "1 8" }), s("path", { d: "M20 53c0-12 12-12 24-42", stroke: "#009e73", "stroke-dasharray": "9 6" }));
    } else {
        box.append(s("rect", { class: "dark", x: 30, y: 8, width: 4, height: 48, rx: 2 }));
        [["#d55e00", 22], ["#e69f00", 34], ["#009e73", 46], ["#56b4e9", 58]].forEach(([one, width], at) => box.append(s("rect", { x: 32 - Number(width) / 2, y: 16 + 10 * at, width, height: 9, rx: 4, fill: one })));
    }
    return box;
}

/** @param {string} text @param {string} [as] */
export function importText(text, as) {
    return importBody(as ? { text, as } : { text });
}

/** @param {Record<string, unknown>} body */
async function importBody(body) {
    try {
        const game = await api.create(body);
        location.hash = `#/game/${game.id}`;
    } catch (error) {
        if (error instanceof api.Refused && error.failure.code === "several") chooseOne(body, error.failure.count ?? 2);
        else showProblem(error);
    }
}

/** A file with several puzzles: which one is meant? @param {Record<string, unknown>} body @param {number} count */
function chooseOne(body, count) {
    const which = number(1, 1, count);
    const form = h("form", { class: "form" }, field("Which one", which, `From 1 to ${count}.`), h("div", { class: "buttons" }, h("button", { class: "primary", type: "submit", text: "Open" })));
    const box = dialog(`This file holds ${count} puzzles`, [form]);
    form.addEventListener("submit", (event) => {
        event.preventDefault();
        box.close();
        importBody({ ...body, number: Number(which.value) });
    });
}

/** A mistake in a text, with its place. @param {unknown} error */
function showProblem(error) {
    const failure = error instanceof api.Refused ? error.failure : null;
    const place = failure?.line ? `Line ${failure.line}${failure.column ? `, column ${failure.column}` : ""}: ` : "";
    toast(place + api.sentence(error), "bad");
    const box = document.getElementById("import-problem");
    if (box) fill(box, h("p", { text: place + api.sentence(error) }), failure?.excerpt ? h("pre", { text: failure.excerpt }) : null);
}

/** Sends text as it is and other data in base64; an image that the browser can decode becomes a nonogram. @param {File} file */
export async function importFile(file) {
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (file.type !== "image/svg+xml" && (await createImageBitmap(file).then(() => true, () => false))) return pictureDialog(file);
    try {
        const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
        if (!text.includes("\0")) return importText(text);
    } catch {
        /* It is not text. */
    }
    let binary = "";
    for (const byte of bytes) binary += String.fromCharCode(byte);
    return importBody({ base64: btoa(binary) });
}

/** Asks before a game is removed that is not finished, because its secret token goes with it.
 * @param {import("./storage.js").SavedGame} game @param {() => void} changed
 */
async function forget(game, changed) {
    if (!game.solved && !(await confirmed("Forget this game?", "This browser gives up its seat and can no longer play it.", "Forget it"))) return;
    removeGame(game.id);
    changed();
}

/** @param {import("./storage.js").SavedGame} game @param {() => void} changed */
function continueCard(game, changed) {
    const when = new Date(game.time).toLocaleDateString(undefined, { day: "numeric", month: "short" });
    return h("li", { class: "saved-game" },
        h("a", { href: `#/game/${game.id}` }, emblem(game.puzzle),
            h("span", { class: "saved-words" }, h("strong", { text: TITLES[game.puzzle] ?? game.puzzle }), h("span", { text: game.title }),
                h("span", { class: "when", text: `${game.solved ? "finished" : plural(game.moves, "move")}, ${when}` }))),
        h("button", { type: "button", class: "quiet", "aria-label": `Forget this game of ${TITLES[game.puzzle] ?? game.puzzle}, ${game.title}`, onclick: () => forget(game, changed) }, "\u00d7"));
}

function continueSection() {
    const section = h("section", { class: "continue" });
    let all = false;
    const draw = () => {
        const games = savedGames();
        section.hidden = games.length === 0;
        fill(section, h("h2", { text: "Continue" }),
            h("ul", { class: "saved-list" }, ...games.slice(0, all ? games.length : FIRST_SHOWN).map((game) => continueCard(game, draw))),
            games.length > FIRST_SHOWN ? h("div", { class: "buttons" }, button({ label: all ? "Show fewer" : `Show all ${games.length} games`, action: toggle })) : null);
    };
    const toggle = () => {
        all = !all;
        draw();
        /** @type {HTMLElement | undefined} */ ([...section.querySelectorAll("a")][all ? FIRST_SHOWN : 0])?.focus();
    };
    draw();
    return section;
}

/** @param {Puzzle} puzzle */
function puzzleCard(puzzle) {
    const [sample] = puzzle.samples;
    return h("li", { class: "card puzzle" }, emblem(puzzle.name), h("h2", { text: puzzle.title }), h("p", { text: WORDS[puzzle.name] ?? puzzle.summary }),
        h("div", { class: "buttons" },
            h("a", { class: "button primary", href: `#/new/${puzzle.name}`, "aria-label": `New game: ${puzzle.title}`, text: "New game" }),
            sample && puzzle.name !== "flows" ? button({ label: "Try one", name: `Try one: ${puzzle.title}`, action: () => importText(sample.text, puzzle.name) }) : null));
}

function importSection() {
    const text = h("textarea", { rows: 5, spellcheck: "false", placeholder: "3 2 1 | |" });
    const file = h("input", { type: "file" });
    file.addEventListener("change", () => { if (file.files?.[0]) importFile(file.files[0]); });
    return h("section", { class: "import card" }, h("h2", { text: "Open a puzzle" }),
        h("p", { text: "Drop a file anywhere on this page, choose one, or paste its text. Every format that Quandary reads works; an image becomes a nonogram." }),
        field("A file", file), field("Or its text", text),
        h("div", { id: "import-problem", class: "problem", role: "alert" }),
        h("div", { class: "buttons" }, button({ label: "Open", kind: "primary", action: () => { if (text.value.trim()) importText(text.value); else text.focus(); } })));
}

/** @param {HTMLElement} main */
export async function homePage(main) {
    const { puzzles } = await api.puzzles();
    const known = ORDER.map((name) => puzzles.find((one) => one.name === name)).filter((one) => one !== undefined);
    fill(main, h("div", { class: "home" },
        h("div", { class: "welcome" }, h("h1", { text: "Puzzles, played and proven" }), h("p", { text: "Play, ask for a hint with its reason, check your board, watch the solution." })),
        continueSection(),
        h("ul", { class: "cards" }, ...known.map(puzzleCard)),
        importSection()));
}
