/* The server's API: one function a route, and jobs that are watched to their end. */
import { pause } from "./dom.js";
import { keepToken, tokenOf } from "./keep.js";

/** @typedef {import("./types.js").Game} Game */
/** @typedef {import("./types.js").Job} Job */
/** @typedef {import("./types.js").Result} Result */
/** @typedef {import("./types.js").Failure} Failure */
/** @typedef {import("./types.js").Puzzle} Puzzle */

const BASE = "/api/v1";

/** The server said no. */
export class Refused extends Error {
    /** @param {number} status @param {Failure} failure */
    constructor(status, failure) {
        super(failure.message);
        this.status = status;
        this.failure = failure;
    }
}

/** The server could not be reached. */
export class Unreachable extends Error {
    constructor() {
        super("The server does not answer");
    }
}

/** A sentence for people out of whatever went wrong.
 * @param {unknown} error
 */
export function sentence(error) {
    const text = error instanceof Error ? error.message : String(error);
    const whole = text.charAt(0).toUpperCase() + text.slice(1);
    return /[.!?]$/.test(whole) ? whole : whole + ".";
}

/**
 * @param {string} method
 * @param {string} path
 * @param {{token?: string | null, body?: unknown}} [options]
 * @returns {Promise<{status: number, data: any}>}
 */
async function request(method, path, options = {}) {
    /** @type {Record<string, string>} */
    const headers = { Accept: "application/json" };
    if (options.token) headers.Authorization = `Bearer ${options.token}`;
    if (options.body !== undefined) headers["Content-Type"] = "application/json";
    let answer;
    try {
        answer = await fetch(BASE + path, {
            method, headers, cache: "no-store",
            body: options.body === undefined ? undefined : JSON.stringify(options.body),
        });
    } catch {
        throw new Unreachable();
    }
    const data = await answer.json().catch(() => null);
    if (answer.ok) return { status: answer.status, data };
    throw new Refused(answer.status, data?.error ?? { code: "failure", message: `the server answered ${answer.status}` });
}

/** @type {Promise<{puzzles: Puzzle[], limits: Record<string, number>}> | null} */
let listed = null;

/** The puzzles; asked once. */
export function puzzles() {
    listed ??= request("GET", "/puzzles").then((answer) => answer.data);
    listed.catch(() => { listed = null; });
    return listed;
}

/** @param {string} name */
export async function puzzle(name) {
    const found = (await puzzles()).puzzles.find((one) => one.name === name);
    if (!found) throw new Error(`there is no puzzle called ${name}`);
    return found;
}

/** A new game; waits for the job if there is one. Keeps the token.
 * @param {Record<string, unknown>} body
 * @param {(job: Job) => void} [progress]
 * @param {AbortSignal} [signal]
 * @returns {Promise<Game>}
 */
export async function create(body, progress, signal) {
    const { status, data } = await request("POST", "/games", { body });
    let game = data.game;
    if (status === 202) {
        const result = await follow(data.job, data.token, progress, signal);
        game = result.game;
        if (!game) throw new Error(result.text || "no puzzle was made");
    }
    keepToken(game.id, data.token);
    return game;
}

/** @param {string} id @returns {Promise<Game>} */
export async function game(id) {
    return (await request("GET", `/games/${id}`, { token: tokenOf(id) })).data;
}

/** @param {string} id @param {string} action @param {Record<string, unknown>} [body] @returns {Promise<Game>} */
export async function change(id, action, body) {
    return (await request("POST", `/games/${id}/${action}`, { token: tokenOf(id), body })).data;
}

/** @param {string} invite */
export async function invitation(invite) {
    return (await request("GET", `/join/${encodeURIComponent(invite)}`)).data;
}

/** @param {string} invite @param {Record<string, unknown>} body @returns {Promise<Game>} */
export async function join(invite, body) {
    const { data } = await request("POST", `/join/${encodeURIComponent(invite)}`, { body });
    keepToken(data.game.id, data.token);
    return data.game;
}

/** Watches a job until it is done.
 * @param {Job} job
 * @param {string} token
 * @param {(job: Job) => void} [progress]
 * @param {AbortSignal} [signal] Cancels it.
 * @returns {Promise<Result>}
 */
async function follow(job, token, progress, signal) {
    let wait = 40;
    let told = false;
    while (job.state === "queued" || job.state === "running") {
        if (signal?.aborted && !told) {
            told = true;
            await request("DELETE", `/jobs/${job.id}`, { token });
        }
        progress?.(job);
        await pause(wait);
        wait = Math.min(400, wait * 1.5);
        job = (await request("GET", `/jobs/${job.id}`, { token })).data;
    }
    if (job.state === "cancelled" || signal?.aborted) throw new DOMException("cancelled", "AbortError");
    if (!job.result) throw new Refused(500, job.error?.error ?? { code: "failure", message: "it did not work" });
    return job.result;
}

/** Asks for a hint, a check, a solution or a rating.
 * @param {string} id
 * @param {"hint" | "check" | "solve" | "rate"} kind
 * @param {Record<string, unknown>} [body]
 * @param {(job: Job) => void} [progress]
 * @param {AbortSignal} [signal]
 * @returns {Promise<Result>}
 */
export async function ask(id, kind, body = {}, progress, signal) {
    const token = /** @type {string} */ (tokenOf(id));
    const { data } = await request("POST", `/games/${id}/${kind}`, { token, body });
    return follow(data.job, token, progress, signal);
}

/** @param {string} id @param {string} [format] */
export function exportPath(id, format) {
    return `${BASE}/games/${id}/export${format ? `?format=${encodeURIComponent(format)}` : ""}`;
}

/** The game's file. With the token: what only a player may know is in it.
 * @param {string} id @param {string} [format]
 * @returns {Promise<Blob>}
 */
export async function exported(id, format) {
    const token = tokenOf(id);
    const answer = await fetch(exportPath(id, format), { headers: token ? { Authorization: `Bearer ${token}` } : {} });
    if (answer.ok) return answer.blob();
    const data = await answer.json().catch(() => null);
    throw new Refused(answer.status, data?.error ?? { code: "failure", message: "the file could not be written" });
}

/** @param {string} id @param {"svg" | "png"} kind */
export function picturePath(id, kind) {
    return `${BASE}/games/${id}/board.${kind}`;
}
