/* The drawing of Flows: tiles with their lines and flows, signs, swatches. */
import { s } from "./dom.js";
import { linePath } from "./flows-model.js";

/** @typedef {import("./types.js").FlowsTile} Tile */
/** @typedef {import("./types.js").FlowsPlayer} Player */

/** Dashes along each seat's flow, so that colour is not the only difference. */
export const DASHES = ["", "0.01 0.24", "0.26 0.2", "0.14 0.1 0.02 0.1", "0.5 0.16", "0.06 0.08"];
export const CORNERS = Array.from({ length: 6 }, (_, at) => {
    const angle = ((at + 0.5) * Math.PI) / 3;
    return `${(0.97 * Math.cos(angle)).toFixed(3)},${(0.97 * Math.sin(angle)).toFixed(3)}`;
}).join(" ");

/** The parts of a tile: its face, and its lines with the flows on them.
 * @param {Tile} tile @param {boolean} ghost It is not laid yet. @param {Player[]} players @param {number} edge The one at the bottom.
 */
export function tileParts(tile, ghost, players, edge) {
    const parts = [s("polygon", { class: ghost ? "face ghost" : "face", points: CORNERS })];
    for (const line of tile.lines) {
        const d = linePath(line.ports[0], line.ports[1], edge);
        const owners = line.seats.map((seat) => players.find((one) => one.seat === seat)).filter((one) => one !== undefined);
        parts.push(/** @type {any} */ (s("path", { class: "line-back", d })));
        parts.push(/** @type {any} */ (s("path", { class: owners.length ? "line owned" : "line", d, style: owners[0] ? { stroke: owners[0].colour } : {} })));
        const other = owners.find((one) => !owners[0]?.team.includes(one?.seat ?? 0));
        const dash = owners[0] && DASHES[owners[0].seat - 1];
        if (other) parts.push(/** @type {any} */ (s("path", { class: "line-shared", d, style: { stroke: other.colour } })));
        else if (dash) parts.push(/** @type {any} */ (s("path", { class: "line-sign", d, "stroke-dasharray": dash })));
    }
    return parts;
}

/** The sign of a verdict.
 * @param {string} verdict @param {boolean} ghost @param {boolean} replaces It would replace a tile.
 */
export function verdictSign(verdict, ghost, replaces) {
    const swap = "M-.14-.02A.15 .15 0 0 1 .12-.09M.14-.19V-.06H.01M.14 .02A.15 .15 0 0 1-.12 .09M-.14 .19V.06H-.01";
    const shapes = { 1: "M0 0h.001", 0: "M-.13-.13.13.13M.13-.13-.13.13", W: "M0-.22.07-.07.22-.05.11.06.14.21 0 .13-.14.21-.11.06-.22-.05-.07-.07Z", "?": "M-.1 0h.01M.1 0h.01" };
    return s("g", { class: "verdict", transform: ghost ? "translate(0 -0.62)" : "translate(0 -0.1)" },
        ghost || replaces ? s("circle", { r: 0.27 }) : null,
        s("path", { class: replaces && verdict === "1" ? "swap" : "", d: replaces && verdict === "1" ? swap : shapes[/** @type {keyof typeof shapes} */ (verdict)] ?? "" }));
}

/** A piece of a player's flow, for the list of players. @param {Player} player */
export function flowSwatch(player) {
    const dash = DASHES[player.seat - 1];
    return s("svg", { class: "flow-swatch", viewBox: "0 0 2 0.6", "aria-hidden": "true" },
        s("path", { class: "line owned", d: "M0.25 0.3H1.75", style: { stroke: player.colour } }),
        dash ? s("path", { class: "line-sign", d: "M0.25 0.3H1.75", "stroke-dasharray": dash }) : null);
}
