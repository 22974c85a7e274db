/* Flows: lay the tile in hand on a hex, by dragging, by choosing a hex, or by keys. */
import { sentence } from "./api.js";
import { fill, h, plural, s, setStyle } from "./dom.js";
import { CORNERS, DASHES, flowSwatch, tileParts, verdictSign } from "./flows-drawing.js";
import { apply, edgeOf, endWords, laid, LOOKS, middle, outcomeOf, plainTile, resultOf, rewind, sideEnds } from "./flows-model.js";
import { announce, button } from "./ui.js";

export { apply, rewind };

/** A move in Flows belongs to its turn: on another board it never means the same. */
export function same() {
    return false;
}

/** @typedef {import("./types.js").BoardView} BoardView */
/** @typedef {import("./types.js").FlowsBoard} Board */
/** @typedef {import("./types.js").FlowsTile} Tile */
/** @typedef {import("./types.js").FlowsPlayer} Player */
/** @typedef {import("./types.js").Game} Game */

const VERDICTS = /** @type {Record<string, [string, string]>} */ ({
    0: ["illegal", "not allowed"], 1: ["legal", "allowed"], W: ["wins", "wins"], "?": ["open", "not known yet"],
});

/** The name of a seat. @param {Game} game @param {number} seat */
export function seatName(game, seat) {
    const found = game.seats.find((one) => one.seat === seat);
    if (found?.kind === "engine") return `P${seat} (${found.level} engine)`;
    if (found?.kind === "open") return `P${seat} (free)`;
    return `P${seat}${found?.name ? ` ${found.name}` : ""}`;
}

/** @implements {BoardView} */
export class View {
    /** @param {Board} board @param {(moves: string[]) => void} play */
    constructor(board, play) {
        this.board = board;
        this.play = play;
        this.open = false;
        this.rotation = 0;
        /** The hex where the tile would be laid. @type {number | null} */
        this.chosen = null;
        /** The hex that the next click lays the tile on. @type {number | null} */
        this.ready = null;
        /** @type {Game | undefined} */
        this.game = undefined;
        this.seenFrom = -1;
        this.at = Math.floor(board.hexes.length / 2);
        /** @type {SVGGElement[]} */
        this.hexes = [];
        this.svg = s("svg", { class: "flows-board", role: "group", "aria-label": `Flows board, ${board.hexes.length} hexes` });
        this.hand = h("div", { class: "hand" });
        this.element = h("div", { class: "flows" }, this.svg, this.hand);
        this.aside = h("div", { class: "players" });
        this.svg.addEventListener("keydown", (event) => this.key(event));
        this.svg.addEventListener("click", (event) => this.click(event));
        this.svg.addEventListener("focusin", (event) => this.focused(event));
        this.svg.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    }

    /** @param {boolean} player @returns {[string, string][]} */
    keys(player) {
        if (!player) return [["Arrows", "go from hex to hex"]];
        return [["Arrows", "go from hex to hex; the tile in hand is shown there"], ["N and P", "turn the tile: next, previous"],
            ["Enter or Space", "lay it there"], ["Escape", "take it off the board again"]];
    }

    /** @param {Board} board @param {Game} game @param {{move?: string, preview?: boolean, delay?: number}} how */
    update(board, game, how) {
        const mine = game.viewer.seats[0];
        const edge = board.players.find((player) => player.seat === mine)?.edge ?? board.players[0]?.edge ?? 0;
        this.board = board;
        this.game = game;
        this.open = !how.preview && game.viewer.to_move && board.hand !== null && !game.solved;
        if (edge !== this.seenFrom) this.build(edge);
        const type = board.hand?.type ?? 0;
        this.rotation %= LOOKS[type];
        if (!this.open || (this.chosen !== null && !this.free(this.chosen))) this.chosen = null;
        board.hexes.forEach((_, hex) => this.drawHex(hex));
        const last = how.move ?? (how.preview ? null : game.moves.at(-1));
        const lastHex = last ? laid(board, last)?.hex : null;
        this.hexes.forEach((element, hex) => element.classList.toggle("last", hex === lastHex));
        this.drawHand();
        this.drawEdges();
        if (how.preview) fill(this.aside, this.legend());
        else this.drawPlayers(game);
    }

    /** @param {number} edge */
    build(edge) {
        this.seenFrom = edge;
        const size = ROOT3 * (this.board.radius + 0.5) + 1.1, tall = 1.5 * this.board.radius + 2.1;
        this.svg.setAttribute("viewBox", `${-size} ${-tall} ${2 * size} ${2 * tall}`);
        this.border = s("g", { class: "border", "aria-hidden": "true" });
        this.hexes = this.board.hexes.map((hex, index) => {
            const { x, y } = middle(hex.row, hex.col, edge);
            return s("g", { class: "hex", role: "button", tabindex: index === this.at ? "0" : "-1", "data-hex": index, transform: `translate(${x.toFixed(3)} ${y.toFixed(3)})` },
                /* The ring takes the clicks and stays; what lies below it is redrawn at every change. */
                s("g", { class: "content" }), s("polygon", { class: "ring", points: CORNERS }));
        });
        fill(this.svg, this.border, ...this.hexes);
    }

    /** @param {number} seat */
    player(seat) {
        return this.board.players.find((one) => one.seat === seat);
    }

    drawEdges() {
        if (!this.border) return;
        const parts = [];
        for (const player of this.board.players) {
            const dash = DASHES[player.seat - 1];
            for (const [edge, own] of /** @type {[number, boolean][]} */ ([[player.edge, true], [player.goal, false]])) {
                if (!own && player.team.length > 1) continue;
                const sides = this.edgeSides(edge);
                const path = sides.map(([a, b]) => `M${a.x.toFixed(3)} ${a.y.toFixed(3)}L${b.x.toFixed(3)} ${b.y.toFixed(3)}`).join("");
                const faded = player.resigned ? " resigned" : "";
                parts.push(s("path", { class: `${own ? "edge own" : "edge goal"}${faded}`, d: path, style: { stroke: player.colour } }));
                if (dash && own) parts.push(s("path", { class: `edge-sign${faded}`, d: path, "stroke-dasharray": dash }));
                parts.push(this.badge(edge, own ? `P${player.seat}` : `\u2192${player.seat}`, player));
            }
        }
        fill(this.border, ...parts);
    }

    /** @param {number} edge */
    edgeSides(edge) {
        const sides = [];
        for (const hex of this.board.hexes) {
            for (let port = 0; port < 6; port++) {
                if (edgeOf(this.board.radius, hex.row, hex.col, port) !== edge) continue;
                const at = middle(hex.row, hex.col, this.seenFrom);
                sides.push(sideEnds(port, this.seenFrom).map((end) => ({ x: at.x + 1.08 * end.x, y: at.y + 1.08 * end.y })));
            }
        }
        return sides;
    }

    /** @param {number} edge @param {string} text @param {Player} player */
    badge(edge, text, player) {
        const angle = ((edge - this.seenFrom) * -Math.PI) / 3 + Math.PI / 2;
        const far = 1.5 * this.board.radius + 1.55;
        const x = far * Math.cos(angle), y = far * Math.sin(angle);
        const own = player.edge === edge;
        const turn = own && this.game?.turn === player.seat && !this.game.solved;
        return s("g", { class: `badge${turn ? " turn" : ""}`, transform: `translate(${x.toFixed(3)} ${y.toFixed(3)})` },
            s("rect", { x: -0.52, y: -0.36, width: 1.04, height: 0.72, rx: 0.3, style: { fill: own ? player.colour : "none", stroke: player.colour } }),
            s("text", { y: 0.19, class: own ? "on" : "" , text }));
    }

    /** @param {Tile} tile @param {boolean} ghost */
    parts(tile, ghost) {
        return tileParts(tile, ghost, this.board.players, this.seenFrom);
    }

    /** The server's verdict on the tile in hand, as it is turned, on a hex; "." if it cannot be laid there.
     * @param {number} hex
     */
    verdict(hex) {
        const told = this.board.hand?.map[this.rotation]?.[hex] ?? ".";
        /* With supermoves a tile may replace another one if that frees a player. */
        return told === "." && this.board.hand && this.supermoves ? "0" : told;
    }

    get supermoves() {
        return this.board.supermove !== "no";
    }

    /** Whether the tile in hand may replace another one somewhere. */
    get mayReplace() {
        return Boolean(this.supermoves && this.board.hand?.map.some((row) => [...row].some((sign, hex) => (sign === "1" || sign === "W") && this.board.hexes[hex].tile)));
    }

    /** @param {number} hex */
    free(hex) {
        return this.board.hand?.map.some((_, rotation) => this.board.hand?.map[rotation][hex] !== "." || this.supermoves) ?? !this.board.hexes[hex].tile;
    }

    /** @param {number} index */
    drawHex(index) {
        const hex = this.board.hexes[index], group = this.hexes[index], hand = this.board.hand;
        const ghost = this.open && this.chosen === index && hand;
        const verdict = this.open ? this.verdict(index) : ".";
        const parts = hex.tile && !ghost ? this.parts(hex.tile, false) : [s("polygon", { class: "ground", points: CORNERS })];
        if (ghost) parts.push(...this.parts(plainTile(this.board, hand.type, this.rotation), true));
        if (!hex.tile && !ghost) parts.push(/** @type {any} */ (s("text", { class: "name", y: this.open ? 0.5 : 0.13, text: hex.name })));
        const replaces = hex.tile !== null && (verdict === "1" || verdict === "W");
        if (verdict !== "." && (!hex.tile || ghost || replaces)) parts.push(/** @type {any} */ (verdictSign(verdict, Boolean(ghost), replaces)));
        fill(/** @type {Element} */ (group.firstElementChild), ...parts);
        for (const [name] of Object.values(VERDICTS)) group.classList.toggle(name, VERDICTS[verdict]?.[0] === name && (!hex.tile || Boolean(ghost) || replaces));
        group.classList.toggle("replaces", replaces);
        group.classList.toggle("chosen", Boolean(ghost));
        group.setAttribute("aria-label", this.hexWords(index, verdict));
    }

    /** @param {number} index @param {string} verdict */
    hexWords(index, verdict) {
        const hex = this.board.hexes[index];
        if (!hex.tile) return `${hex.name}: empty${this.open && VERDICTS[verdict] ? `, T${this.board.hand?.type} turned ${this.board.hand?.orientations[this.rotation]} ${VERDICTS[verdict][1]}` : ""}`;
        const flows = [...new Set(hex.tile.lines.flatMap((line) => line.seats))].map((seat) => `P${seat}`);
        const may = this.open && (verdict === "1" || verdict === "W") ? `; your tile T${this.board.hand?.type} turned ${this.board.hand?.orientations[this.rotation]} may take its place` : "";
        return `${hex.name}: tile T${hex.tile.type}${flows.length ? `, flow of ${flows.join(" and ")}` : ""}${may}`;
    }

    drawHand() {
        const hand = this.board.hand;
        const preview = !this.game || !this.game.viewer.to_move;
        if (!hand || preview || this.game?.solved) {
            fill(this.hand, h("p", { class: "waiting", text: this.waitingWords() }));
            return;
        }
        const tile = s("svg", { class: "in-hand", viewBox: "-1.1 -1.1 2.2 2.2", role: "img", "data-type": hand.type, "data-rotation": this.rotation, "aria-label": `Tile T${hand.type}, turned ${hand.orientations[this.rotation]}` },
            s("g", { class: "hex" }, ...this.parts(plainTile(this.board, hand.type, this.rotation), false)));
        tile.addEventListener("pointerdown", (event) => this.press(event));
        const legal = [...hand.map[this.rotation]].filter((sign) => sign === "1" || sign === "W").length;
        fill(this.hand,
            this.turnButton("left", "P", -1),
            tile,
            this.turnButton("right", "N", 1),
            h("div", { class: "hand-words" },
                h("strong", { text: hand.carried ? "Now lay the tile that you picked up" : this.mayReplace ? `${this.board.anyone ? "Somebody is" : "You are"} cut off` : "Your tile" }),
                h("span", { text: this.mayReplace ? this.replaceWords() : `${plural(legal, "place")} ${legal === 1 ? "is" : "are"} allowed for this orientation` })),
            button({ label: "Lay it", kind: "primary", icon: "check", disabled: this.chosen === null, action: () => this.lay(this.chosen) }));
    }

    /** @param {"left" | "right"} way @param {string} keys @param {number} by */
    turnButton(way, keys, by) {
        const element = button({ label: "", name: `Turn the tile to the ${way}`, keys, icon: way, kind: "round", action: () => this.turn(by) });
        element.dataset.turn = way;
        return element;
    }

    replaceWords() {
        return `On a hex marked \u21bb your tile may replace the one that is there and free ${this.board.anyone ? "them" : "you"}; ${this.board.supermove === "double" ? "you then lay that one elsewhere." : "that one goes back into the bag."}`;
    }

    /** How the rules differ from the standard ones. */
    rulesWords() {
        const words = [];
        if (this.board.legality === "left") words.push("Every team must be able to connect with the tiles that are left.");
        if (this.supermoves) {
            words.push(`Every empty hex is allowed. A player who is cut off may replace a tile with the one in hand if that frees ${this.board.anyone ? "somebody" : "them"}; ${this.board.supermove === "double" ? "the replaced tile is then laid elsewhere." : "the replaced tile goes back into the bag."}`);
        }
        return words.join(" ");
    }

    waitingWords() {
        const game = this.game;
        if (!game) return "";
        if (game.solved) return [endWords(game), game.ending ? sentence(game.ending) : ""].filter(Boolean).join(" ");
        const mine = game.viewer.seats;
        return (mine.length > 0 && mine.every((seat) => this.player(seat)?.resigned) ? "You resigned. " : "") + this.turnWords(game);
    }

    /** Whose turn it is. @param {Game} game */
    turnWords(game) {
        const open = game.seats.filter((seat) => seat.kind === "open").length;
        if (game.viewer.to_move) return "Your turn.";
        if (open) return `Waiting for ${plural(open, "player")} to join.`;
        if (game.turn === null) return "";
        return `${seatName(game, game.turn)} ${game.thinking ? "is thinking" : "is to move"}\u2026`;
    }

    /** @param {number} by */
    turn(by) {
        const hand = this.board.hand;
        if (!this.open || !hand) return;
        const looks = LOOKS[hand.type];
        this.rotation = (this.rotation + by + looks) % looks;
        const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.turn;
        this.board.hexes.forEach((_, hex) => this.drawHex(hex));
        this.drawHand();
        if (focused) /** @type {HTMLElement | null} */ (this.hand.querySelector(`[data-turn="${focused}"]`))?.focus();
        const there = this.chosen === null ? "" : `, ${VERDICTS[this.verdict(this.chosen)]?.[1] ?? "taken"} on ${this.board.hexes[this.chosen].name}`;
        announce(`Turned ${hand.orientations[this.rotation]}${there}`);
    }

    /** @param {number | null} hex */
    choose(hex) {
        const before = this.chosen;
        this.chosen = hex !== null && this.open && this.free(hex) ? hex : null;
        for (const one of new Set([before, this.chosen])) if (one !== null) this.drawHex(one);
        const lay = /** @type {HTMLButtonElement | null} */ (this.hand.querySelector("button.primary"));
        if (lay) lay.disabled = this.chosen === null;
    }

    /** @param {number | null} hex */
    lay(hex) {
        const hand = this.board.hand, game = this.game;
        if (hex === null || !hand || !game || !this.open) return;
        this.play([`P${game.turn}${this.board.hexes[hex].name}T${hand.type}${hand.orientations[this.rotation]}`]);
    }

    /** @param {Event} event @returns {number | null} */
    hexOf(event) {
        const group = /** @type {Element} */ (event.target).closest?.(".flows-board .hex");
        return group ? Number(group.getAttribute("data-hex")) : null;
    }

    /** @param {MouseEvent} event */
    click(event) {
        const hex = this.hexOf(event);
        if (hex === null) return this.choose(null);
        this.settle(hex);
        if (this.chosen === hex && this.ready === hex) this.lay(hex);
        else {
            this.choose(hex);
            this.ready = hex;
        }
    }

    /** @param {FocusEvent} event */
    focused(event) {
        const hex = this.hexOf(event);
        if (hex === null) return;
        this.settle(hex);
        this.ready = null;
        this.choose(hex);
    }

    /** @param {number} hex */
    settle(hex) {
        this.hexes[this.at]?.setAttribute("tabindex", "-1");
        this.at = hex;
        this.hexes[hex].setAttribute("tabindex", "0");
    }

    /** @param {WheelEvent} event */
    wheel(event) {
        if (!this.open || this.chosen === null) return;
        event.preventDefault();
        this.turn(event.deltaY > 0 ? 1 : -1);
    }

    /** The nearest hex in a direction on the screen. @param {number} dx @param {number} dy */
    neighbour(dx, dy) {
        const here = this.board.hexes[this.at], from = middle(here.row, here.col, this.seenFrom);
        let best = this.at, least = Infinity;
        this.board.hexes.forEach((hex, index) => {
            const to = middle(hex.row, hex.col, this.seenFrom), x = to.x - from.x, y = to.y - from.y;
            const along = x * dx + y * dy, aside = Math.abs(x * dy - y * dx);
            /* Up leans to the left and down to the right, so that one undoes the other. */
            const cost = along + aside + (dy && Math.sign(x) !== dy ? 0.01 : 0);
            if (along > 0.5 && aside < along * 1.2 && cost < least) least = cost, best = index;
        });
        return best;
    }

    /** @param {KeyboardEvent} event */
    key(event) {
        if (event.ctrlKey || event.altKey || event.metaKey) return;
        const arrows = /** @type {Record<string, [number, number]>} */ ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] });
        const arrow = arrows[event.key];
        if (arrow) this.hexes[this.neighbour(...arrow)].focus();
        else if (event.key === "n" || event.key === "N") this.turn(1);
        else if (event.key === "p" || event.key === "P") this.turn(-1);
        else if (event.key === "Enter" || event.key === " ") {
            if (this.chosen === this.at) this.lay(this.at);
            else this.choose(this.at);
        } else if (event.key === "Escape" && this.chosen !== null) this.choose(null);
        else return;
        event.preventDefault();
    }

    /** Drags the tile in hand to the board. @param {PointerEvent} event */
    press(event) {
        const tile = /** @type {SVGSVGElement} */ (event.currentTarget);
        if (!this.open || event.button !== 0) return;
        event.preventDefault();
        const start = { x: event.clientX, y: event.clientY };
        let dragging = false;
        const drag = (/** @type {PointerEvent} */ now) => {
            const x = now.clientX - start.x, y = now.clientY - start.y;
            if (!dragging && Math.hypot(x, y) < 8) return;
            dragging = true;
            this.element.classList.add("dragging");
            setStyle(tile, { "--dx": `${x}px`, "--dy": `${y}px` });
            const hex = this.under(now);
            if (hex !== this.chosen) this.choose(hex);
        };
        const drop = (/** @type {PointerEvent} */ now) => {
            removeEventListener("pointermove", drag);
            removeEventListener("pointerup", drop);
            removeEventListener("pointercancel", drop);
            this.element.classList.remove("dragging");
            if (!dragging && now.type === "pointerup") this.turn(1);
            else if (dragging && now.type === "pointerup") this.lay(this.under(now));
        };
        addEventListener("pointermove", drag);
        addEventListener("pointerup", drop);
        addEventListener("pointercancel", drop);
    }

    /** @param {PointerEvent} event @returns {number | null} */
    under(event) {
        for (const [index, group] of this.hexes.entries()) {
            const box = group.getBoundingClientRect();
            const x = event.clientX - box.left - box.width / 2, y = event.clientY - box.top - box.height / 2;
            if (Math.hypot(x, y) < box.width * 0.48 && this.free(index)) return index;
        }
        return null;
    }

    legend() {
        return h("p", { class: "note", text: "A line in a player's colour is that player's flow; its dashes tell players apart too." });
    }

    /** @param {Game} game */
    drawPlayers(game) {
        const list = this.board.players.map((player) => {
            const turn = game.turn === player.seat && !game.solved;
            const won = this.board.winners.includes(player.seat);
            const mine = game.viewer.seats.includes(player.seat);
            const team = player.team.filter((seat) => seat !== player.seat).map((seat) => `P${seat}`);
            const ended = { won: "won", tied: "tie", lost: "lost", resigned: "resigned", open: "" }[resultOf(this.board, player.seat)];
            const notes = [mine ? "you" : "", team.length ? `with ${team.join(", ")}` : "", ended, turn ? (game.thinking ? "thinking\u2026" : "to move") : ""].filter(Boolean);
            return h("li", { class: `${turn ? "turn" : ""}${player.resigned ? " resigned" : ""}${won ? " won" : ""}`, "aria-current": turn ? "true" : false },
                flowSwatch(player), h("span", { class: "who", text: seatName(game, player.seat) }),
                h("span", { class: "notes", text: notes.join(", ") }));
        });
        const left = this.board.left.map((count, type) => h("span", {}, this.smallTile(type), h("span", { text: `\u00d7${count}` })));
        const rules = this.rulesWords();
        fill(this.aside, h("ol", { class: "seat-list", "aria-label": "Turn order" }, ...list),
            h("div", { class: "left", role: "group", "aria-label": `Tiles left: ${this.board.left.map((count, type) => `T${type} ${count}`).join(", ")}` }, ...left),
            rules ? h("p", { class: "rules", text: rules }) : null);
    }

    /** @param {number} type */
    smallTile(type) {
        return s("svg", { class: "small-tile", viewBox: "-1 -1 2 2", "aria-hidden": "true" }, s("g", { class: "hex" }, ...this.parts(plainTile(this.board, type, 0), false)));
    }

    /** @param {{look?: string[], marks?: string[], wrong?: string[]}} marks */
    mark(marks) {
        this.hexes.forEach((group, hex) => {
            for (const [name, list] of /** @type {[string, string[] | undefined][]} */ ([["look", marks.look], ["hinted", marks.marks], ["wrong", marks.wrong]])) {
                group.classList.toggle(name, Boolean(list?.includes(String(hex))));
            }
        });
    }

    focus() {
        this.hexes[this.at]?.focus();
    }

    /** The neighbourhood first, then the hex itself.
     * @param {import("./types.js").Result} result @returns {import("./types.js").Where}
     */
    where(result) {
        const lay = laid(this.board, result.moves?.[0] ?? "");
        if (!lay) return { words: "Look at the whole board.", look: [], marks: [] };
        const at = this.board.hexes[lay.hex];
        const look = this.board.hexes.map((hex, index) => ({ hex, index }))
            .filter(({ hex }) => Math.max(Math.abs(hex.row - at.row), Math.abs(hex.col - at.col), Math.abs(hex.row + hex.col - at.row - at.col)) <= 1)
            .map(({ index }) => String(index));
        return { words: `Look around ${at.name}.`, look, marks: [String(lay.hex)] };
    }

    /** @param {Game} game */
    outcome(game) {
        return outcomeOf(game);
    }

    /** @param {Game} game */
    status(game) {
        return this.waitingWords() || `${plural(this.board.turn, "tile")} laid.`;
    }
}

const ROOT3 = Math.sqrt(3);
