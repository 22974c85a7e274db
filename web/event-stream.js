/* A stream of the server's events that stays connected: for the worker that serves all tabs, and for a tab that has
 * none. */

/** @typedef {{topic: string, version: number}} Change */

/** The server takes no more topics than this in one stream. */
const MOST_TOPICS = 50;
/** An outage shorter than this is not reported; a stream that the server has refused is tried again after this (ms). */
const REPORTED_AFTER = 2500, RETRIED_AFTER = 5000;

export class EventStream {
    /**
     * @param {(change: Change) => void} changed
     * @param {(online: boolean) => void} online The server cannot be reached for some time, and is found again.
     */
    constructor(changed, online) {
        this.changed = changed;
        this.online = online;
        this.topics = "";
        /** @type {EventSource | null} */
        this.source = null;
        /** The timer of an outage that is under way; 0 while there is none. */
        this.outage = 0;
    }

    /** Listens to these topics only, and to nothing if there are none. @param {Iterable<string>} topics */
    subscribe(topics) {
        const wanted = [...new Set(topics)].sort().slice(0, MOST_TOPICS).join(",");
        if (wanted === this.topics && this.source?.readyState !== EventSource.CLOSED) return;
        this.topics = wanted;
        this.connect();
    }

    connect() {
        this.source?.close();
        this.source = null;
        if (!this.topics) return this.recovered();
        const source = this.source = new EventSource(`/api/v1/events?topics=${this.topics}`);
        source.addEventListener("change", (event) => this.changed(JSON.parse(event.data)));
        source.onopen = () => {
            if (this.outage) this.online(true);
            this.recovered();
        };
        /* The browser reconnects on its own, unless the server has refused the stream. */
        source.onerror = () => {
            this.outage ||= setTimeout(() => this.online(false), REPORTED_AFTER);
            if (source.readyState === EventSource.CLOSED) setTimeout(() => { if (this.source === source) this.connect(); }, RETRIED_AFTER);
        };
    }

    recovered() {
        clearTimeout(this.outage);
        this.outage = 0;
    }
}
