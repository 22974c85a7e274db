/* The server's API: one function per route; those that start a job wait for its result. */
import { pause } from "./dom.js";
import { saveToken, tokenOf } from "./storage.js";

/** @typedef {import("./types.js").Game} Game */
/** @typedef {import("./types.js").Job} Job */
/** @typedef {import("./types.js").Result} Result */
/** @typedef {import("./types.js").Failure} Failure */
/** @typedef {import("./types.js").Puzzle} Puzzle */

const BASE = "/api/v1";
/** How often a job is requested again while the server is busy. */
const MOST_TRIES = 24;
/** How often a job is polled while the server does not answer. */
const MOST_LOST = 12;

/** The server refused a request. */
export class Refused extends Error {
    /** @param {number} status @param {Failure} failure @param {number} [retry] Seconds to wait before another try. */
    constructor(status, failure, retry = 0) {
        super(failure.message);
        this.status = status;
        this.failure = failure;
        this.retry = retry;
    }

    /** The server has too many jobs at the moment. */
    get busy() {
        return this.failure.code === "busy" || this.failure.code === "too_many";
    }
}

/** The server could not be reached. */
export class Unreachable extends Error {
    constructor() {
        super("The server does not answer");
    }
}

/** What went wrong, as a sentence. Messages of the server begin in lower case and have no full stop.
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
    if (answer.ok && data === null) throw new Unreachable();
    if (answer.ok) return { status: answer.status, data };
    throw refusal(answer, data);
}

/** @param {Response} answer @param {any} data */
function refusal(answer, data) {
    const failure = data?.error ?? { code: "failure", message: `the server answered ${answer.status}` };
    return new Refused(answer.status, failure, Number(answer.headers.get("Retry-After")) || 0);
}

/** Requests a job, again and again while there are too many, until the signal comes.
 * @param {string} path @param {{token?: string | null, body?: unknown}} options
 * @param {(job: Job) => void} [progress] @param {AbortSignal} [signal]
 */
async function start(path, options, progress, signal) {
    for (let tries = 1; ; tries++) {
        try {
            return await request("POST", path, options);
        } catch (error) {
            if (!(error instanceof Refused) || !error.busy || tries >= MOST_TRIES) throw error;
            progress?.({ id: "", kind: "", game: null, version: null, state: "busy", progress: { seconds: 0, nodes: 0, fraction: null, note: "", before: 0 }, result: null, error: null });
            await pause(1000 * Math.max(1, error.retry), signal);
        }
        if (signal?.aborted) throw new DOMException("cancelled", "AbortError");
    }
}

/** Whether the server answers. @returns {Promise<boolean>} */
export function alive() {
    return request("GET", "/health").then(() => true, () => false);
}

/** @type {Promise<{puzzles: Puzzle[], limits: Record<string, number>}> | null} */
let listed = null;

/** The puzzles, requested once. */
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

/** Makes a new game, waiting for the job if there is one, and saves its token.
 * @param {Record<string, unknown>} body
 * @param {(job: Job) => void} [progress]
 * @param {AbortSignal} [signal]
 * @returns {Promise<Game>}
 */
export async function create(body, progress, signal) {
    const { status, data } = await start("/games", { body }, progress, signal);
    let game = data.game;
    if (status === 202) {
        const result = await follow(data.job, data.token, progress, signal);
        game = result.game;
        if (!game) throw new Error(result.text || "no puzzle was made");
    }
    saveToken(game.id, data.token);
    return game;
}

/** Makes or reads a puzzle that the server does not store, and can check it.
 * @param {Record<string, unknown>} body
 * @param {(job: Job) => void} [progress]
 * @param {AbortSignal} [signal]
 * @returns {Promise<Result>}
 */
export async function draft(body, progress, signal) {
    const { data } = await start("/drafts", { body }, progress, signal);
    return follow(data.job, data.token, progress, signal);
}

/** @param {string} id @param {string | null} [token] @returns {Promise<Game>} */
export async function game(id, token = tokenOf(id)) {
    return (await request("GET", `/games/${id}`, { token })).data;
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
    saveToken(data.game.id, data.token);
    return data.game;
}

/** Polls a job until it is done.
 * @param {Job} job
 * @param {string} token
 * @param {(job: Job) => void} [progress]
 * @param {AbortSignal} [signal] Cancels it.
 * @returns {Promise<Result>}
 */
async function follow(job, token, progress, signal) {
    let wait = 40, lost = 0;
    while (job.state === "queued" || job.state === "running") {
        if (signal?.aborted) {
            await request("DELETE", `/jobs/${job.id}`, { token }).catch(() => {});
            break;
        }
        progress?.(lost ? { ...job, state: "lost" } : job);
        await pause(wait, signal);
        wait = Math.min(400, wait * 1.5);
        try {
            job = (await request("GET", `/jobs/${job.id}`, { token })).data;
            lost = 0;
        } catch (error) {
            /* After a lost connection the search is still running; after a restart of the server it is gone. */
            if (lost && error instanceof Refused && error.status === 404) throw new Error("the server was restarted and no longer has this search; please ask again");
            if (!(error instanceof Unreachable) || ++lost > MOST_LOST) throw error;
            wait = 500;
        }
    }
    if (job.state === "cancelled" || signal?.aborted) throw new DOMException("cancelled", "AbortError");
    if (!job.result) throw new Refused(500, job.error?.error ?? { code: "failure", message: "the job failed without a reason" });
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
    const { data } = await start(`/games/${id}/${kind}`, { token, body }, progress, signal);
    return follow(data.job, token, progress, signal);
}

/** The simulated robot: what it is like, and what can go wrong with it.
 * @returns {Promise<import("./types.js").Rig>}
 */
export async function rig() {
    return (await request("GET", "/rig")).data;
}

/** Lets the robot work on a copy of the board. @param {string} id @param {Record<string, unknown>} body @returns {Promise<Job>} */
export async function rigRun(id, body) {
    return (await request("POST", `/games/${id}/rig`, { token: tokenOf(id), body })).data.job;
}

/** The same run again, with the robot stopped at a time. @param {string} job @param {string} token @param {number} ms @returns {Promise<Job>} */
export async function rigStop(job, token, ms) {
    return (await request("POST", `/jobs/${job}/stop`, { token, body: { ms } })).data.job;
}

/** A job, with the frames of its film from number since on. @param {string} id @param {string} token @param {number} since @returns {Promise<Job>} */
export async function job(id, token, since) {
    return (await request("GET", `/jobs/${id}?since=${since}`, { token })).data;
}

/** @param {string} id @param {string} [format] */
export function exportPath(id, format) {
    return `${BASE}/games/${id}/export${format ? `?format=${encodeURIComponent(format)}` : ""}`;
}

/** The game as a file. The token is sent, because only a player's export holds what is secret from others.
 * @param {string} id @param {string} [format]
 * @returns {Promise<Blob>}
 */
export async function exported(id, format) {
    const token = tokenOf(id);
    let answer;
    try {
        answer = await fetch(exportPath(id, format), { headers: token ? { Authorization: `Bearer ${token}` } : {} });
        if (answer.ok) return await answer.blob();
    } catch {
        throw new Unreachable();
    }
    throw refusal(answer, await answer.json().catch(() => null));
}

/** @param {string} id @param {"svg" | "png"} kind */
export function picturePath(id, kind) {
    return `${BASE}/games/${id}/board.${kind}`;
}
