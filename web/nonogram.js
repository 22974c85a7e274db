/* Nonogram: fill and mark cells, by dragging along a line, by taps, or by keys. */
import { Cursor } from "./board.js";
import { fill, h, visuallyHidden, plural, s, setStyle } from "./dom.js";
import { cellSizes, length, lineDrawing, watchRatio } from "./nonogram-fit.js";
import { announce } from "./ui.js";

/** @typedef {import("./types.js").BoardView} BoardView */
/** @typedef {import("./types.js").NonogramBoard} Board */
/** @typedef {import("./types.js").Clue} Clue */

/** The largest board that is played cell by cell here. */
const MOST_CELLS = 10000;
/** What a page has above and below the board, and the board's own frame around the grid: CSS pixels. */
const AROUND = 260, FRAME = 20;
const MOVE = /^R(\d+)C(\d+)=(.)$/;

/** @param {Board} board @param {string} move @returns {Board | null} */
export function apply(board, move) {
    const found = MOVE.exec(move);
    if (!found) return null;
    const row = Number(found[1]) - 1, column = Number(found[2]) - 1;
    if (row >= board.height || column >= board.width) return null;
    const cells = [...board.cells];
    cells[row] = cells[row].slice(0, column) + found[3] + cells[row].slice(column + 1);
    return { ...board, cells };
}

/** A move sets one cell, whatever has become of the others. */
export function same() {
    return true;
}

/** The board before the moves. @param {Board} board @param {string[]} moves @returns {Board} */
export function rewind(board, moves) {
    return moves.reduce((before, move) => apply(before, move.replace(/=.$/, "=?")) ?? before, board);
}

/** @param {string} colour @returns {string} Black or white, whichever is easier to read on it. */
function inkOn(colour) {
    const [r, g, b] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255)
        .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.179 ? "#000000" : "#ffffff";
}

/** The last index for which something holds, by bisection; 0 if it holds for none.
 * @param {number} count @param {(at: number) => boolean} holds
 */
function lastBefore(count, holds) {
    let low = 0, high = count;
    while (high - low > 1) {
        const middle = (low + high) >> 1;
        if (holds(middle)) low = middle;
        else high = middle;
    }
    return low;
}

/** @implements {BoardView} */
export class View {
    /** @param {Board} board @param {(moves: string[]) => void} play @param {{picture: string}} about */
    constructor(board, play, about) {
        this.board = board;
        this.play = play;
        this.open = true;
        /** What a cell gets: a colour's letter or ".". */
        this.tool = board.colours[1]?.letter ?? "#";
        this.zoom = 1;
        /** @type {HTMLElement[][]} */
        this.cells = [];
        /** @type {HTMLElement[]} */
        this.rowClues = [];
        /** @type {HTMLElement[]} */
        this.columnClues = [];
        this.large = board.width * board.height > MOST_CELLS;
        /** The sizes that the board was last drawn with. */
        this.sized = "";
        this.element = h("div", { class: "nonogram-frame" });
        this.aside = this.large ? null : this.tools();
        if (this.large) this.showPicture(about.picture);
        else this.build();
        this.cursor = new Cursor(board.height, board.width, (row, column) => this.cells[row]?.[column] ?? null);
        if (!this.large) this.cursor.settle(0, 0);
    }

    /** @param {boolean} player @returns {[string, string][]} */
    keys(player) {
        if (this.large) return [];
        const colours = Math.min(9, this.board.colours.length - 1);
        const look = /** @type {[string, string]} */ (["Arrows", "go from cell to cell; PageUp and PageDown by five rows"]);
        if (!player) return [look];
        return [look, ["Space or Enter", `fill the cell${colours > 1 ? " with the colour in hand" : ""}; again: clear it`],
            ["X or .", "mark the cell as empty; again: clear it"], ["C, Backspace", "clear the cell"],
            ["Shift + arrows", "take what the cell holds along to the next one"],
            ...(colours > 1 ? [/** @type {[string, string]} */ ([`1 to ${colours}`, "take a colour in hand"])] : [])];
    }

    /** @param {string} path */
    showPicture(path) {
        fill(this.element, h("p", { class: "note", text: "This board is too large to be played cell by cell here. You can solve, check and export it." }),
            h("img", { class: "picture", src: path, alt: `The board, ${this.board.height} rows and ${this.board.width} columns` }));
    }

    tools() {
        const choices = [...this.board.colours.slice(1).map((colour, index) => ({ value: colour.letter, name: this.board.colours.length > 2 ? colour.name : "Fill", fill: colour.fill, key: String(index + 1) })),
            { value: ".", name: "Mark", fill: "", key: "X" }];
        const group = h("div", { class: "tools", role: "radiogroup", "aria-label": "What a cell gets" });
        for (const choice of choices) {
            const input = h("input", { type: "radio", name: "tool", value: choice.value, checked: choice.value === this.tool });
            input.addEventListener("change", () => { this.tool = choice.value; });
            group.append(h("label", { title: `${choice.name} (${choice.key})` }, input,
                choice.value === "."
                    ? h("span", { class: "swatch cross", "aria-hidden": "true", text: "\u00d7" })
                    : h("span", { class: this.board.colours.length > 2 ? "swatch" : "swatch plain", "aria-hidden": "true", style: { "--fill": choice.fill, "--ink": inkOn(choice.fill) }, text: this.board.colours.length > 2 ? choice.value : "" }),
                h("span", { text: choice.name })));
        }
        const zoom = (/** @type {number} */ factor) => {
            this.zoom = Math.min(4, Math.max(1, this.zoom * factor));
            this.fit();
        };
        group.append(h("span", { class: "zoom" },
            h("button", { type: "button", class: "quiet", "aria-label": "Smaller cells", text: "\u2212", onclick: () => zoom(1 / 1.25) }),
            h("button", { type: "button", class: "quiet", "aria-label": "Larger cells", text: "+", onclick: () => zoom(1.25) })));
        this.group = group;
        return group;
    }

    build() {
        const { width, height, rows, columns } = this.board;
        const across = Math.max(1, ...rows.map((line) => line.length)), down = Math.max(1, ...columns.map((line) => line.length));
        const grid = h("div", {
            class: `nonogram${this.board.colours.length > 2 ? " coloured" : ""}`, role: "grid",
            "aria-label": `Nonogram, ${height} rows and ${width} columns`, "aria-rowcount": height + 1, "aria-colcount": width + 1,
            style: { "--columns": width, "--rows": height, "--across": across, "--down": down },
        });
        this.shape = { columns: width, rows: height, across, down };
        const head = h("div", { role: "row", class: "row head" }, h("div", { role: "columnheader", class: "corner" }, visuallyHidden("Clues")));
        for (let column = 0; column < width; column++) {
            const clues = h("div", { role: "columnheader", class: `clues down${(column + 1) % 5 === 0 && column + 1 < width ? " fifth" : ""}` });
            this.columnClues.push(clues);
            head.append(clues);
        }
        grid.append(head);
        for (let row = 0; row < height; row++) grid.append(this.buildRow(row));
        this.lines = s("svg", { class: "grid-lines", "aria-hidden": "true" }, s("path", { class: "thin" }), s("path", { class: "thick" }));
        this.scroller = h("div", { class: "nonogram-scroll" }, h("div", { class: "nonogram-sheet" }, grid, this.lines));
        fill(this.element, this.scroller, this.bubble = h("div", { class: "bubble", "aria-hidden": "true", hidden: true }));
        this.grid = grid;
        grid.addEventListener("keydown", (event) => this.key(event));
        grid.addEventListener("pointerdown", (event) => this.press(event));
        grid.addEventListener("contextmenu", (event) => event.preventDefault());
        grid.addEventListener("pointerover", (event) => this.hover(event));
        grid.addEventListener("pointerleave", () => this.light(-1, -1));
        grid.addEventListener("focusin", () => this.light(this.cursor.row, this.cursor.column));
        this.watchRoom();
    }

    /** Fits the board to its room whenever that changes. */
    watchRoom() {
        const fit = () => this.fit();
        const sizes = new ResizeObserver(fit);
        sizes.observe(this.element);
        addEventListener("resize", fit);
        const ratio = watchRatio(fit);
        this.close = () => {
            sizes.disconnect();
            removeEventListener("resize", fit);
            ratio();
        };
    }

    fit() {
        const { shape, scroller } = this;
        if (!shape || !scroller || scroller.clientWidth === 0) return;
        const outer = this.element.clientWidth - FRAME, height = document.documentElement.clientHeight - AROUND;
        this.size(shape, outer, height);
        /* A scroll bar beside the rows must not bring one below the columns. */
        const bar = scroller.offsetWidth - scroller.clientWidth - 2;
        if (bar > 0 && scroller.scrollWidth > scroller.clientWidth && this.zoom === 1) this.size(shape, outer - bar, height);
    }

    /** @param {{columns: number, rows: number, across: number, down: number}} shape @param {number} width @param {number} height */
    size(shape, width, height) {
        const ratio = devicePixelRatio, { cell, thin, thick } = cellSizes(shape, { width, height }, ratio, this.zoom);
        const key = [ratio, cell, thin, thick].join();
        if (!this.grid || !this.lines || this.sized === key) return;
        this.sized = key;
        setStyle(this.grid, { "--cell": length(cell, ratio), "--thin": length(thin, ratio), "--thick": length(thick, ratio) });
        const drawing = lineDrawing(shape, { cell, thin, thick }, ratio);
        this.lines.setAttribute("viewBox", drawing.box);
        setStyle(this.lines, { width: `${drawing.width}px`, height: `${drawing.height}px` });
        this.lines.children[0].setAttribute("d", drawing.thin);
        this.lines.children[1].setAttribute("d", drawing.thick);
    }

    /** @param {number} row */
    buildRow(row) {
        const { width, height } = this.board;
        const clues = h("div", { role: "rowheader", class: "clues across" });
        this.rowClues.push(clues);
        const fifth = (row + 1) % 5 === 0 && row + 1 < height ? " fifth-row" : "";
        const line = h("div", { role: "row", class: `row${fifth}` }, clues);
        this.cells.push([]);
        for (let column = 0; column < width; column++) {
            const cell = h("div", {
                role: "gridcell", tabindex: "-1", class: `cell${(column + 1) % 5 === 0 && column + 1 < width ? " fifth" : ""}`,
                "data-at": `${row},${column}`,
            });
            this.cells[row].push(cell);
            line.append(cell);
        }
        return line;
    }

    /** @param {Board} board @param {import("./types.js").Game} game @param {{preview?: boolean}} how */
    update(board, game, how) {
        const before = this.drawn;
        this.board = board;
        this.open = !how.preview && game.viewer.seats.length > 0;
        if (this.large) return;
        for (let row = 0; row < board.height; row++) {
            if (before && before.cells[row] === board.cells[row]) continue;
            for (let column = 0; column < board.width; column++)
                if (!before || before.cells[row][column] !== board.cells[row][column]) this.draw(row, column, board.cells[row][column]);
        }
        if (!before || before.rows !== board.rows) {
            board.rows.forEach((line, row) => this.drawClues(this.rowClues[row], line, `Row ${row + 1}`));
            board.columns.forEach((line, column) => this.drawClues(this.columnClues[column], line, `Column ${column + 1}`));
        }
        this.drawn = board;
        this.grid?.classList.toggle("solved", game.solved);
    }

    /** @param {number} row @param {number} column @param {string} value */
    draw(row, column, value) {
        const cell = this.cells[row][column];
        const colour = value === "." || value === "?" ? null : this.board.colours.find((one) => one.letter === value);
        cell.classList.toggle("filled", Boolean(colour));
        cell.classList.toggle("empty", value === ".");
        if (colour) setStyle(cell, { "--fill": colour.fill, "--ink": inkOn(colour.fill) });
        if (this.board.colours.length > 2) cell.dataset.letter = colour ? colour.letter : "";
        const held = colour ? (this.board.colours.length > 2 ? colour.name : "filled") : value === "." ? "marked empty" : "open";
        cell.setAttribute("aria-label", `Row ${row + 1}, column ${column + 1}: ${held}`);
    }

    /** @param {HTMLElement} place @param {Clue[]} clues @param {string} name */
    drawClues(place, clues, name) {
        const key = JSON.stringify(clues);
        if (place.dataset.clues === key) return;
        place.dataset.clues = key;
        const several = this.board.colours.length > 2;
        const shown = clues.length ? clues : [{ length: 0, colour: 1, done: true }];
        fill(place, ...shown.map((clue) => h("span", {
            class: `clue${clue.done ? " done" : ""}`, "aria-hidden": "true", text: String(clue.length),
            style: several && clues.length ? { "--fill": this.board.colours[clue.colour].fill, "--ink": inkOn(this.board.colours[clue.colour].fill) } : {},
        }, several && clues.length ? h("sup", { text: this.board.colours[clue.colour].letter }) : null)));
        const words = clues.map((clue) => `${clue.length}${several ? ` ${this.board.colours[clue.colour].name}` : ""}${clue.done ? " done" : ""}`);
        place.prepend(visuallyHidden(`${name}: ${words.join(", ") || "nothing"}`));
        place.classList.toggle("all-done", clues.every((clue) => clue.done));
    }

    /** Lights up the clues of a row and a column. @param {number} row @param {number} column */
    light(row, column) {
        if (this.lit) {
            this.rowClues[this.lit[0]]?.classList.remove("lit");
            this.columnClues[this.lit[1]]?.classList.remove("lit");
        }
        this.lit = [row, column];
        this.rowClues[row]?.classList.add("lit");
        this.columnClues[column]?.classList.add("lit");
    }

    /** @param {Event} event @returns {[number, number] | null} */
    at(event) {
        const cell = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest?.(".cell"));
        return cell ? /** @type {[number, number]} */ (cell.dataset.at?.split(",").map(Number)) : null;
    }

    /** @param {Event} event */
    hover(event) {
        const at = this.at(event);
        if (at) this.light(at[0], at[1]);
    }

    /** @param {PointerEvent} event @returns {[number, number]} The cell nearest to the pointer. */
    nearest(event) {
        const row = lastBefore(this.board.height, (at) => this.cells[at][0].getBoundingClientRect().top <= event.clientY);
        const column = lastBefore(this.board.width, (at) => this.cells[0][at].getBoundingClientRect().left <= event.clientX);
        return [row, column];
    }

    /** The cells of a stroke: along the row or the column in which it began.
     * @param {[number, number]} from @param {[number, number]} to
     * @returns {[number, number][]}
     */
    line(from, to) {
        const inRow = Math.abs(to[1] - from[1]) >= Math.abs(to[0] - from[0]);
        const length = inRow ? to[1] - from[1] : to[0] - from[0];
        return Array.from({ length: Math.abs(length) + 1 }, (_, step) => {
            const along = step * Math.sign(length);
            return inRow ? [from[0], from[1] + along] : [from[0] + along, from[1]];
        });
    }

    /** @param {PointerEvent} event */
    press(event) {
        const start = this.at(event);
        if (!start || (event.button !== 0 && event.button !== 2)) return;
        event.preventDefault();
        this.cursor.settle(...start);
        this.cells[start[0]][start[1]].focus({ preventScroll: true });
        if (!this.open) return;
        const wanted = event.button === 2 ? "." : this.tool;
        const value = this.board.cells[start[0]][start[1]] === wanted ? "?" : wanted;
        /** @type {[number, number][]} */
        let stroke = [];
        const preview = (/** @type {PointerEvent} */ now) => {
            for (const [row, column] of stroke) this.draw(row, column, this.board.cells[row][column]);
            stroke = this.strokeCells(start, this.nearest(now), value);
            for (const [row, column] of stroke) this.draw(row, column, value);
            this.count(now, this.line(start, this.nearest(now)).length);
        };
        const end = (/** @type {PointerEvent} */ now) => {
            removeEventListener("pointermove", preview);
            removeEventListener("pointerup", end);
            removeEventListener("pointercancel", end);
            this.count(now, 0);
            for (const [row, column] of stroke) this.draw(row, column, this.board.cells[row][column]);
            if (now.type !== "pointercancel" && stroke.length) this.set(stroke, value);
        };
        preview(event);
        addEventListener("pointermove", preview);
        addEventListener("pointerup", end);
        addEventListener("pointercancel", end);
    }

    /** Cells that a stroke changes: open ones get the value; one that clears clears all.
     * @param {[number, number]} start @param {[number, number]} to @param {string} value
     */
    strokeCells(start, to, value) {
        return this.line(start, to).filter(([row, column], index) => {
            const held = this.board.cells[row][column];
            return index === 0 || (value === "?" ? held !== "?" : held === "?");
        });
    }

    /** Shows how long a stroke is. @param {PointerEvent} event @param {number} length */
    count(event, length) {
        const bubble = this.bubble;
        if (!bubble) return;
        bubble.hidden = length < 2;
        bubble.textContent = String(length);
        const box = this.element.getBoundingClientRect();
        setStyle(bubble, { "--x": `${event.clientX - box.left}px`, "--y": `${event.clientY - box.top}px` });
    }

    /** @param {[number, number][]} cells @param {string} value */
    set(cells, value) {
        this.play(cells.map(([row, column]) => `R${row + 1}C${column + 1}=${value}`));
        if (cells.length === 1) announce(this.cells[cells[0][0]][cells[0][1]].getAttribute("aria-label") ?? "");
    }

    /** @param {string} value */
    toggle(value) {
        const { row, column } = this.cursor;
        if (this.open) this.set([[row, column]], this.board.cells[row][column] === value ? "?" : value);
    }

    /** @param {KeyboardEvent} event */
    key(event) {
        const held = this.board.cells[this.cursor.row][this.cursor.column];
        if (this.cursor.key(event)) {
            event.preventDefault();
            const { row, column } = this.cursor;
            if (event.shiftKey && event.key.startsWith("Arrow") && this.open && this.board.cells[row][column] !== held) this.set([[row, column]], held);
            return;
        }
        if (event.ctrlKey || event.altKey || event.metaKey) return;
        const colour = this.board.colours[Number(event.key)];
        if (event.key === " " || event.key === "Enter") this.toggle(this.tool === "." ? "." : this.tool);
        else if (event.key === "x" || event.key === "X" || event.key === ".") this.toggle(".");
        else if (event.key === "c" || event.key === "Backspace" || event.key === "Delete") this.toggle("?");
        else if (/^[1-9]$/.test(event.key) && colour) this.take(colour.letter);
        else return;
        event.preventDefault();
    }

    /** @param {string} letter */
    take(letter) {
        this.tool = letter;
        const input = /** @type {HTMLInputElement | null | undefined} */ (this.group?.querySelector(`input[value="${CSS.escape(letter)}"]`));
        if (input) input.checked = true;
        announce(`${this.board.colours.find((one) => one.letter === letter)?.name ?? "Colour"} in hand`);
    }

    /** @param {string} name @param {string[] | undefined} places */
    markCells(name, places) {
        for (const old of this.grid?.querySelectorAll(`.${name}`) ?? []) old.classList.remove(name);
        for (const place of places ?? []) {
            const found = /^R(\d+)(?:C(\d+))?$|^C(\d+)$/.exec(place);
            if (!found) continue;
            if (found[2]) this.cells[Number(found[1]) - 1]?.[Number(found[2]) - 1]?.classList.add(name);
            else if (found[1]) for (const cell of [this.rowClues[Number(found[1]) - 1], ...(this.cells[Number(found[1]) - 1] ?? [])]) cell?.classList.add(name);
            else for (const cell of [this.columnClues[Number(found[3]) - 1], ...this.cells.map((row) => row[Number(found[3]) - 1])]) cell?.classList.add(name);
        }
    }

    /** @param {{look?: string[], marks?: string[], wrong?: string[]}} marks */
    mark(marks) {
        if (this.large) return;
        this.markCells("look", marks.look);
        this.markCells("hinted", marks.marks);
        this.markCells("wrong", marks.wrong);
    }

    focus() {
        if (!this.large) this.cursor.go(this.cursor.row, this.cursor.column);
    }

    /** @param {import("./types.js").Result} result @returns {import("./types.js").Where} */
    where(result) {
        const line = /** @type {string | undefined} */ (result.fields.line);
        const cells = (result.moves ?? []).map((move) => move.split("=")[0]);
        if (!line) return { words: cells.length ? `Look around ${cells[0].replace("R", "row ").replace("C", ", column ")}.` : "Look at the whole board.", look: cells.slice(0, 1), marks: cells };
        const words = line.startsWith("R") ? `Look at row ${line.slice(1)}` : `Look at column ${line.slice(1)}`;
        const clues = line.startsWith("R") ? this.board.rows[Number(line.slice(1)) - 1] : this.board.columns[Number(line.slice(1)) - 1];
        return { words: `${words}: its clues are ${clues?.map((clue) => clue.length).join(", ") || "none"}.`, look: [line], marks: cells };
    }

    /** @param {import("./types.js").Game} game */
    status(game) {
        if (game.solved) return this.board.title ? `Solved: ${this.board.title}.` : "Solved: every clue is satisfied.";
        const open = this.board.cells.reduce((sum, row) => sum + (row.match(/\?/g)?.length ?? 0), 0);
        return `${plural(open, "cell")} of ${this.board.width * this.board.height} open.`;
    }
}
