/* Changes of games as they happen. One stream serves all tabs of the browser (events-worker.js); a browser
 * without shared workers gets one for each tab. */
import { EventStream } from "./event-stream.js";

/** @typedef {{changed: (version: number) => void, online: (online: boolean) => void}} Listener */

/** How often a tab tells the worker that it is still there (milliseconds). */
const REPORT_EVERY = 30000;

/** @type {Map<string, Set<Listener>>} */
const listeners = new Map();
/** The way to the worker, if there is one. @type {MessagePort | null} */
let port = null;
/** The stream of this tab, without a worker. @type {EventStream | null} */
let own = null;

/** @param {import("./event-stream.js").Change} change */
function tellChange(change) {
    for (const listener of listeners.get(change.topic) ?? []) listener.changed(change.version);
}

/** @param {boolean} online */
function tellOnline(online) {
    for (const some of listeners.values()) for (const listener of some) listener.online(online);
}

function sendTopics() {
    if (port) return port.postMessage([...listeners.keys()]);
    own ??= new EventStream(tellChange, tellOnline);
    return own.subscribe(listeners.keys());
}

function startWorker() {
    if (port || own || typeof SharedWorker === "undefined") return;
    try {
        const worker = new SharedWorker("/events-worker.js", { type: "module" });
        worker.onerror = () => { port = null; sendTopics(); };
        port = worker.port;
        port.onmessage = ({ data }) => ("online" in data ? tellOnline(data.online) : tellChange(data));
        port.start();
        setInterval(sendTopics, REPORT_EVERY);
        addEventListener("pagehide", () => port?.postMessage("bye"));
        addEventListener("pageshow", (event) => { if (event.persisted) sendTopics(); });
    } catch {
        port = null;
    }
}

/** Calls back with the version whenever the game has changed, and when the server is lost and found. Returns a
 * function that ends it.
 * @param {string} id
 * @param {(version: number) => void} changed
 * @param {(online: boolean) => void} [online]
 */
export function watch(id, changed, online = () => {}) {
    const listener = { changed, online };
    startWorker();
    const some = listeners.get(id) ?? new Set();
    some.add(listener);
    listeners.set(id, some);
    sendTopics();
    return () => {
        some.delete(listener);
        if (some.size === 0) listeners.delete(id);
        sendTopics();
    };
}
