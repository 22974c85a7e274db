/* Holds the one stream of events of this browser, for all its tabs: a browser opens only a few
 * connections to one server. Tabs say which games they show; changes go to those that show them. */

/** @type {Map<MessagePort, {topics: Set<string>, seen: number}>} */
const ports = new Map();
/** @type {EventSource | null} */
let stream = null;
let streamed = "";
/** Set while there is no line to the server. */
let lost = 0;

function connect() {
    const wanted = [...new Set([...ports.values()].flatMap((port) => [...port.topics]))].sort().slice(0, 50).join(",");
    if (wanted === streamed && stream?.readyState !== 2) return;
    stream?.close();
    streamed = wanted;
    stream = wanted ? new EventSource(`/api/v1/events?topics=${wanted}`) : null;
    if (!stream) return;
    stream.addEventListener("change", (event) => {
        const change = JSON.parse(event.data);
        for (const [port, { topics }] of ports) if (topics.has(change.topic)) port.postMessage(change);
    });
    stream.onopen = () => {
        if (lost) tellAll({ online: true });
        clearTimeout(lost);
        lost = 0;
    };
    /* The browser connects again by itself, unless the server refused. Tabs hear of it if that takes long. */
    stream.onerror = () => {
        lost ||= setTimeout(() => tellAll({ online: false }), 2500);
        if (stream?.readyState === 2) setTimeout(connect, 5000);
    };
}

/** @param {{online: boolean}} news */
function tellAll(news) {
    for (const port of ports.keys()) port.postMessage(news);
}

/* A tab that is gone without a word stops counting. */
setInterval(() => {
    for (const [port, { seen }] of ports) if (Date.now() - seen > 90000) ports.delete(port);
    connect();
}, 20000);

/** @param {any} event */
self.onconnect = (event) => {
    const port = event.ports[0];
    ports.set(port, { topics: new Set(), seen: Date.now() });
    port.onmessage = (/** @type {MessageEvent} */ message) => {
        if (message.data === "bye") ports.delete(port);
        else ports.set(port, { topics: new Set(message.data), seen: Date.now() });
        connect();
    };
    port.start();
};
