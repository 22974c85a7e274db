/* Live changes of games. One stream serves all tabs of the browser (events-worker.js); a browser
 * without shared workers gets one for each tab. */

/** @type {Map<string, Set<(version: number) => void>>} */
const listeners = new Map();
/** @type {MessagePort | null} */
let port = null;
/** @type {EventSource | null} */
let stream = null;

/** @param {{topic: string, version: number}} change */
function tell(change) {
    for (const listener of listeners.get(change.topic) ?? []) listener(change.version);
}

function ownStream() {
    stream?.close();
    stream = null;
    if (listeners.size === 0) return;
    stream = new EventSource(`/api/v1/events?topics=${[...listeners.keys()].join(",")}`);
    stream.addEventListener("change", (event) => tell(JSON.parse(event.data)));
    /* The browser connects again by itself, unless the server refused. */
    stream.onerror = () => { if (stream?.readyState === EventSource.CLOSED) setTimeout(ownStream, 5000); };
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

/** Calls back with the version whenever the game has changed. Returns a function that ends it.
 * @param {string} id
 * @param {(version: number) => void} listener
 */
export function watch(id, listener) {
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
