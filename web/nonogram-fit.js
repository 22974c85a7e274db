/* How large the cells of a nonogram are, and where the lines between them run. Everything is a whole number of device
 * pixels: with fractions a browser rounds each cell on its own, and lines between them get lost. */

/** The narrowest and the widest cell, and the least that a board that is too high for the window shrinks to. */
const LEAST = 10, MOST = 41, LEAST_BY_HEIGHT = 15;
/** A clue's share of a cell, along a row and down a column (style.css has the same), and the room beside the rows' clues. */
const CLUE_ACROSS = 0.72, CLUE_DOWN = 0.8, BESIDE = 8;
/** Added before a browser rounds down, so that 27 device pixels never become 26.98. */
const HAIR = 0.004;
/** Lines begin a little after a pixel does, so that no rounding error decides which pixels they cover. */
const ASIDE = 0.1;
/** A number of CSS pixels that is a whole number of device pixels at every usual zoom: 67 %, 75 %, 80 %, 90 %, 110 %, 125 %, … */
const WHOLE = 60;

/** Whether a line is a heavy one: every fifth, and the frame. @param {number} line From 0, the first, to count. @param {number} count */
function isThick(line, count) {
    return line % 5 === 0 || line === count;
}

/** The total width of all lines. @param {number} count @param {number} thin @param {number} thick */
function allLines(count, thin, thick) {
    return Array.from({ length: count + 1 }, (_, line) => (isThick(line, count) ? thick : thin)).reduce((sum, one) => sum + one, 0);
}

/** Where each line begins, and where the last one ends. @param {number} count @param {Sizes} sizes */
export function linePlaces(count, { cell, thin, thick }) {
    const places = [];
    let at = 0;
    for (let line = 0; line <= count; line++) {
        const width = isThick(line, count) ? thick : thin;
        places.push({ at, width, thick: isThick(line, count) });
        at += width + cell;
    }
    return { places, end: at - cell };
}

/** @typedef {{cell: number, thin: number, thick: number}} Sizes In device pixels. */
/** @typedef {{columns: number, rows: number, across: number, down: number}} Shape Cells, and the most clues of a line. */

/** Sizes in device pixels.
 * @param {Shape} shape
 * @param {{width: number, height: number}} room In CSS pixels.
 * @param {number} ratio Device pixels in a CSS pixel.
 * @param {number} zoom
 * @returns {Sizes}
 */
export function cellSizes(shape, room, ratio, zoom) {
    const thin = Math.max(1, Math.round(ratio)), thick = Math.max(thin + 1, Math.round(2 * ratio));
    const wide = ((room.width - BESIDE) * ratio - allLines(shape.columns, thin, thick)) / (shape.columns + CLUE_ACROSS * shape.across);
    const high = (room.height * ratio - allLines(shape.rows, thin, thick)) / (shape.rows + CLUE_DOWN * shape.down);
    const cell = Math.min(MOST * ratio, Math.max(LEAST * ratio, Math.min(wide, Math.max(high, LEAST_BY_HEIGHT * ratio))));
    return { cell: Math.floor(cell * zoom), thin, thick };
}

/** The lines as two paths of an SVG, whose lower right corner is that of the board. The SVG's own sides are whole in
 * CSS and in device pixels, so that nothing stretches it.
 * @param {Shape} shape @param {Sizes} sizes @param {number} ratio
 */
export function lineDrawing(shape, sizes, ratio) {
    const across = linePlaces(shape.columns, sizes), down = linePlaces(shape.rows, sizes);
    const path = (/** @type {boolean} */ thick) => [
        ...across.places.filter((line) => line.thick === thick).map(({ at, width }) => `M${at + ASIDE} ${ASIDE}h${width}v${down.end}h${-width}z`),
        ...down.places.filter((line) => line.thick === thick).map(({ at, width }) => `M${ASIDE} ${at + ASIDE}h${across.end}v${width}h${-across.end}z`),
    ].join("");
    const [width, height] = [across.end, down.end].map((end) => Math.ceil(end / ratio / WHOLE) * WHOLE);
    const box = [across.end - width * ratio, down.end - height * ratio, width * ratio, height * ratio];
    return { width, height, box: box.join(" "), thin: path(false), thick: path(true) };
}

/** Device pixels as a length for a style sheet. @param {number} pixels @param {number} ratio */
export function length(pixels, ratio) {
    return `${(pixels + HAIR) / ratio}px`;
}

/** Calls back when a device pixel has another size: another screen, or the browser's zoom. Returns a function that
 * ends it. @param {() => void} changed
 */
export function watchRatio(changed) {
    /** @type {MediaQueryList} */
    let query;
    const listen = () => {
        query = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
        query.addEventListener("change", changedRatio, { once: true });
    };
    const changedRatio = () => {
        listen();
        changed();
    };
    listen();
    return () => query.removeEventListener("change", changedRatio);
}
