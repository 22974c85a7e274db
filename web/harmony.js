/* Harmony: swap two tiles of a row or a column, by dragging, by two taps, or by keys. */
import { Cursor, mark } from "./board.js";
import { reducedMotion, h, visuallyHidden, plural, setStyle } from "./dom.js";
import { announce } from "./ui.js";

/** @typedef {import("./types.js").BoardView} BoardView */
/** @typedef {import("./types.js").HarmonyBoard} Board */
/** @typedef {import("./types.js").HarmonyTile} Tile */

/** @param {string} place @returns {[number, number]} */
function rowColumn(place) {
    return [place.charCodeAt(0) - 65, Number(place.slice(1)) - 1];
}

/** @param {Board} board */
function signature(board) {
    return board.tiles.map((row) => row.map((tile) => `${tile.colour}:${tile.moves}`).join()).join(";");
}

/** @param {number} row @param {number} column */
function placeName(row, column) {
    return String.fromCharCode(65 + row) + (column + 1);
}

/** @param {Tile} one @param {Tile} other */
function maySwap(one, other) {
    const [row, column] = rowColumn(one.place), [otherRow, otherColumn] = rowColumn(other.place);
    return one.place !== other.place && (row === otherRow || column === otherColumn) && one.moves > 0 && other.moves > 0;
}

/** The board after a swap; null if it is not legal.
 * @param {Board} board @param {string} move
 * @returns {Board | null}
 */
export function apply(board, move) {
    const [first, second] = move.split("-");
    const tiles = board.tiles.map((row) => row.map((tile) => ({ ...tile })));
    const [row, column] = rowColumn(first ?? ""), [otherRow, otherColumn] = rowColumn(second ?? "");
    const one = tiles[row]?.[column], other = tiles[otherRow]?.[otherColumn];
    if (!one || !other || !maySwap(one, other)) return null;
    tiles[row][column] = { place: first, colour: other.colour, moves: other.moves - 1 };
    tiles[otherRow][otherColumn] = { place: second, colour: one.colour, moves: one.moves - 1 };
    return { ...board, tiles, swaps_left: board.swaps_left - 1 };
}

/** A swap means the same if it swaps the same tiles. @param {Board} before @param {Board} now @param {string} move */
export function same(before, now, move) {
    return move.split("-").every((place) => {
        const [row, column] = rowColumn(place);
        return before.tiles[row][column].colour === now.tiles[row][column].colour && before.tiles[row][column].moves === now.tiles[row][column].moves;
    });
}

/** The board before the moves. @param {Board} board @param {string[]} moves @returns {Board} */
export function rewind(board, moves) {
    const tiles = board.tiles.map((row) => row.map((tile) => ({ ...tile })));
    for (const move of [...moves].reverse()) {
        const [first, second] = move.split("-");
        const [row, column] = rowColumn(first), [otherRow, otherColumn] = rowColumn(second);
        const one = tiles[row][column], other = tiles[otherRow][otherColumn];
        tiles[row][column] = { place: first, colour: other.colour, moves: other.moves + 1 };
        tiles[otherRow][otherColumn] = { place: second, colour: one.colour, moves: one.moves + 1 };
    }
    return { ...board, tiles, swaps_left: board.swaps_left + moves.length };
}

/** @implements {BoardView} */
export class View {
    /** @param {Board} board @param {(moves: string[]) => void} play */
    constructor(board, play) {
        this.board = board;
        this.play = play;
        this.open = true;
        /** @type {string | null} */
        this.picked = null;
        /** @type {Map<string, HTMLElement>} */
        this.cells = new Map();
        this.element = h("div", {
            class: "harmony", role: "grid", "aria-label": `Harmony, ${board.rows} rows and ${board.columns} columns`,
            style: { "--columns": board.columns, "--rows": board.rows },
        });
        this.build();
        this.cursor = new Cursor(board.rows, board.columns, (row, column) => this.cells.get(placeName(row, column)) ?? null);
        this.cursor.settle(0, 0);
        this.element.addEventListener("keydown", (event) => this.key(event));
        this.element.addEventListener("pointerdown", (event) => this.press(event));
    }

    /** @param {boolean} player @returns {[string, string][]} */
    keys(player) {
        const look = /** @type {[string, string]} */ (["Arrows", "go from tile to tile"]);
        return player ? [look, ["Enter or Space", "pick a tile; on another one: swap the two"], ["Escape", "put it down again"]] : [look];
    }

    build() {
        const head = h("div", { role: "row", class: "row head" }, h("div", { role: "columnheader", class: "corner" }, visuallyHidden("Home of the row")));
        for (let column = 1; column <= this.board.columns; column++) head.append(h("div", { role: "columnheader", class: "column", text: String(column) }));
        this.element.append(head);
        for (let row = 0; row < this.board.rows; row++) {
            const colour = this.board.colours[row], letter = String.fromCharCode(65 + row);
            const line = h("div", { role: "row", class: "row" },
                h("div", { role: "rowheader", class: "home" }, visuallyHidden(`Row ${letter}, home of ${colour.name}`),
                    h("span", { class: "letter", "aria-hidden": "true", text: letter }),
                    h("span", { class: "swatch", "aria-hidden": "true", style: { "--fill": colour.fill, "--ink": colour.ink }, text: colour.letter })));
            for (let column = 0; column < this.board.columns; column++) {
                const cell = h("div", { role: "gridcell", class: "cell", tabindex: "-1", "data-place": placeName(row, column) },
                    h("div", { class: "tile", "aria-hidden": "true" }, h("span", { class: "sign" }), h("span", { class: "moves" })), visuallyHidden(""));
                this.cells.set(placeName(row, column), cell);
                line.append(cell);
            }
            this.element.append(line);
        }
    }

    /** @param {string} place */
    tile(place) {
        const [row, column] = rowColumn(place);
        return this.board.tiles[row][column];
    }

    /** @param {Board} board @param {import("./types.js").Game} game @param {{move?: string, preview?: boolean, delay?: number}} how */
    update(board, game, how) {
        const same = signature(board) === signature(this.board);
        this.board = board;
        this.open = !how.preview && game.viewer.seats.length > 0 && !game.solved;
        /* A tile that the player has just picked stays picked when the server only confirms the last move. */
        this.pick(same && this.open ? this.picked : null);
        for (const row of board.tiles) for (const tile of row) this.draw(tile);
        if (how.move) this.glide(how.move, Math.min(260, how.delay ?? 260));
    }

    /** @param {Tile} tile */
    draw(tile) {
        const cell = /** @type {HTMLElement} */ (this.cells.get(tile.place));
        const face = /** @type {HTMLElement} */ (cell.firstElementChild), colour = this.board.colours[tile.colour];
        const home = rowColumn(tile.place)[0] === tile.colour;
        setStyle(face, { "--fill": colour.fill, "--ink": colour.ink });
        face.children[0].textContent = colour.letter;
        face.children[1].textContent = tile.moves > 0 ? String(tile.moves) : home ? "\u2713" : "0";
        face.classList.toggle("still", tile.moves === 0);
        face.classList.toggle("settled", tile.moves === 0 && home);
        face.classList.toggle("lost", tile.moves === 0 && !home);
        const where = home ? "at home" : `home is row ${String.fromCharCode(65 + tile.colour)}`;
        /** @type {Element} */ (cell.lastElementChild).textContent = `${tile.place}: ${colour.name}, ${plural(tile.moves, "move")} left, ${where}`;
    }

    /** Animates the two tiles of a swap. @param {string} move @param {number} duration */
    glide(move, duration) {
        if (reducedMotion() || duration < 40) return;
        const [one, other] = move.split("-").map((place) => this.cells.get(place));
        if (!one || !other) return;
        const from = one.getBoundingClientRect(), to = other.getBoundingClientRect();
        const x = to.left - from.left, y = to.top - from.top;
        for (const [cell, sign] of /** @type {[HTMLElement, number][]} */ ([[one, 1], [other, -1]])) {
            cell.firstElementChild?.animate(
                [{ transform: `translate(${x * sign}px, ${y * sign}px)`, zIndex: 2 }, { transform: "none", zIndex: 2 }],
                { duration, easing: "ease-in-out" });
        }
    }

    /** @param {string | null} place */
    pick(place) {
        this.picked = place;
        for (const [name, cell] of this.cells) {
            cell.classList.toggle("picked", name === place);
            cell.classList.toggle("target", place !== null && maySwap(this.tile(place), this.tile(name)));
            if (place === name) cell.setAttribute("aria-selected", "true");
            else cell.removeAttribute("aria-selected");
        }
    }

    /** A tile was chosen by a tap or a key. @param {string} place */
    choose(place) {
        if (!this.open) return;
        if (this.picked === place) {
            this.pick(null);
            announce(`${place} put down`);
        } else if (this.picked && (maySwap(this.tile(this.picked), this.tile(place)) || this.inLine(this.picked, place))) {
            this.swap(this.picked, place);
        } else {
            this.pick(place);
            const partners = [...this.cells.keys()].filter((name) => maySwap(this.tile(place), this.tile(name)));
            announce(partners.length ? `${place} picked. It can swap with ${partners.join(", ")}` : `${place} picked. No tile can swap with it`);
        }
    }

    /** @param {string} one @param {string} other */
    inLine(one, other) {
        const [row, column] = rowColumn(one), [otherRow, otherColumn] = rowColumn(other);
        return row === otherRow || column === otherColumn;
    }

    /** @param {string} one @param {string} other */
    swap(one, other) {
        this.pick(null);
        const [first, second] = [one, other].sort((a, b) => {
            const [row, column] = rowColumn(a), [otherRow, otherColumn] = rowColumn(b);
            return row - otherRow || column - otherColumn;
        });
        this.play([`${first}-${second}`]);
    }

    /** @param {KeyboardEvent} event */
    key(event) {
        if (this.cursor.key(event)) event.preventDefault();
        else if (event.key === "Enter" || event.key === " ") {
            event.preventDefault();
            this.choose(placeName(this.cursor.row, this.cursor.column));
        } else if (event.key === "Escape" && this.picked) this.pick(null);
    }

    /** @param {PointerEvent} event */
    press(event) {
        const cell = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest(".cell"));
        if (!cell || event.button !== 0) return;
        event.preventDefault();
        const place = /** @type {string} */ (cell.dataset.place);
        this.cursor.settle(...rowColumn(place));
        cell.focus({ preventScroll: true });
        if (!this.open) return;
        const face = /** @type {HTMLElement} */ (cell.firstElementChild);
        const start = { x: event.clientX, y: event.clientY };
        let dragging = false;
        const drag = (/** @type {PointerEvent} */ now) => {
            const x = now.clientX - start.x, y = now.clientY - start.y;
            if (!dragging && Math.hypot(x, y) < 8) return;
            if (!dragging) this.pick(place);
            dragging = true;
            face.classList.add("carried");
            setStyle(face, { "--dx": `${x}px`, "--dy": `${y}px` });
            const over = this.under(now);
            for (const [name, one] of this.cells) one.classList.toggle("over", name === over && name !== place);
        };
        const drop = (/** @type {PointerEvent} */ now) => {
            removeEventListener("pointermove", drag);
            removeEventListener("pointerup", drop);
            removeEventListener("pointercancel", drop);
            face.classList.remove("carried");
            for (const one of this.cells.values()) one.classList.remove("over");
            if (now.type === "pointercancel") this.pick(null);
            else if (!dragging) this.choose(place);
            else {
                const over = this.under(now);
                this.pick(null);
                if (over && over !== place) this.swap(place, over);
            }
        };
        addEventListener("pointermove", drag);
        addEventListener("pointerup", drop);
        addEventListener("pointercancel", drop);
    }

    /** @param {PointerEvent} event @returns {string | null} */
    under(event) {
        for (const [name, cell] of this.cells) {
            const box = cell.getBoundingClientRect();
            if (event.clientX >= box.left && event.clientX < box.right && event.clientY >= box.top && event.clientY < box.bottom) return name;
        }
        return null;
    }

    /** @param {{look?: string[], marks?: string[], wrong?: string[]}} marks */
    mark(marks) {
        mark(this.cells, "look", marks.look);
        mark(this.cells, "hinted", marks.marks);
        mark(this.cells, "wrong", marks.wrong);
    }

    focus() {
        this.cursor.go(this.cursor.row, this.cursor.column);
    }

    /** @param {import("./types.js").Result} result @returns {import("./types.js").Where} */
    where(result) {
        const move = result.moves?.[0] ?? "";
        const [one, other] = move.split("-").map(rowColumn);
        if (!one || !other) return { words: "Look at the whole board.", look: [], marks: [] };
        const inRow = one[0] === other[0];
        const look = [...this.cells.keys()].filter((name) => {
            const [row, column] = rowColumn(name);
            return inRow ? row === one[0] : column === one[1];
        });
        const words = inRow ? `Look at row ${String.fromCharCode(65 + one[0])}.` : `Look at column ${one[1] + 1}.`;
        return { words, look, marks: move.split("-") };
    }

    /** @param {import("./types.js").Game} game */
    status(game) {
        if (game.solved) return "Solved: every tile is at home and no moves are left.";
        const done = game.moves.length - game.start_moves;
        return `${plural(this.board.swaps_left, "swap")} left${done > 0 ? `, ${done} made` : ""}.`;
    }
}
