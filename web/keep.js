/* What this browser keeps: the secret tokens of the games that it plays, and a list of them. */

const TOKEN = "quandary.token.";
const GAMES = "quandary.games";
const NAME = "quandary.name";
const MOST_GAMES = 24;

/** @typedef {{id: string, puzzle: string, title: string, time: number, solved: boolean, moves: number}} Kept */

/** @param {string} id */
export function tokenOf(id) {
    return localStorage.getItem(TOKEN + id);
}

/** @param {string} id @param {string} token */
export function keepToken(id, token) {
    localStorage.setItem(TOKEN + id, token);
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

/** @param {Kept} game */
export function keepGame(game) {
    const list = [game, ...keptGames().filter((one) => one.id !== game.id)];
    for (const old of list.slice(MOST_GAMES)) localStorage.removeItem(TOKEN + old.id);
    localStorage.setItem(GAMES, JSON.stringify(list.slice(0, MOST_GAMES)));
}

/** @param {string} id */
export function forgetGame(id) {
    localStorage.setItem(GAMES, JSON.stringify(keptGames().filter((one) => one.id !== id)));
    localStorage.removeItem(TOKEN + id);
}

export function playerName() {
    return localStorage.getItem(NAME) ?? "";
}

/** @param {string} name */
export function keepPlayerName(name) {
    localStorage.setItem(NAME, name);
}
