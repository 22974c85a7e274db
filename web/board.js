/* What boards share: the keyboard cursor of a grid, and marks on its cells. */

/** Keys of a grid: arrows, Home, End and the pages move the one cell that Tab leads to. */
export class Cursor {
    /**
     * @param {number} rows @param {number} columns
     * @param {(row: number, column: number) => HTMLElement | null} cell
     */
    constructor(rows, columns, cell) {
        this.rows = rows;
        this.columns = columns;
        this.cell = cell;
        this.row = 0;
        this.column = 0;
    }

    /** Makes a cell the one that Tab leads to. @param {number} row @param {number} column */
    settle(row, column) {
        this.cell(this.row, this.column)?.setAttribute("tabindex", "-1");
        this.row = row;
        this.column = column;
        this.cell(row, column)?.setAttribute("tabindex", "0");
    }

    /** @param {number} row @param {number} column */
    go(row, column) {
        this.settle((row + this.rows) % this.rows, (column + this.columns) % this.columns);
        this.cell(this.row, this.column)?.focus();
    }

    /** Returns true if the key was one that moves. @param {KeyboardEvent} event */
    key(event) {
        if (event.ctrlKey || event.altKey || event.metaKey) return false;
        const { row, column } = this;
        switch (event.key) {
            case "ArrowUp": this.go(row - 1, column); return true;
            case "ArrowDown": this.go(row + 1, column); return true;
            case "ArrowLeft": this.go(row, column - 1); return true;
            case "ArrowRight": this.go(row, column + 1); return true;
            case "Home": this.go(row, 0); return true;
            case "End": this.go(row, this.columns - 1); return true;
            case "PageUp": this.go(Math.max(0, row - 5), column); return true;
            case "PageDown": this.go(Math.min(this.rows - 1, row + 5), column); return true;
            default: return false;
        }
    }
}

/** Puts a class on those elements whose key is in a list, and on no others.
 * @param {Iterable<[string, Element]>} elements
 * @param {string} name
 * @param {string[] | undefined} keys
 */
export function mark(elements, name, keys) {
    const wanted = new Set(keys ?? []);
    for (const [key, element] of elements) element.classList.toggle(name, wanted.has(key));
}
