/* The form for a new game: by size and difficulty, from a sample, from words or from an image. */
import * as api from "./api.js";
import { fill, h, plural } from "./dom.js";
import { emblem, importText } from "./home.js";
import { newFlowsForm } from "./lobby.js";
import { pictureDialog } from "./picture.js";
import { button, dropZone, field, number, select } from "./ui.js";

/** @typedef {import("./types.js").Puzzle} Puzzle */
/** @typedef {{name: string, control: HTMLInputElement | HTMLSelectElement, help?: string}} Choice */

/** @param {string[]} words @returns {[string, string][]} */
function anyOf(words) {
    return [["", "any"], ...words.map((word) => /** @type {[string, string]} */ ([word, word]))];
}

/** The options of generate that the form offers, by puzzle; the server has their labels. @type {Record<string, () => Choice[]>} */
const CHOICES = {
    harmony: () => [
        { name: "rows", control: number(4, 2, 8) },
        { name: "columns", control: number(4, 2, 8) },
        { name: "swaps", control: number(12, 1, 60), help: "How many swaps it takes." },
        { name: "difficulty", control: select(anyOf(["easy", "medium", "hard", "expert"]), "") },
    ],
    nonogram: () => [
        { name: "width", control: number(15, 3, 60) },
        { name: "height", control: number(15, 3, 60) },
        { name: "colours", control: number(1, 1, 6) },
        { name: "difficulty", control: select(anyOf(["easy", "medium", "hard", "expert", "extreme"]), "") },
        { name: "symmetry", control: select([["none", "none"], ["horizontal", "left and right"], ["vertical", "top and bottom"], ["both", "both"], ["rotation", "half a turn"]], "none") },
        { name: "text", control: h("input", { type: "text", maxlength: 60 }), help: "The picture shows these words instead." },
    ],
    hanoi: () => [
        { name: "discs", control: number(5, 1, 64) },
        { name: "pegs", control: number(3, 3, 8) },
        { name: "goal", control: select([["reset", "all on peg 0"], ["last", "all on the last peg"], ["random", "a random state"]], "last") },
        { name: "variant", control: select([["standard", "any peg to any other"], ["cyclic", "in a circle only"], ["adjacent", "to neighbours only"]], "standard") },
    ],
};

/** @param {Choice[]} choices */
function optionsOf(choices) {
    /** @type {Record<string, string | number>} */
    const options = {};
    const words = choices.find((choice) => choice.name === "text")?.control.value.trim();
    for (const { name, control } of choices) {
        const value = control.value.trim();
        if (value === "" || (words && ["width", "height", "difficulty", "symmetry"].includes(name))) continue;
        options[name] = control.type === "number" ? Number(value) : value;
    }
    return options;
}

/** @param {Puzzle} puzzle */
function generateForm(puzzle) {
    const choices = CHOICES[puzzle.name]();
    const labels = Object.fromEntries(puzzle.options.generate.map(({ name, label }) => [name, label]));
    const seed = h("input", { type: "number", min: 0, inputmode: "numeric" });
    const state = h("p", { class: "making", role: "status" });
    const submit = h("button", { class: "primary", type: "submit", text: "Make a new one" });
    const cancel = button({ label: "Cancel", icon: "stop", action: () => job?.abort() });
    cancel.hidden = true;
    /** @type {AbortController | null} */
    let job = null;
    const form = h("form", { class: "form" }, h("div", { class: "fields" }, ...choices.map((choice) => field(labels[choice.name], choice.control, choice.help)), field("Seed", seed, "The same number gives the same puzzle again.")),
        h("div", { class: "buttons" }, submit, cancel), state);
    form.addEventListener("submit", async (event) => {
        event.preventDefault();
        job = new AbortController();
        submit.disabled = true;
        cancel.hidden = false;
        state.className = "making";
        state.textContent = "Making it\u2026";
        try {
            const body = { puzzle: puzzle.name, options: optionsOf(choices), ...(seed.value ? { seed: Number(seed.value) } : {}) };
            const game = await api.create(body, (now) => {
                if (now.state === "busy") state.textContent = "The server is busy; trying again\u2026";
                else if (now.progress.seconds > 0.5) state.textContent = `Making it: ${now.progress.note || plural(now.progress.nodes, "state")}, ${now.progress.seconds.toFixed(1)} seconds\u2026`;
            }, job.signal);
            location.hash = `#/game/${game.id}`;
        } catch (error) {
            state.className = "making problem";
            state.textContent = error instanceof DOMException ? "Cancelled." : api.sentence(error);
        } finally {
            submit.disabled = false;
            cancel.hidden = true;
        }
    });
    return form;
}

/** @param {Puzzle} puzzle */
function samples(puzzle) {
    if (puzzle.samples.length === 0 || puzzle.name === "flows") return null;
    return h("section", { class: "card" }, h("h2", { text: "Or one of these" }),
        h("ul", { class: "samples" }, ...puzzle.samples.map((sample) => h("li", {}, button({ label: sample.name, name: `Play ${sample.name}`, action: () => importText(sample.text, puzzle.name) })))));
}

function fromPicture() {
    const file = h("input", { type: "file", accept: "image/*" });
    file.addEventListener("change", () => { if (file.files?.[0]) pictureDialog(file.files[0]); });
    const card = h("section", { class: "card" }, h("h2", { text: "From a picture" }),
        h("p", { text: "Choose an image, or drop it here. You see the puzzle that it makes, and whether its clues have only one solution." }), field("Image", file));
    dropZone(card, pictureDialog);
    return card;
}

/** @param {HTMLElement} main @param {string} name */
export async function newPage(main, name) {
    const puzzle = await api.puzzle(name);
    document.title = `New: ${puzzle.title} \u2013 Quandary`;
    const form = name === "flows" ? newFlowsForm(puzzle) : CHOICES[name] ? generateForm(puzzle) : null;
    fill(main, h("div", { class: "new" },
        h("header", { class: "new-head" }, emblem(name), h("div", {}, h("h1", { text: puzzle.title }), h("p", { text: puzzle.summary.charAt(0).toUpperCase() + puzzle.summary.slice(1) + "." }))),
        h("section", { class: "card" }, h("h2", { text: name === "flows" ? "Who plays?" : "A new one" }), form),
        name === "nonogram" ? fromPicture() : null,
        samples(puzzle)));
}
