/* Flows with several people: making a game, inviting others, joining. */
import * as api from "./api.js";
import { fill, h, plural } from "./dom.js";
import { savePlayerName, saveToken, playerName, tokenOf } from "./storage.js";
import { button, copy, field, select, toast } from "./ui.js";

/** @typedef {import("./types.js").Game} Game */
/** @typedef {import("./types.js").Puzzle} Puzzle */

const RADII = /** @type {[string, string][]} */ ([["1", "7 hexes: tiny"], ["2", "19 hexes: short"], ["3", "37 hexes: the standard"], ["4", "61 hexes: long"], ["5", "91 hexes: very long"]]);

/** Sets of rules, and the options of generate for each. */
const RULES = /** @type {Record<string, {name: string, help: string, options: Record<string, string | boolean>}>} */ ({
    standard: { name: "Standard", help: "Nobody may be cut off.", options: {} },
    left: { name: "Strict", help: "Nobody may be cut off, and everybody must be able to connect with the tiles that are left.", options: { legality: "left" } },
    double: { name: "Supermoves", help: "Players may be cut off. If you are, you may replace a tile with the one in your hand, and you lay the replaced one elsewhere.", options: { supermove: "double" } },
    "double-anyone": { name: "Supermoves for others", help: "The same, and you may also free another player.", options: { supermove: "double", anyone: true } },
    single: { name: "Short supermoves", help: "Players may be cut off. If you are, you may replace a tile with the one in your hand; the replaced one goes back into the bag.", options: { supermove: "single" } },
    "single-anyone": { name: "Short ones for others", help: "The same, and you may also free another player.", options: { supermove: "single", anyone: true } },
});

/** @param {Puzzle} puzzle @returns {[string, string][]} */
function seatChoices(puzzle) {
    return [["me", "Me"], ["open", "Somebody I invite"], ...puzzle.levels.map((level) => /** @type {[string, string]} */ ([`engine:${level}`, `The engine, ${level}`]))];
}

/** The form of a new game. @param {Puzzle} puzzle */
export function newFlowsForm(puzzle) {
    const choices = seatChoices(puzzle);
    const strongest = choices[choices.length - 1][0];
    const seats = h("div", { class: "seats" });
    const name = h("input", { type: "text", maxlength: 40, value: playerName(), autocomplete: "nickname" });
    const radius = select(RADII, "3");
    const rules = select(Object.entries(RULES).map(([value, { name: words }]) => [value, words]), "standard", (value) => {
        const help = document.getElementById(`${rules.id}-help`);
        if (help) help.textContent = RULES[value].help;
    });
    /** @type {string[]} */
    let chosen = ["me", strongest];
    const draw = () => fill(seats, ...chosen.map((value, seat) => field(`P${seat + 1}`, select(choices, value, (now) => { chosen[seat] = now; }))));
    const players = select([2, 3, 4, 5, 6].map((count) => /** @type {[string, string]} */ ([String(count), `${count} players`])), "2", (count) => {
        chosen = Array.from({ length: Number(count) }, (_, seat) => chosen[seat] ?? "open");
        draw();
    });
    draw();
    const form = h("form", { class: "form" }, field("Your name", name, "Shown to the other players. You can leave it empty."), field("Players", players), field("Board", radius), field("Rules", rules, RULES.standard.help), seats,
        h("div", { class: "buttons" }, h("button", { class: "primary", type: "submit", text: "Start the game" })));
    form.addEventListener("submit", async (event) => {
        event.preventDefault();
        savePlayerName(name.value.trim());
        try {
            const game = await api.create({ puzzle: "flows", options: { players: chosen.length, radius: Number(radius.value), ...RULES[rules.value].options }, seats: chosen, ...(name.value.trim() ? { name: name.value.trim() } : {}) });
            location.hash = `#/game/${game.id}`;
        } catch (error) {
            toast(api.sentence(error), "bad");
        }
    });
    return form;
}

/** The notes beside a game: the invitation while seats are free, the rematch after it.
 * @param {Game} game @param {Puzzle} puzzle @param {import("./play.js").Play} play
 * @returns {HTMLElement | null}
 */
export function lobby(game, puzzle, play) {
    if (game.rematch) {
        return h("div", { class: "note" }, h("p", { text: "A rematch has been started." }), button({
            label: "Go there", kind: "primary", action: () => {
                const token = tokenOf(game.id);
                if (token) saveToken(/** @type {string} */ (game.rematch), token);
                location.hash = `#/game/${game.rematch}`;
            },
        }));
    }
    const open = game.seats.filter((seat) => seat.kind === "open");
    if (open.length === 0 || !game.invite) return null;
    const link = `${location.origin}/#/join/${game.invite}`;
    return h("div", { class: "note invite" },
        h("h2", { text: `${plural(open.length, "seat")} free` }),
        h("p", { text: "Send this link to the people you want to play with:" }),
        h("div", { class: "share" }, h("input", { type: "text", readonly: true, value: link, "aria-label": "Invite link" }), button({ label: "Copy", icon: "copy", action: () => copy(link, "The invite link is copied.") })),
        game.viewer.owner ? h("ul", { class: "free-seats" }, ...open.map((seat) => engineSeat(seat.seat, puzzle, play))) : null);
}

/** @param {number} seat @param {Puzzle} puzzle @param {import("./play.js").Play} play */
function engineSeat(seat, puzzle, play) {
    const level = select(puzzle.levels.map((one) => [one, one]), puzzle.levels[puzzle.levels.length - 1]);
    level.setAttribute("aria-label", `Level of the engine on seat P${seat}`);
    return h("li", {}, h("span", { text: `P${seat}` }), level, button({
        label: "Let the engine play", name: `Let the engine play P${seat}`,
        action: () => play.change(`seats/${seat}/engine`, { level: level.value }).catch((error) => toast(api.sentence(error), "bad")),
    }));
}

/** @param {HTMLElement} main @param {string} invite */
export async function joinPage(main, invite) {
    const what = await api.invitation(invite);
    document.title = "Join a game \u2013 Quandary";
    if (tokenOf(what.id)) {
        location.replace(`#/game/${what.id}`);
        return;
    }
    const name = h("input", { type: "text", maxlength: 40, value: playerName(), autocomplete: "nickname" });
    const seat = select(what.open.map((/** @type {number} */ one) => [String(one), `P${one}`]), String(what.open[0] ?? ""));
    const others = what.seats.filter((/** @type {any} */ one) => one.kind !== "open").map((/** @type {any} */ one) => (one.kind === "engine" ? `P${one.seat} is the engine (${one.level})` : `P${one.seat} is ${one.name || "somebody"}`));
    const form = h("form", { class: "form card" }, h("h1", { text: "Join a game of Flows" }),
        h("p", { text: others.length ? `${others.join(", ")}.` : "Nobody has joined yet." }),
        what.open.length === 0 ? h("p", { text: "All seats are taken." }) : [field("Your name", name), field("Your seat", seat)],
        h("div", { class: "buttons" },
            what.open.length ? h("button", { class: "primary", type: "submit", text: "Take the seat" }) : null,
            h("a", { class: "button", href: `#/game/${what.id}`, text: "Just watch" })));
    form.addEventListener("submit", async (event) => {
        event.preventDefault();
        savePlayerName(name.value.trim());
        try {
            const game = await api.join(invite, { seat: Number(seat.value), ...(name.value.trim() ? { name: name.value.trim() } : {}) });
            location.hash = `#/game/${game.id}`;
        } catch (error) {
            toast(api.sentence(error), "bad");
        }
    });
    fill(main, form);
}
