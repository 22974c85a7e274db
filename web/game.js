/* The page of one game. */
import * as api from "./api.js";
import * as flows from "./flows.js";
import * as hanoi from "./hanoi.js";
import * as harmony from "./harmony.js";
import { fill, h, plural } from "./dom.js";
import { removeToken, saveGame, saveToken, tokenOf, unlistGame } from "./storage.js";
import { lobby } from "./lobby.js";
import * as nonogram from "./nonogram.js";
import { Panel, wordsOf } from "./panel.js";
import { Play } from "./play.js";
import { announce, button, confirmed, copy, dialog, download, field, toast, toolbar } from "./ui.js";

/** @typedef {import("./types.js").Game} Game */
/** @typedef {import("./types.js").Puzzle} Puzzle */

const MODULES = /** @type {Record<string, any>} */ ({ harmony, nonogram, hanoi, flows });

/** @param {Game} game @param {Puzzle} puzzle */
function sizeWords(game, puzzle) {
    const board = game.board;
    if (game.puzzle === "harmony") return `${board.rows} \u00d7 ${board.columns}`;
    if (game.puzzle === "nonogram") return `${board.title ? `${board.title}, ` : ""}${board.width} \u00d7 ${board.height}`;
    if (game.puzzle === "hanoi") return `${plural(board.discs, "disc")}, ${plural(board.pegs, "peg")}`;
    if (game.puzzle === "flows") return `${plural(game.seats.length, "player")}, ${plural(board.hexes.length, "hex", "hexes")}`;
    return puzzle.summary;
}

class GamePage {
    /** @param {HTMLElement} main @param {Game} game @param {Puzzle} puzzle */
    constructor(main, game, puzzle) {
        this.main = main;
        this.puzzle = puzzle;
        this.rules = MODULES[game.puzzle];
        this.wasSolved = game.solved;
        /** The last version that was checked without being asked. */
        this.looked = -1;
        this.shown = -1;
        /** @type {AbortController | null} */
        this.looking = null;
        /* In Flows only the server knows the board after a move. */
        const apply = game.puzzle === "flows" ? () => null : this.rules.apply;
        this.play = new Play(game, { apply, same: this.rules.same }, {
            changed: (now, how) => this.changed(now, how),
            refused: (failure) => this.panel.refused(failure),
            troubled: (words) => toast(words, "bad"),
            online: (online) => this.online(online),
        });
        /** @type {import("./types.js").BoardView} */
        this.view = new this.rules.View(game.board, (/** @type {string[]} */ moves) => this.move(moves), { picture: api.picturePath(game.id, "svg") });
        this.panel = new Panel(this.play, this.view, this.rules, () => this.show({}));
        this.build(game);
        this.changed(game, {});
        this.onkey = (/** @type {KeyboardEvent} */ event) => this.key(event);
        document.addEventListener("keydown", this.onkey);
        this.onleave = (/** @type {BeforeUnloadEvent} */ event) => { if (this.play.waiting.length > 0) event.preventDefault(); };
        addEventListener("beforeunload", this.onleave);
    }

    close() {
        this.looking?.abort();
        this.play.close();
        this.panel.close();
        this.view.close?.();
        document.removeEventListener("keydown", this.onkey);
        /* Leaving the site still asks while moves are on their way, whatever page is shown. */
        this.play.settled().then(() => removeEventListener("beforeunload", this.onleave));
    }

    get player() {
        return this.play.game.viewer.seats.length > 0;
    }

    /* A game between players has a value, but no solution to play through. */
    hasSolution() {
        return this.puzzle.can.includes("solve") && !this.puzzle.can.includes("seats");
    }

    /** @param {Game} game */
    build(game) {
        this.undoButton = button({ label: "Undo", icon: "undo", keys: "U", action: () => this.play.step("undo") });
        this.redoButton = button({ label: "Redo", icon: "redo", keys: "R", action: () => this.play.step("redo") });
        this.hintButton = button({ label: "Hint", icon: "hint", keys: "H", action: () => this.panel.hint() });
        this.tools = [
            this.hintButton,
            button({ label: "Check", icon: "check", keys: "K", name: "Check my board", action: () => this.panel.check() }),
        ];
        if (this.hasSolution()) this.tools.push(button({ label: "Solve", icon: "solve", keys: "S", action: () => this.panel.solve() }));
        const bar = this.player ? toolbar("Play", this.undoButton, this.redoButton, ...this.tools) : null;
        this.status = h("p", { class: "status", role: "status" });
        this.live = h("p", { class: "outlook", "aria-live": "polite" });
        this.offline = h("p", { class: "offline", role: "alert", hidden: true });
        this.room = h("div", { class: "room" });
        this.record = h("div", { class: "record" });
        fill(this.main, h("article", { class: `game ${game.puzzle}-game`, "data-game": game.id },
            h("header", { class: "game-head" }, h("h1", { text: this.puzzle.title }), h("p", { class: "size", text: sizeWords(game, this.puzzle) })),
            h("div", { class: "stage" }, this.offline, this.view.element, this.view.aside && game.puzzle === "nonogram" ? this.view.aside : null, bar),
            h("aside", { class: "side", "aria-label": "About this game" },
                this.status, this.live, this.player ? null : this.spectator(),
                game.puzzle === "nonogram" ? null : this.view.aside ?? null, this.room, this.panel.element, this.record, this.more())));
    }

    spectator() {
        return h("div", { class: "note spectator" }, h("p", { text: "You are watching; only players can move." }),
            this.puzzle.can.includes("seats") ? null : button({ label: "Play it myself", kind: "primary", action: () => this.own() }));
    }

    /** Gives a spectator a copy to play. */
    async own() {
        try {
            const text = await (await api.exported(this.play.game.id)).text();
            const game = await api.create({ text, as: this.play.game.puzzle });
            location.hash = `#/game/${game.id}`;
        } catch (error) {
            toast(api.sentence(error), "bad");
        }
    }

    more() {
        const seats = this.puzzle.can.includes("seats");
        const list = [
            button({ label: "Share", icon: "share", action: () => this.share() }),
            button({ label: "Export", icon: "export", action: () => this.export() }),
            button({ label: "Print", icon: "print", action: () => window.print() }),
            button({ label: "Replay", icon: "again", action: () => this.panel.record() }),
        ];
        if (this.player && this.puzzle.can.includes("rate")) list.push(button({ label: seats ? "Who is ahead?" : "How hard?", icon: "eye", action: () => this.panel.rate(seats ? "Who is ahead?" : "How hard is it?") }));
        if (this.play.game.puzzle === "hanoi") list.push(button({ label: "Robot", icon: "robot", name: "Robot: a lab's arm resets or solves it", action: () => { location.hash = `#/game/${this.play.game.id}/rig`; } }));
        if (this.player && !seats) list.push(button({ label: "Start again", icon: "left", action: () => this.restart() }));
        if (this.player && seats) {
            this.resignButton = button({ label: "Resign", icon: "flag", action: () => this.resign() });
            this.rematchButton = button({ label: "Rematch", icon: "again", action: () => this.rematch() });
            list.push(this.resignButton, this.rematchButton);
        }
        list.push(button({ label: "Keys", icon: "help", keys: "?", action: () => this.help() }));
        return h("div", { class: "more", role: "group", "aria-label": "More" }, ...list);
    }

    /** @param {string[]} moves */
    move(moves) {
        /* One tile a turn: a second click while the first is on its way does nothing. */
        if (this.play.waiting.length > 0 && this.play.game.puzzle === "flows") return undefined;
        this.panel.moved();
        return this.play.play(moves);
    }

    /** @param {Game} game @param {{move?: string, mine?: boolean}} how */
    changed(game, how) {
        if (!how.mine && game.version !== this.shown) this.panel.moved();
        this.shown = game.version;
        if (!this.panel.showing || how.mine) this.show(how);
        const seats = game.seats.length > 1;
        this.undoButton && (this.undoButton.disabled = !(game.can_undo || (this.play.waiting.length > 0 && !seats)));
        this.redoButton && (this.redoButton.disabled = !game.can_redo);
        if (this.resignButton) this.resignButton.disabled = game.solved;
        if (this.rematchButton) this.rematchButton.disabled = !game.solved;
        if (this.hintButton) this.hintButton.disabled = seats && (game.solved || !game.viewer.to_move);
        this.room && fill(this.room, lobby(game, this.puzzle, this.play));
        this.record && this.drawRecord(game);
        if (this.play.waiting.length === 0) this.settled(game);
    }

    /** @param {{move?: string}} how */
    show(how) {
        const game = this.play.game;
        this.view.update(this.play.board, game, how);
        if (!this.status) return;
        this.status.textContent = this.view.status(game);
        this.status.className = game.solved ? `status done ${this.outcome(game)}` : "status";
    }

    /** The server has all moves. @param {Game} game */
    settled(game) {
        saveGame({ id: game.id, puzzle: game.puzzle, title: sizeWords(game, this.puzzle), time: Date.now(), solved: game.solved, moves: game.moves.length });
        if (game.solved && !this.wasSolved) this.celebrate(game);
        this.wasSolved = game.solved;
        if (this.looked === game.version) return;
        this.looked = game.version;
        if (this.player && game.puzzle === "harmony") this.outlook(game);
        if (game.puzzle === "hanoi") this.distance(game);
    }

    /** The outcome for this browser. @param {Game} game @returns {import("./types.js").Outcome} */
    outcome(game) {
        return this.view.outcome?.(game) ?? "won";
    }

    /** @param {Game} game */
    celebrate(game) {
        const won = this.outcome(game) === "won";
        toast(this.view.status(game), won ? "good" : "info");
        if (!won) return;
        this.view.element.classList.add("celebrate");
        setTimeout(() => this.view.element.classList.remove("celebrate"), 2500);
    }

    /** Harmony: says so as soon as no solution is left. @param {Game} game */
    async outlook(game) {
        if (!this.live) return;
        this.looking?.abort();
        if (game.solved) return fill(this.live);
        /* The verdict on the board before does not hold for this one. */
        this.live.className = "outlook";
        const looking = this.looking = new AbortController();
        const slow = setTimeout(() => { if (this.live && this.looking === looking) fill(this.live, "Checking whether it can still be solved\u2026"); }, 500);
        try {
            const result = await api.ask(game.id, "check", {}, undefined, looking.signal);
            if (this.play.game.version !== game.version || this.looking !== looking) return;
            const dead = result.fields.solvable === false;
            this.live.className = `outlook ${dead ? "dead" : result.fields.solvable ? "alive" : ""}`;
            const words = result.fields.solvable ? "It can still be solved." : "It is not known whether it can still be solved.";
            /* A live region reads the same words again if they are set again. */
            if (!dead) return this.live.textContent === words ? undefined : fill(this.live, words);
            const undo = Number(result.fields.undo ?? 0);
            fill(this.live, h("span", { text: `${wordsOf(result).replaceAll("\n", " ")} ` }),
                undo > 0 ? button({ label: `Take back ${plural(undo, "move")}`, icon: "undo", action: () => this.play.step("undo", undo) }) : null);
        } catch (error) {
            if (this.looking !== looking || error instanceof DOMException) return;
            this.live.className = "outlook";
            fill(this.live, error instanceof api.Unreachable ? "" : api.sentence(error));
        } finally {
            clearTimeout(slow);
        }
    }

    /** Hanoi: the optimum beside the player's count. @param {Game} game */
    async distance(game) {
        const view = /** @type {import("./hanoi.js").View} */ (this.view);
        const here = hanoi.shortest(game.board);
        view.counts(game, here === null ? null : String(here));
        if (here !== null || !this.player) return;
        this.looking?.abort();
        this.looking = new AbortController();
        const result = await api.ask(game.id, "check", {}, undefined, this.looking.signal).catch(() => null);
        if (result && this.play.game.version === game.version) view.counts(game, result.fields.distance ?? null);
    }

    /** @param {Game} game */
    drawRecord(game) {
        if (!this.record) return;
        const moves = game.moves;
        if (moves.length === 0 || game.puzzle === "nonogram") return fill(this.record);
        const open = this.record.querySelector("details")?.open ?? game.puzzle === "flows";
        fill(this.record, h("details", { open },
            h("summary", { text: `Moves (${moves.length})` }),
            h("p", { class: "moves", tabindex: "0", role: "group", "aria-label": "Moves" }, moves.slice(-400).join(" "))));
    }

    /** @param {boolean} online */
    online(online) {
        if (!this.offline) return;
        this.offline.hidden = online;
        this.offline.textContent = online ? "" : this.player ? "The server does not answer. Your moves will be sent as soon as it does." : "The server does not answer. This page keeps trying.";
        if (online) toast("The server answers again.", "good");
    }

    share() {
        const id = this.play.game.id, token = tokenOf(id);
        const base = `${location.origin}/#/game/${id}`;
        const line = (/** @type {string} */ label, /** @type {string} */ help, /** @type {string} */ link) => h("div", { class: "share" },
            field(label, h("input", { type: "text", readonly: true, value: link }), help),
            button({ label: "Copy", icon: "copy", action: () => copy(link, "Copied.") }));
        dialog("Share", [
            line("To watch", "Anyone with this link can watch the game, but not play.", base),
            token ? line("To play on another device", "This link contains your secret key: anyone who has it can play for you.", `${base}?key=${token}`) : null,
        ]);
    }

    export() {
        const id = this.play.game.id;
        const save = async (/** @type {string} */ format, /** @type {string} */ extension) => {
            try {
                download(await api.exported(id, format), `${this.play.game.puzzle}-${id}${extension}`);
            } catch (error) {
                toast(api.sentence(error), "bad");
            }
        };
        const rows = [...this.puzzle.formats, { name: "game", extension: ".json", summary: "the game with all its moves, for quandary play" }]
            .map((format) => h("li", {}, button({ label: format.name, icon: "export", action: () => save(format.name, format.extension) }), h("span", { text: format.summary })));
        dialog("Export", [
            h("p", {}, "As a picture: ", h("a", { href: api.picturePath(id, "svg"), download: `${id}.svg`, text: "SVG" }), " or ", h("a", { href: api.picturePath(id, "png"), download: `${id}.png`, text: "PNG" }), "."),
            h("ul", { class: "formats" }, ...rows),
        ]);
    }

    async restart() {
        const moves = this.play.game.moves.length;
        if (moves > 0 && (await confirmed("Start again?", `All ${plural(moves, "move")} are taken back. You can still redo them.`, "Start again"))) this.play.step("undo", moves);
    }

    async resign() {
        if (!(await confirmed("Resign?", "Your team gives up, and the others play on.", "Resign"))) return;
        await this.play.change("resign", { version: this.play.game.version }).catch((error) => toast(api.sentence(error), "bad"));
    }

    async rematch() {
        try {
            const next = await this.play.change("rematch");
            saveToken(next.id, /** @type {string} */ (tokenOf(this.play.game.id)));
            location.hash = `#/game/${next.id}`;
        } catch (error) {
            toast(api.sentence(error), "bad");
        }
    }

    help() {
        const general = /** @type {[string, string][]} */ ([["U, R", "undo, redo (Ctrl+Z and Ctrl+Y too)"], ["H", "hint"], ["K", "check the board"]]);
        if (this.hasSolution()) general.push(["S", "solve"]);
        const rows = [...this.view.keys(this.player), ...(this.player ? general : []), ["?", "this help"]].map(([key, what]) => h("tr", {}, h("th", { scope: "row" }, h("kbd", { text: key })), h("td", { text: what })));
        dialog("Keys", [h("p", { text: "The letters work while the board has the focus." }), h("table", { class: "keys" }, h("tbody", {}, ...rows))]);
    }

    /** @param {KeyboardEvent} event */
    key(event) {
        if (document.querySelector("dialog[open]")) return;
        const command = event.ctrlKey || event.metaKey, onBoard = this.view.element.contains(document.activeElement);
        if (event.key === "?" && !command && !event.altKey && onBoard) return this.help();
        if (!this.player) return;
        if (command && event.key.toLowerCase() === "z") this.press(event, event.shiftKey ? this.redoButton : this.undoButton);
        else if (command && event.key.toLowerCase() === "y") this.press(event, this.redoButton);
        if (command || event.altKey || !onBoard) return;
        const tools = /** @type {Record<string, HTMLButtonElement | undefined>} */ ({ u: this.undoButton, r: this.redoButton, h: this.tools?.[0], k: this.tools?.[1], s: this.tools?.[2] });
        if (tools[event.key]) this.press(event, tools[event.key]);
    }

    /** @param {KeyboardEvent} event @param {HTMLButtonElement | undefined} what */
    press(event, what) {
        event.preventDefault();
        if (what && !what.disabled) what.click();
    }
}

/** The link holds a key. If this browser has one already, it keeps that one unless the new key is valid and adds seats;
 * before it would change seats it asks. @param {string} id @param {string} key
 */
async function takeKey(id, key) {
    const own = tokenOf(id);
    const seats = async (/** @type {string | null} */ token) => (token === null ? [] : (await api.game(id, token).catch(() => null))?.viewer.seats ?? []);
    const before = await seats(own === key ? null : own);
    if (before.length === 0) return saveToken(id, key);
    const after = await seats(key);
    if (after.length === 0) return toast("The key in this link is not valid. You continue with your own.", "bad");
    if (after.every((seat) => before.includes(seat))) return;
    const names = (/** @type {number[]} */ list) => list.map((seat) => `P${seat}`).join(" and ");
    if (before.every((seat) => after.includes(seat)) || (await confirmed("Another seat?", `This link plays ${names(after)}, and this browser plays ${names(before)}. If you change, the key of ${names(before)} is removed from this browser.`, "Change seats")))
        saveToken(id, key);
}

/** The game; if its saved key is no longer valid, that is removed and the game is watched. @param {string} id */
async function seen(id) {
    try {
        return await api.game(id);
    } catch (error) {
        if (error instanceof api.Refused && error.status === 404) {
            unlistGame(id);
            throw new Error("this game does not exist, or no longer does");
        }
        if (!(error instanceof api.Refused) || error.status !== 401 || !tokenOf(id)) throw error;
        removeToken(id);
        toast("The saved key of this game is not valid. You can still watch.", "bad");
        return api.game(id);
    }
}

/** @param {HTMLElement} main @param {string} id @param {URLSearchParams} query */
export async function gamePage(main, id, query) {
    const key = query.get("key");
    if (key) {
        history.replaceState(null, "", `#/game/${id}`);
        await takeKey(id, key);
    }
    const game = await seen(id);
    const puzzle = await api.puzzle(game.puzzle);
    if (!MODULES[game.puzzle]) throw new Error(`the page cannot show ${game.puzzle}`);
    const page = new GamePage(main, game, puzzle);
    document.title = `${puzzle.title} \u2013 Quandary`;
    announce(`${puzzle.title}, ${sizeWords(game, puzzle)}`);
    return () => page.close();
}
