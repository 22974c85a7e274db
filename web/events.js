/* Live changes of games. One stream serves all tabs of the browser (events-worker.js); a browser
 * without shared workers gets one for each tab. */

/** @typedef {{changed: (version: number) => void, line: (online: boolean) => void}} Listener */

/** @type {Map<string, Set<Listener>>} */
const listeners = new Map();
/** @type {MessagePort | null} */
let port = null;
/** @type {EventSource | null} */
let stream = null;
/** Set while a stream of this tab's own has no line to the server. */
let lost = 0;

/** @param {{topic: string, version: number} | {online: boolean}} news */
function tell(news) {
    if ("online" in news) for (const own of listeners.values()) for (const listener of own) listener.line(news.online);
    else for (const listener of listeners.get(news.topic) ?? []) listener.changed(news.version);
}

function ownStream() {
    stream?.close();
    stream = null;
    if (listeners.size === 0) return;
    stream = new EventSource(`/api/v1/events?topics=${[...listeners.keys()].join(",")}`);
    stream.addEventListener("change", (event) => tell(JSON.parse(event.data)));
    stream.onopen = () => {
        if (lost) tell({ online: true });
        clearTimeout(lost);
        lost = 0;
    };
    /* The browser connects again by itself, unless the server refused. It is told if that takes long. */
    stream.onerror = () => {
        lost ||= setTimeout(() => tell({ online: false }), 2500);
        if (stream?.readyState === EventSource.CLOSED) setTimeout(ownStream, 5000);
    };
}

function sendTopics() {
    if (port) port.postMessage([...listeners.keys()]);
    else ownStream();
}

function start() {
    if (port || typeof SharedWorker === "undefined") return;
    try {
        const worker = new SharedWorker("/events-worker.js");
        worker.onerror = () => { port = null; ownStream(); };
        port = worker.port;
        port.onmessage = (event) => tell(event.data);
        port.start();
        setInterval(sendTopics, 30000);
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
 * @param {(online: boolean) => void} [line]
 */
export function watch(id, changed, line = () => {}) {
    const listener = { changed, line };
    start();
    const own = listeners.get(id) ?? new Set();
    own.add(listener);
    listeners.set(id, own);
    sendTopics();
    return () => {
        own.delete(listener);
        if (own.size === 0) listeners.delete(id);
        sendTopics();
    };
}
