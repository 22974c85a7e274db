/* Holds the one stream of events of this browser, for all its tabs: a browser opens only a few
 * connections to one server. Tabs say which games they show; changes go to those that show them. */
import { EventStream } from "./event-stream.js";

/** A tab that has not reported for this long is gone; how often that is looked at (milliseconds). */
const GONE_AFTER = 90000, LOOK_EVERY = 20000;

/** @type {Map<MessagePort, {topics: Set<string>, seen: number}>} */
const ports = new Map();

const stream = new EventStream((change) => {
    for (const [port, { topics }] of ports) if (topics.has(change.topic)) port.postMessage(change);
}, (online) => {
    for (const port of ports.keys()) port.postMessage({ online });
});

function subscribe() {
    stream.subscribe([...ports.values()].flatMap(({ topics }) => [...topics]));
}

setInterval(() => {
    for (const [port, { seen }] of ports) if (Date.now() - seen > GONE_AFTER) ports.delete(port);
    subscribe();
}, LOOK_EVERY);

addEventListener("connect", (event) => {
    const [port] = /** @type {MessageEvent} */ (event).ports;
    ports.set(port, { topics: new Set(), seen: Date.now() });
    port.onmessage = (message) => {
        if (message.data === "bye") ports.delete(port);
        else ports.set(port, { topics: new Set(message.data), seen: Date.now() });
        subscribe();
    };
    port.start();
});
