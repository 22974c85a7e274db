/* Parts of the page that every puzzle uses: buttons, dialogs, messages, sliders, places to drop files. */
import { fill, h, icon } from "./dom.js";

/** @typedef {import("./dom.js").Icon} Icon */
/** @typedef {import("./dom.js").Child} Child */

/** Announces a text to screen readers.
 * @param {string} text
 */
export function announce(text) {
    const region = /** @type {HTMLElement} */ (document.querySelector("dialog[open] .visually-hidden[role=status]") ?? document.getElementById("announcer"));
    /* The same sentence twice in a row would not be read again; a no-break space makes it differ. */
    region.textContent = region.textContent === text ? text + "\u00a0" : text;
}

/** A message that disappears after some time; it is announced too.
 * @param {string} text
 * @param {"info" | "good" | "bad"} [kind]
 */
export function toast(text, kind = "info") {
    const tray = /** @type {HTMLElement} */ (document.getElementById("toasts"));
    const signs = { info: "i", good: "\u2713", bad: "!" };
    const box = h("div", { class: `toast ${kind}` },
        h("span", { class: "sign", "aria-hidden": "true", text: signs[kind] }),
        h("span", { class: "words", text }),
        h("button", { class: "quiet", type: "button", "aria-label": "Close the message", onclick: () => box.remove() }, icon("close")));
    while (tray.children.length > 2) tray.firstElementChild?.remove();
    tray.append(box);
    /* Shown again, it is above every dialog in the top layer. */
    tray.hidePopover?.();
    tray.showPopover?.();
    announce(text);
    setTimeout(() => {
        box.remove();
        if (tray.children.length === 0) tray.hidePopover?.();
    }, 4000 + 60 * text.length);
}

/**
 * @typedef {object} ButtonOptions
 * @property {string} label
 * @property {Icon} [icon]
 * @property {() => void} action
 * @property {string} [keys] The key that does the same, for the tooltip.
 * @property {string} [kind] Classes.
 * @property {boolean} [disabled]
 * @property {string} [name] A longer name, for screen readers and the tooltip.
 */

/** @param {ButtonOptions} options */
export function button(options) {
    return h("button", {
        type: "button", class: options.kind ?? "", disabled: options.disabled ?? false,
        title: options.keys ? `${options.name ?? options.label} (${options.keys})` : options.name ?? false,
        "aria-label": options.name && options.name !== options.label ? options.name : false,
        onclick: options.action,
    }, options.icon && icon(options.icon), h("span", { text: options.label }));
}

/** A toolbar: one stop for the Tab key, arrows go along it.
 * @param {string} label
 * @param {...HTMLElement} items
 */
export function toolbar(label, ...items) {
    const bar = h("div", { class: "toolbar", role: "toolbar", "aria-label": label }, ...items);
    const focusable = () => /** @type {HTMLButtonElement[]} */ ([...bar.querySelectorAll("button")]);
    const settle = (/** @type {HTMLElement | undefined} */ chosen) => {
        for (const one of focusable()) one.tabIndex = one === chosen ? 0 : -1;
    };
    settle(focusable()[0]);
    bar.addEventListener("focusin", (event) => settle(/** @type {HTMLElement} */ (event.target)));
    bar.addEventListener("keydown", (event) => {
        const all = focusable().filter((one) => !one.disabled);
        const at = all.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
        const steps = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
        const step = steps[/** @type {keyof typeof steps} */ (event.key)];
        if (at < 0 || !step) return;
        event.preventDefault();
        all[(at + step + all.length) % all.length].focus();
    });
    /* A disabled button must not be the toolbar's only tab stop. */
    new MutationObserver(() => {
        const all = focusable();
        const way = all.find((one) => one.tabIndex === 0);
        if (!way || way.disabled) settle(all.find((one) => !one.disabled));
    }).observe(bar, { subtree: true, attributeFilter: ["disabled"], childList: true });
    return bar;
}

/** A dialog over the page. It closes with Escape, with its cross and by its own buttons.
 * @param {string} title
 * @param {Child[]} content
 * @param {{wide?: boolean, closed?: () => void}} [options]
 * @returns {HTMLDialogElement}
 */
export function dialog(title, content, options = {}) {
    const name = `dialog-${++dialogs}`;
    const box = h("dialog", { class: options.wide ? "wide" : "", "aria-labelledby": name });
    fill(box,
        h("header", {}, h("h2", { id: name, text: title }),
            h("button", { type: "button", class: "quiet", "aria-label": "Close", onclick: () => box.close() }, icon("close"))),
        h("div", { class: "content" }, ...content), h("div", { class: "visually-hidden", role: "status", "aria-live": "polite" }));
    box.addEventListener("close", () => {
        box.remove();
        options.closed?.();
    });
    box.addEventListener("click", (event) => {
        if (event.target === box) box.close();
    });
    document.body.append(box);
    box.showModal();
    return box;
}

/** The number of dialogs so far, for their ids. */
let dialogs = 0;

/** Asks for confirmation.
 * @param {string} title
 * @param {string} question
 * @param {string} yes
 * @returns {Promise<boolean>}
 */
export function confirmed(title, question, yes) {
    return new Promise((resolve) => {
        let answer = false;
        const box = dialog(title, [
            h("p", { text: question }),
            h("div", { class: "buttons" },
                button({ label: "No, go back", action: () => box.close() }),
                button({ label: yes, kind: "primary", action: () => { answer = true; box.close(); } })),
        ], { closed: () => resolve(answer) });
    });
}

/**
 * A labelled field.
 * @param {string} label
 * @param {HTMLElement} control
 * @param {string} [help]
 */
export function field(label, control, help) {
    control.id ||= `field-${++fields}`;
    if (help) control.setAttribute("aria-describedby", `${control.id}-help`);
    return h("div", { class: "field" }, h("label", { class: "name", for: control.id, text: label }), control,
        help ? h("span", { class: "help", id: `${control.id}-help`, text: help }) : null);
}

/** The number of fields so far, for their ids. */
let fields = 0;

/**
 * @param {[string, string][]} choices Value and words of each.
 * @param {string} value
 * @param {(value: string) => void} [changed]
 */
export function select(choices, value, changed) {
    const box = h("select", {}, ...choices.map(([one, words]) => h("option", { value: one, text: words })));
    box.value = value;
    box.addEventListener("change", () => changed?.(box.value));
    return box;
}

/** A number with limits.
 * @param {number} value @param {number} least @param {number} most
 */
export function number(value, least, most) {
    return h("input", { type: "number", inputmode: "numeric", min: least, max: most, value: String(value), required: true });
}

/** A slider from 1 to 10 for the speed of a replay, which the browser remembers.
 * @param {(delay: number) => void} changed Gets the milliseconds for each move.
 */
export function speedSlider(changed) {
    const saved = Number(localStorage.getItem("quandary.speed") ?? 5) || 5;
    const slider = h("input", { type: "range", min: 1, max: 10, step: 1, value: String(saved) });
    const delayOf = () => Math.round(1600 * Math.pow(0.6, Number(slider.value) - 1));
    const tell = () => {
        slider.setAttribute("aria-valuetext", `${(delayOf() / 1000).toFixed(2)} seconds for each move`);
        changed(delayOf());
    };
    slider.addEventListener("input", () => {
        localStorage.setItem("quandary.speed", slider.value);
        tell();
    });
    tell();
    return h("label", { class: "speed" }, h("span", { text: "Speed" }), slider);
}

/** A place where files can be dropped, chosen, or text pasted.
 * @param {HTMLElement} zone
 * @param {(file: File) => void} take
 */
export function dropZone(zone, take) {
    let depth = 0;
    const over = (/** @type {boolean} */ on) => zone.classList.toggle("dropping", on);
    zone.addEventListener("dragenter", (event) => {
        if (!event.dataTransfer?.types.includes("Files")) return;
        event.preventDefault();
        depth++;
        over(true);
    });
    zone.addEventListener("dragleave", () => {
        depth = Math.max(0, depth - 1);
        if (depth === 0) over(false);
    });
    zone.addEventListener("dragover", (event) => event.preventDefault());
    zone.addEventListener("drop", (event) => {
        event.preventDefault();
        depth = 0;
        over(false);
        const file = event.dataTransfer?.files[0];
        if (file) take(file);
    });
}

/** Copies a text, or shows it to be copied by hand where the browser does not allow it.
 * @param {string} text
 * @param {string} done What to say.
 */
export async function copy(text, done) {
    try {
        await navigator.clipboard.writeText(text);
        toast(done, "good");
    } catch {
        const box = h("input", { type: "text", readonly: true, value: text, "aria-label": "Text to copy" });
        dialog("Copy this", [box]);
        box.select();
    }
}

/** Offers a text or data as a file.
 * @param {Blob} blob @param {string} name
 */
export function download(blob, name) {
    const link = h("a", { href: URL.createObjectURL(blob), download: name });
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
