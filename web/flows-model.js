/* What the page needs to know of Flows to draw it: where hexes, ports and edges are, how a move is
 * written, and whose flow runs where. Only the server decides what is legal. */

/** @typedef {import("./types.js").FlowsBoard} Board */
/** @typedef {import("./types.js").FlowsTile} Tile */

/** Neighbours by port: SW, W, NW, NE, E, SE, as (row, col). */
const STEPS = [[-1, 0], [0, -1], [1, -1], [1, 0], [0, 1], [-1, 1]];
const ORIENTATIONS = ["N", "NE", "SE", "S", "SW", "NW"];
/** How many rotations of each type look different. */
export const LOOKS = [3, 6, 3, 2];
const ROOT = Math.sqrt(3);

/** Rotates a hex so that the edge is at the bottom. @param {number} row @param {number} col @param {number} edge @returns {[number, number]} */
export function turned(row, col, edge) {
    for (let time = 0; time < edge; time++) [row, col] = [-col, row + col];
    return [row, col];
}

/** The middle of a hex, in sides of a hex, as seen from an edge. @param {number} row @param {number} col @param {number} edge */
export function middle(row, col, edge) {
    const [r, c] = turned(row, col, edge);
    return { x: ROOT * (c + r / 2), y: -1.5 * r };
}

/** The middle of the side at a port. @param {number} port @param {number} edge */
export function portPoint(port, edge) {
    const angle = ((port + edge - 4) * Math.PI) / 3;
    return { x: (ROOT / 2) * Math.cos(angle), y: (ROOT / 2) * Math.sin(angle) };
}

/** The two ends of the side at a port. @param {number} port @param {number} edge */
export function sideEnds(port, edge) {
    return [-0.5, 0.5].map((part) => {
        const angle = ((port + edge - 4 + part) * Math.PI) / 3;
        return { x: Math.cos(angle), y: Math.sin(angle) };
    });
}

/** @param {number} value */
function short(value) {
    return Number(value.toFixed(3));
}

/** The path of a line from port to port: a tight arc, a wide arc, or straight.
 * @param {number} from @param {number} to @param {number} edge
 */
export function linePath(from, to, edge) {
    const a = portPoint(from, edge), b = portPoint(to, edge);
    const apart = Math.min((to - from + 6) % 6, (from - to + 6) % 6);
    const start = `M${short(a.x)} ${short(a.y)}`, end = `${short(b.x)} ${short(b.y)}`;
    if (apart === 3) return `${start}L${end}`;
    const radius = apart === 1 ? 0.5 : 1.5;
    const sweep = a.x * b.y - a.y * b.x > 0 ? 0 : 1;
    return `${start}A${radius} ${radius} 0 0 ${sweep} ${end}`;
}

/** Which edge a border port belongs to; -1 if there is a neighbour.
 * @param {number} radius @param {number} row @param {number} col @param {number} port
 */
export function edgeOf(radius, row, col, port) {
    const on = [row === -radius, col === radius, row + col === radius, row === radius, col === -radius, row + col === -radius];
    const [later, earlier] = [[0, 5], [5, 4], [4, 3], [3, 2], [2, 1], [1, 0]][port];
    return on[later] ? later : on[earlier] ? earlier : -1;
}

/** @param {Board} board */
export function hexIndex(board) {
    return new Map(board.hexes.map((hex, index) => [`${hex.row},${hex.col}`, index]));
}

/** The port that a tile joins with this one. @param {Board} board @param {Tile} tile @param {number} port */
function partner(board, tile, port) {
    for (const [one, other] of board.types[tile.type]) {
        const a = (one + tile.rotation) % 6, b = (other + tile.rotation) % 6;
        if (a === port) return b;
        if (b === port) return a;
    }
    return port;
}

/** A tile as it lies, with no flow on its lines. @param {Board} board @param {number} type @param {number} rotation @returns {Tile} */
export function plainTile(board, type, rotation) {
    return { type, rotation, lines: board.types[type].map(([a, b]) => ({ ports: [(a + rotation) % 6, (b + rotation) % 6], seats: [] })) };
}

/** The board with the owners of every line. @param {Board} board @returns {Board} */
export function traced(board) {
    const index = hexIndex(board);
    const hexes = board.hexes.map((hex) => ({ ...hex, tile: hex.tile && plainTile(board, hex.tile.type, hex.tile.rotation) }));
    for (const player of board.players) {
        if (player.resigned) continue;
        board.hexes.forEach((hex, start) => {
            for (let port = 0; port < 6; port++) {
                if (edgeOf(board.radius, hex.row, hex.col, port) === player.edge) follow(start, port, player.seat);
            }
        });
    }
    /** @param {number | undefined} at @param {number} port @param {number} seat */
    function follow(at, port, seat) {
        for (let step = 0; at !== undefined && hexes[at].tile && step < 3 * hexes.length; step++) {
            const tile = /** @type {Tile} */ (hexes[at].tile);
            const out = partner(board, tile, port);
            const line = tile.lines.find((one) => one.ports.includes(port));
            if (line && !line.seats.includes(seat)) line.seats.push(seat);
            const [row, col] = STEPS[out];
            at = index.get(`${hexes[at].row + row},${hexes[at].col + col}`);
            port = (out + 3) % 6;
        }
    }
    return { ...board, hexes };
}

/** The name of a hex as seen from an edge. @param {number} radius @param {number} row @param {number} col @param {number} edge */
export function hexName(radius, row, col, edge) {
    const [r, c] = turned(row, col, edge);
    return String.fromCharCode(65 + r + radius) + (Math.min(radius, radius - r) - c + 1);
}

/** Which tile a move lays, and where; null if it lays none. @param {Board} board @param {string} move */
export function laid(board, move) {
    const found = /^P(\d)([A-Z]\d+)T(\d)([NSEW]+)$/.exec(move);
    if (!found) return null;
    const player = board.players.find((one) => one.seat === Number(found[1]));
    if (!player) return null;
    const hex = board.hexes.findIndex((one) => hexName(board.radius, one.row, one.col, player.edge) === found[2]);
    const rotation = (ORIENTATIONS.indexOf(found[4]) + player.edge + 3) % 6;
    return hex < 0 ? null : { hex, type: Number(found[3]), rotation, seat: player.seat };
}

/** The board after a move, for replays. @param {Board} board @param {string} move @returns {Board} */
export function apply(board, move) {
    const resigned = /^P(\d)-resign$/.exec(move);
    if (resigned) {
        const team = board.players.find((one) => one.seat === Number(resigned[1]))?.team ?? [Number(resigned[1])];
        return traced({ ...board, hand: null, players: board.players.map((one) => (team.includes(one.seat) ? { ...one, resigned: true } : one)) });
    }
    const lay = laid(board, move);
    if (!lay) return { ...board, hand: null };
    const hexes = board.hexes.map((hex, at) => (at === lay.hex ? { ...hex, tile: plainTile(board, lay.type, lay.rotation) } : hex));
    return traced({ ...board, hexes, hand: null, turn: board.turn + 1 });
}

/** The board before the moves. @param {Board} board @param {string[]} moves @returns {Board} */
export function rewind(board, moves) {
    const gone = new Set(moves.map((move) => laid(board, move)?.hex));
    const hexes = board.hexes.map((hex, at) => (gone.has(at) ? { ...hex, tile: null } : hex));
    const players = board.players.map((one) => ({ ...one, resigned: false }));
    return traced({ ...board, hexes, players, hand: null, turn: board.turn - moves.length, winners: [], outcome: "playing" });
}

/** The result of a game for a seat; open while it is played. @param {Board} board @param {number} seat
 * @returns {"won" | "tied" | "lost" | "resigned" | "open"}
 */
export function resultOf(board, seat) {
    if (board.players.find((one) => one.seat === seat)?.resigned) return "resigned";
    if (board.outcome === "playing") return "open";
    if (board.winners.length === 0) return "tied";
    if (!board.winners.includes(seat)) return "lost";
    return board.outcome === "tie" ? "tied" : "won";
}

/** The outcome for this browser: the best result of its seats.
 * @param {import("./types.js").Game} game @returns {import("./types.js").Outcome}
 */
export function outcomeOf(game) {
    const results = game.viewer.seats.map((seat) => resultOf(game.board, seat));
    if (results.length === 0) return "over";
    return results.includes("won") ? "won" : results.includes("tied") ? "tied" : "lost";
}

/** The outcome in words, seat by seat if this browser has several; empty for spectators.
 * @param {import("./types.js").Game} game
 */
export function endWords(game) {
    const own = { won: "You won.", tied: "You tied.", lost: "You lost.", resigned: "You lost: you resigned.", open: "" };
    const other = { won: "won", tied: "tied", lost: "lost", resigned: "resigned and lost", open: "" };
    const results = game.viewer.seats.map((seat) => ({ seat, result: resultOf(game.board, seat) }));
    if (results.length === 0) return "";
    if (game.board.winners.length === 0) return "Nobody won.";
    if (results.length === 1) return own[results[0].result];
    return `${results.map(({ seat, result }) => `P${seat} ${other[result]}`).join(", ")}.`;
}
