/* What this browser keeps: the secret tokens of the games that it plays, and a list of them. */

const TOKEN = "quandary.token.";
const GAMES = "quandary.games";
const NAME = "quandary.name";

/** @typedef {{id: string, puzzle: string, title: string, time: number, solved: boolean, moves: number}} Kept */

/** @param {string} id */
export function tokenOf(id) {
    return localStorage.getItem(TOKEN + id);
}

/** @param {string} id @param {string} token */
export function keepToken(id, token) {
    store(TOKEN + id, token);
}

/** @param {string} id */
export function forgetToken(id) {
    localStorage.removeItem(TOKEN + id);
}

/** @returns {Kept[]} The newest first. */
export function keptGames() {
    try {
        const list = JSON.parse(localStorage.getItem(GAMES) ?? "[]");
        return Array.isArray(list) ? list : [];
    } catch {
        return [];
    }
}

/** However many games there are, none is dropped: without its token a seat would be lost. @param {Kept} game */
export function keepGame(game) {
    const list = () => JSON.stringify([game, ...keptGames().filter((one) => one.id !== game.id)]);
    try {
        store(GAMES, list(), list);
    } catch {
        /* The list can wait until there is room; the token is there. */
    }
}

/** Writes a value. Where the browser has no room left, the oldest finished games make some.
 * @param {string} name @param {string} value @param {() => string} [again] The value once there is more room.
 */
function store(name, value, again = () => value) {
    for (;;) {
        try {
            return localStorage.setItem(name, value);
        } catch (error) {
            const old = keptGames().filter((one) => one.solved).at(-1);
            if (!old) throw error;
            forgetGame(old.id);
            value = again();
        }
    }
}

/** Takes a game off the list, and keeps its token. @param {string} id */
export function unlistGame(id) {
    localStorage.setItem(GAMES, JSON.stringify(keptGames().filter((one) => one.id !== id)));
}

/** @param {string} id */
export function forgetGame(id) {
    unlistGame(id);
    localStorage.removeItem(TOKEN + id);
}

export function playerName() {
    return localStorage.getItem(NAME) ?? "";
}

/** @param {string} name */
export function keepPlayerName(name) {
    localStorage.setItem(NAME, name);
}
