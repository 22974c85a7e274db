/* An image becomes a nonogram: a preview first, then the verdict whether its clues have one solution. */
import * as api from "./api.js";
import { fill, h, plural } from "./dom.js";
import { button, dialog, field, number, toast } from "./ui.js";

const MOST_SIDE = 100;

/** The image, drawn to so many pixels on white. @param {ImageBitmap} image @param {number} width @param {number} height */
function shrunk(image, width, height) {
    const canvas = h("canvas", { width, height });
    const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { willReadFrequently: true }));
    context.fillStyle = "white";
    context.fillRect(0, 0, width, height);
    context.imageSmoothingQuality = "high";
    context.drawImage(image, 0, 0, width, height);
    return context.getImageData(0, 0, width, height);
}

/** How light each pixel is, 0 to 255. @param {ImageData} pixels */
function lightness(pixels) {
    return Array.from({ length: pixels.width * pixels.height }, (_, at) => Math.round(0.2126 * pixels.data[4 * at] + 0.7152 * pixels.data[4 * at + 1] + 0.0722 * pixels.data[4 * at + 2]));
}

/** The threshold that parts dark from light best (Otsu, 1979); of several the middle one. @param {number[]} light */
function otsu(light) {
    const counts = Array(256).fill(0);
    for (const value of light) counts[value]++;
    const total = light.length, sum = light.reduce((a, b) => a + b, 0);
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

/** @param {string[]} rows @param {HTMLCanvasElement} canvas */
function draw(rows, canvas) {
    const width = rows[0].length, height = rows.length, size = Math.max(2, Math.floor(320 / Math.max(width, height)));
    canvas.width = width * size;
    canvas.height = height * size;
    const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    context.fillStyle = "white";
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.fillStyle = "#1d2430";
    rows.forEach((row, y) => [...row].forEach((cell, x) => { if (cell === "#") context.fillRect(x * size, y * size, size - (size > 4 ? 1 : 0), size - (size > 4 ? 1 : 0)); }));
    const filled = rows.join("").replace(/\./g, "").length;
    canvas.setAttribute("aria-label", `Preview: ${height} rows, ${width} columns, ${filled} cells filled`);
}

/** @param {string[]} rows @returns {Promise<string>} A PNG with a pixel for each cell, in base64. */
async function pngOf(rows) {
    const canvas = h("canvas", { width: rows[0].length, height: rows.length });
    const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    context.fillStyle = "white";
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.fillStyle = "black";
    rows.forEach((row, y) => [...row].forEach((cell, x) => { if (cell === "#") context.fillRect(x, y, 1, 1); }));
    return canvas.toDataURL("image/png").split(",")[1];
}

/** @param {File} file */
export async function pictureDialog(file) {
    let image;
    try {
        image = await createImageBitmap(file);
    } catch {
        return toast("This image cannot be read.", "bad");
    }
    const scale = Math.min(1, 30 / Math.max(image.width, image.height));
    const width = number(Math.max(1, Math.round(image.width * scale)), 1, MOST_SIDE), height = number(Math.max(1, Math.round(image.height * scale)), 1, MOST_SIDE);
    const threshold = h("input", { type: "range", min: 1, max: 255, value: "128" });
    const invert = h("input", { type: "checkbox" });
    const canvas = h("canvas", { class: "preview", role: "img" });
    const verdict = h("div", { class: "verdict", role: "status" });
    /** @type {string[]} */
    let rows = [];
    const look = (/** @type {boolean} */ fresh) => {
        const side = (/** @type {HTMLInputElement} */ input) => Math.min(MOST_SIDE, Math.max(1, Math.round(Number(input.value)) || 1));
        const light = lightness(shrunk(image, side(width), side(height)));
        if (fresh) threshold.value = String(otsu(light));
        const dark = light.map((value) => value < Number(threshold.value) !== invert.checked);
        rows = Array.from({ length: side(height) }, (_, y) => dark.slice(y * side(width), (y + 1) * side(width)).map((one) => (one ? "#" : ".")).join(""));
        draw(rows, canvas);
        fill(verdict);
    };
    const linked = () => {
        height.value = String(Math.max(1, Math.round((Number(width.value) * image.height) / image.width)));
        look(true);
    };
    width.addEventListener("input", linked);
    height.addEventListener("input", () => look(true));
    threshold.addEventListener("input", () => look(false));
    invert.addEventListener("change", () => look(false));
    const make = () => judge(rows, verdict, () => box.close());
    look(true);
    const box = dialog("A nonogram from a picture", [
        h("div", { class: "picture-form" },
            h("div", {}, canvas),
            h("div", { class: "form" }, field("Columns", width), field("Rows", height), field("How dark is filled", threshold), h("label", { class: "tick" }, invert, h("span", { text: "Fill what is light" })),
                h("div", { class: "buttons" }, button({ label: "Is there one solution?", kind: "primary", action: make })))),
        verdict,
    ], { wide: true });
}

/** Asks whether the clues of a picture have one solution, and offers what follows from that.
 * @param {string[]} rows @param {HTMLElement} verdict @param {() => void} close
 */
async function judge(rows, verdict, close) {
    fill(verdict, h("p", { text: "Looking\u2026" }));
    const go = (/** @type {{id: string}} */ game) => { close(); location.hash = `#/game/${game.id}`; };
    try {
        const game = await api.create({ puzzle: "nonogram", image: await pngOf(rows), options: { width: rows[0].length, height: rows.length, threshold: 128, unique: "no" } });
        const result = await api.ask(game.id, "check");
        const unique = result.fields.unique;
        verdict.className = `verdict ${unique ? "valid" : "invalid"}`;
        if (unique) {
            return fill(verdict, h("p", {}, h("strong", { text: "Unique. " }), "The clues of this picture have exactly one solution."),
                h("div", { class: "buttons" }, button({ label: "Play it", kind: "primary", action: () => go(game) })));
        }
        fill(verdict, h("p", {}, h("strong", { text: unique === false ? "Not unique. " : "Not known. " }), unique === false ? "Other pictures have the same clues." : "It could not be found out in time."),
            h("div", { class: "buttons" },
                button({ label: "Change the fewest cells", kind: "primary", action: () => repair(rows, verdict, go) }),
                button({ label: "Play it as it is", action: () => go(game) })));
    } catch (error) {
        verdict.className = "verdict invalid";
        fill(verdict, h("p", { text: api.sentence(error) }));
    }
}

/** @param {string[]} rows @param {HTMLElement} verdict @param {(game: {id: string}) => void} go */
async function repair(rows, verdict, go) {
    fill(verdict, h("p", { text: "Changing as few cells as possible\u2026" }));
    try {
        const game = await api.create({ puzzle: "nonogram", image: await pngOf(rows), options: { width: rows[0].length, height: rows.length, threshold: 128, unique: "yes" } },
            (job) => { if (job.progress.seconds > 0.5) fill(verdict, h("p", { text: `Changing as few cells as possible, ${plural(Math.round(job.progress.seconds), "second")}\u2026` })); });
        verdict.className = "verdict valid";
        fill(verdict, h("p", {}, h("strong", { text: "Unique now. " }), "As few cells as possible were changed."), h("div", { class: "buttons" }, button({ label: "Play it", kind: "primary", action: () => go(game) })));
    } catch (error) {
        verdict.className = "verdict invalid";
        fill(verdict, h("p", { text: api.sentence(error) }));
    }
}
