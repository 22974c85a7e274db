/* The dialog that makes a nonogram from an image. The server reduces the image, as `quandary generate nonogram --image`
 * does, and decides whether the clues have one solution; it stores nothing until the puzzle is played. */
import * as api from "./api.js";
import { fill, h, plural } from "./dom.js";
import { button, dialog, field, number, toast } from "./ui.js";

/** @typedef {import("./types.js").Result} Result */
/** @typedef {{width: number, height: number, paper: string, fills: Map<string, string>, cells: string[]}} Picture */
/** @typedef {{cell: string, from: string, to: string}} Change */

const MOST_SIDE = 100, MOST_COLOURS = 8;
/** A smaller image is taken to be drawn by hand, one pixel for each cell. */
const SMALL = 64;
/** Larger images are scaled down to this before they are sent; the server reduces them further. */
const SENT_SIDE = 512;
/** The clustering of colours starts at random: always with the same seed, so that the preview does not flicker. */
const SEED = 1;

/** The image scaled to a size, on white. @param {ImageBitmap} image @param {number} width @param {number} height */
function drawn(image, width, height) {
    const canvas = h("canvas", { width, height });
    const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { willReadFrequently: true }));
    context.fillStyle = "white";
    context.fillRect(0, 0, width, height);
    context.imageSmoothingQuality = "high";
    context.drawImage(image, 0, 0, width, height);
    return canvas;
}

/** @param {HTMLCanvasElement} canvas */
function pixelsOf(canvas) {
    return /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d")).getImageData(0, 0, canvas.width, canvas.height).data;
}

/** How many colours a small image has beside its background; 1 if there are too many to count.
 * @param {HTMLCanvasElement} canvas
 */
function coloursIn(canvas) {
    if (Math.max(canvas.width, canvas.height) > SMALL) return 1;
    const data = pixelsOf(canvas), seen = new Set();
    for (let at = 0; at < data.length && seen.size <= MOST_COLOURS + 1; at += 4) seen.add((data[at] << 16) | (data[at + 1] << 8) | data[at + 2]);
    return seen.size > MOST_COLOURS + 1 ? 1 : Math.max(1, seen.size - 1);
}

/** The threshold that best separates dark from light (Otsu, 1979), for the slider. @param {HTMLCanvasElement} canvas */
function otsu(canvas) {
    const data = pixelsOf(canvas), counts = Array(256).fill(0), total = data.length / 4;
    for (let at = 0; at < data.length; at += 4) counts[Math.round(0.299 * data[at] + 0.587 * data[at + 1] + 0.114 * data[at + 2])]++;
    const sum = counts.reduce((all, count, level) => all + count * level, 0);
    let first = 128, last = 128, most = -1, below = 0, sumBelow = 0;
    for (let level = 0; level < 255; level++) {
        below += counts[level];
        sumBelow += level * counts[level];
        if (below === 0 || below === total) continue;
        const apart = below * (total - below) * (sumBelow / below - (sum - sumBelow) / (total - below)) ** 2;
        if (apart > most) most = apart, first = level + 1;
        if (apart >= most) last = level + 1;
    }
    return Math.round((first + last) / 2);
}

/** The picture that was made, as the generator tells it. @param {Result["fields"]} fields @returns {Picture} */
function pictureOf({ picture, colours }) {
    const [paper, ...inks] = /** @type {{letter: string, fill: string}[]} */ (colours);
    return { width: picture[0].length, height: picture.length, paper: paper.fill, fills: new Map(inks.map((one) => [one.letter, one.fill])), cells: [...picture.join("")] };
}

/** @param {string} fill @returns {string} What can be read on it. */
function inkOn(fill) {
    const [r, g, b] = [1, 3, 5].map((at) => parseInt(fill.slice(at, at + 2), 16));
    return 0.299 * r + 0.587 * g + 0.114 * b > 140 ? "#000000" : "#ffffff";
}

/** @param {Picture} picture @param {Change[]} changes @param {HTMLCanvasElement} canvas */
function paint(picture, changes, canvas) {
    const { width, height, paper, fills, cells } = picture, size = Math.max(3, Math.floor(640 / Math.max(width, height)));
    canvas.width = width * size;
    canvas.height = height * size;
    const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d")), gap = size > 8 ? 1 : 0;
    context.fillStyle = paper;
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.font = `${Math.floor(size * 0.5)}px sans-serif`;
    cells.forEach((letter, at) => {
        const colour = fills.get(letter), x = (at % width) * size, y = Math.floor(at / width) * size;
        if (!colour) return;
        context.fillStyle = colour;
        context.fillRect(x, y, size - gap, size - gap);
        if (fills.size < 3 || size < 14) return;
        context.fillStyle = inkOn(colour);
        context.fillText(letter, x + size / 2, y + size / 2);
    });
    for (const change of changes) ring(context, change, picture, size);
    const filled = cells.filter((letter) => fills.has(letter)), used = new Set(filled).size;
    canvas.setAttribute("aria-label", `Preview: ${plural(height, "row")}, ${plural(width, "column")}, ${plural(filled.length, "cell")} filled${used > 1 ? `, ${used} colours` : ""}${changes.length ? `, ${changes.length} changed` : ""}`);
}

/** Marks a changed cell: a ring, and + or - or * for filled, emptied or recoloured.
 * @param {CanvasRenderingContext2D} context @param {Change} change @param {Picture} picture @param {number} size
 */
function ring(context, change, picture, size) {
    const [, row, column] = /^R(\d+)C(\d+)$/.exec(change.cell) ?? [];
    const x = (Number(column) - 1) * size, y = (Number(row) - 1) * size;
    context.lineWidth = Math.max(2, size / 8);
    context.strokeStyle = "#d00000";
    context.strokeRect(x + context.lineWidth / 2, y + context.lineWidth / 2, size - context.lineWidth, size - context.lineWidth);
    if (size < 14) return;
    context.fillStyle = inkOn(picture.fills.get(picture.cells[(Number(row) - 1) * picture.width + Number(column) - 1]) ?? picture.paper);
    context.fillText(change.from === "." ? "+" : change.to === "." ? "\u2212" : "*", x + size / 2, y + size / 2);
}

/** A title out of a file's name. @param {string} name */
function titleOf(name) {
    return name.replace(/\.[^.]*$/, "").replace(/[/\p{Cc}]/gu, " ").trim().slice(0, 30) || "picture";
}

class Maker {
    /** @param {ImageBitmap} image @param {string} name */
    constructor(image, name) {
        this.title = titleOf(name);
        this.image = image;
        const longest = Math.max(image.width, image.height), shrink = Math.min(1, SENT_SIDE / longest), scale = longest <= SMALL ? 1 : 30 / longest;
        this.sent = drawn(image, Math.max(1, Math.round(image.width * shrink)), Math.max(1, Math.round(image.height * shrink)));
        this.data = this.sent.toDataURL("image/png").split(",")[1];
        this.width = number(Math.max(1, Math.round(image.width * scale)), 1, MOST_SIDE);
        this.height = number(Math.max(1, Math.round(image.height * scale)), 1, MOST_SIDE);
        this.colours = number(coloursIn(this.sent), 1, MOST_COLOURS);
        this.threshold = h("input", { type: "range", min: 1, max: 255, value: String(otsu(this.sent)) });
        this.alone = h("input", { type: "checkbox", checked: true });
        this.invert = h("input", { type: "checkbox" });
        this.canvas = h("canvas", { class: "preview", role: "img", "aria-label": "Preview" });
        this.verdict = h("div", { class: "verdict", role: "status" });
        this.ask = button({ label: "Is there one solution?", kind: "primary", action: () => this.judge() });
        /** The puzzle as it is now, as text. @type {string | null} */
        this.text = null;
        /** @type {AbortController | null} */
        this.job = null;
        /** Settles when the preview is made. */
        this.making = Promise.resolve();
    }

    open() {
        this.width.addEventListener("input", () => {
            this.height.value = String(Math.min(MOST_SIDE, Math.max(1, Math.round((Number(this.width.value) * this.image.height) / this.image.width))));
            this.look();
        });
        for (const one of [this.height, this.colours, this.invert, this.alone]) one.addEventListener("input", () => this.look());
        this.threshold.addEventListener("input", () => {
            this.alone.checked = false;
            this.look();
        });
        this.light = h("fieldset", { class: "plain" }, h("legend", { class: "visually-hidden", text: "Black and white" }),
            field("Fill what is darker than", this.threshold), h("label", { class: "tick" }, this.alone, h("span", { text: "Choose it automatically" })),
            h("label", { class: "tick" }, this.invert, h("span", { text: "Fill what is light instead" })));
        this.box = dialog("A nonogram from a picture", [
            h("div", { class: "picture-form" }, h("div", {}, this.canvas),
                h("div", { class: "form" }, h("div", { class: "fields" }, field("Columns", this.width), field("Rows", this.height), field("Colours", this.colours, "1 is black and white.")),
                    this.light, h("div", { class: "buttons" }, this.ask))),
            this.verdict,
        ], { wide: true, closed: () => this.job?.abort() });
        this.look();
    }

    /** The request for the generator. @param {"yes" | "no"} unique */
    request(unique) {
        const whole = (/** @type {HTMLInputElement} */ input, /** @type {number} */ most) => Math.min(most, Math.max(1, Math.round(Number(input.value)) || 1));
        const colours = whole(this.colours, MOST_COLOURS);
        /** @type {Record<string, unknown>} */
        const options = { width: whole(this.width, MOST_SIDE), height: whole(this.height, MOST_SIDE), colours, unique };
        if (colours === 1 && !this.alone.checked) options.threshold = Number(this.threshold.value);
        if (colours === 1 && this.invert.checked) options.invert = true;
        return { puzzle: "nonogram", image: this.data, title: this.title, seed: SEED, options };
    }

    /** Runs a job in place of the one before. @param {(signal: AbortSignal) => Promise<void>} task */
    async run(task) {
        this.job?.abort();
        const job = this.job = new AbortController();
        try {
            await task(job.signal);
        } catch (error) {
            if (this.job !== job) return;
            this.say("invalid", "", error instanceof DOMException ? "Cancelled." : api.sentence(error));
        }
    }

    /** @param {string} kind @param {string} strong The verdict, or "". @param {string} words @param {...HTMLElement} buttons */
    say(kind, strong, words, ...buttons) {
        this.verdict.className = `verdict ${kind}`;
        fill(this.verdict, h("p", {}, strong ? h("strong", { text: `${strong} ` }) : null, words), buttons.length ? h("div", { class: "buttons" }, ...buttons) : null);
    }

    /** Makes another preview after a change. */
    look() {
        const coloured = Number(this.colours.value) > 1;
        if (this.light) this.light.disabled = coloured;
        this.text = null;
        fill(this.verdict);
        this.making = this.run(async (signal) => {
            const result = await api.draft({ ...this.request("no"), seconds: 2 }, undefined, signal);
            if (!signal.aborted) this.take(result, []);
        });
    }

    /** @param {Result} result @param {Change[]} changes */
    take(result, changes) {
        this.text = /** @type {import("./types.js").Draft} */ (result.draft).text;
        paint(pictureOf(result.fields), changes, this.canvas);
    }

    /** Shows the progress of a job, with a button to cancel it. @param {string} words @param {import("./types.js").Job} job */
    progress(words, job) {
        if (job.state !== "busy" && job.progress.seconds < 0.3) return;
        const more = job.state === "busy" ? "the server is busy" : [job.progress.note, plural(Math.round(job.progress.seconds), "second")].filter(Boolean).join(", ");
        this.say("", "", `${words}: ${more}\u2026`, button({ label: "Cancel", icon: "stop", action: () => this.job?.abort() }));
    }

    /** Whether the clues of the picture have one solution. */
    async judge() {
        this.say("", "", "Checking\u2026");
        await this.making;
        if (this.text === null) return;
        const text = this.text;
        await this.run(async (signal) => {
            const { fields } = await api.draft({ text, as: "nonogram", check: true }, (job) => this.progress("Checking", job), signal);
            if (signal.aborted) return;
            if (fields.unique) return this.say("valid", "Unique.", "The clues of this picture have exactly one solution.", this.playButton("Play it", "primary"));
            const [verdict, words] = fields.unique === false ? ["Not unique.", "Other pictures have the same clues."] : ["Not known.", "It could not be found out in time."];
            this.say("invalid", verdict, words,
                button({ label: "Change the fewest cells", kind: "primary", action: () => this.mend() }), this.playButton("Play it as it is", ""));
        });
    }

    /** Changes as few cells as possible for one solution, and shows which. */
    async mend() {
        const words = "Changing as few cells as possible";
        this.say("", "", `${words}\u2026`);
        await this.run(async (signal) => {
            const result = await api.draft(this.request("yes"), (job) => this.progress(words, job), signal);
            if (signal.aborted) return;
            const changes = /** @type {Change[]} */ (result.fields.changed ?? []);
            this.take(result, changes);
            const many = `${plural(changes.length, "cell")} ${changes.length === 1 ? "was" : "were"} changed (${changes.slice(0, 8).map((one) => one.cell).join(", ")}${changes.length > 8 ? ", \u2026" : ""})`;
            this.say("valid", "Unique now.", `${many}; ${result.fields.fewest ? "fewer would not do" : "whether fewer would do is not known"}. They have a red frame.`,
                this.playButton("Play it", "primary"), button({ label: "Back to the picture", action: () => this.look() }));
        });
    }

    /** @param {string} label @param {string} kind */
    playButton(label, kind) {
        return button({
            label, kind, action: () => this.run(async () => {
                const game = await api.create({ text: this.text, as: "nonogram" });
                this.box?.close();
                location.hash = `#/game/${game.id}`;
            }),
        });
    }
}

/** @param {File} file */
export async function pictureDialog(file) {
    let image;
    try {
        image = await createImageBitmap(file);
    } catch {
        return toast("This image cannot be read.", "bad");
    }
    new Maker(image, file.name).open();
}
