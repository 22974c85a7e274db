/* What this browser stores: the secret tokens of the games that it plays, a list of them, and the player's name. */

const TOKEN = "quandary.token.";
const GAMES = "quandary.games";
const NAME = "quandary.name";

/** @typedef {{id: string, puzzle: string, title: string, time: number, solved: boolean, moves: number}} SavedGame */

/** @param {string} id */
export function tokenOf(id) {
    return localStorage.getItem(TOKEN + id);
}

/** @param {string} id @param {string} token */
export function saveToken(id, token) {
    store(TOKEN + id, token);
}

/** @param {string} id */
export function removeToken(id) {
    localStorage.removeItem(TOKEN + id);
}

/** @returns {SavedGame[]} The newest first. */
export function savedGames() {
    try {
        const list = JSON.parse(localStorage.getItem(GAMES) ?? "[]");
        return Array.isArray(list) ? list : [];
    } catch {
        return [];
    }
}

/** Puts a game first in the list. None is dropped, however long the list gets: without its token a seat would be lost. @param {SavedGame} game */
export function saveGame(game) {
    const list = () => JSON.stringify([game, ...savedGames().filter((one) => one.id !== game.id)]);
    try {
        store(GAMES, list(), list);
    } catch {
        /* The list can wait until there is room; the token is there. */
    }
}

/** Writes a value. If the browser has no room left, the oldest finished games make way.
 * @param {string} name @param {string} value @param {() => string} [again] Gives the value again once a game is gone.
 */
function store(name, value, again = () => value) {
    for (;;) {
        try {
            return localStorage.setItem(name, value);
        } catch (error) {
            const old = savedGames().filter((one) => one.solved).at(-1);
            if (!old) throw error;
            removeGame(old.id);
            value = again();
        }
    }
}

/** Takes a game off the list but not its token. @param {string} id */
export function unlistGame(id) {
    localStorage.setItem(GAMES, JSON.stringify(savedGames().filter((one) => one.id !== id)));
}

/** Removes a game and its token. @param {string} id */
export function removeGame(id) {
    unlistGame(id);
    localStorage.removeItem(TOKEN + id);
}

export function playerName() {
    return localStorage.getItem(NAME) ?? "";
}

/** @param {string} name */
export function savePlayerName(name) {
    localStorage.setItem(NAME, name);
}
