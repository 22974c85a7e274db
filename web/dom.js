/* Helpers to make elements. Nothing here knows about puzzles. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * @typedef {Node | string | number | null | undefined | false} Child
 * @typedef {Record<string, any>} Attributes
 */

/**
 * @param {Element} element
 * @param {Attributes} attributes A name that begins with "on" is a listener; "class", "text" and
 *     "style" (an object of custom properties) are special; false and null leave a name out.
 */
function setAll(element, attributes) {
    for (const [name, value] of Object.entries(attributes)) {
        if (value === false || value === null || value === undefined) continue;
        if (name === "text") element.textContent = String(value);
        else if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
        else if (name === "style") setStyle(/** @type {any} */ (element), value);
        else if (name === "value" || name === "checked" || name === "selected") /** @type {any} */ (element)[name] = value;
        else element.setAttribute(name, value === true ? "" : String(value));
    }
}

/**
 * @param {HTMLElement | SVGElement} element
 * @param {Record<string, string | number>} properties
 */
export function setStyle(element, properties) {
    for (const [name, value] of Object.entries(properties)) element.style.setProperty(name, String(value));
}

/**
 * @param {Element} element
 * @param {Child[] | Child[][]} children
 */
function addAll(element, children) {
    for (const child of children.flat()) {
        if (child === false || child === null || child === undefined) continue;
        element.append(child instanceof Node ? child : String(child));
    }
}

/**
 * An HTML element.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {Attributes} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(name, attributes = {}, ...children) {
    const element = document.createElement(name);
    setAll(element, attributes);
    addAll(element, /** @type {any} */ (children));
    return element;
}

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} name
 * @param {Attributes} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function s(name, attributes = {}, ...children) {
    const element = document.createElementNS(SVG, name);
    setAll(element, attributes);
    addAll(element, /** @type {any} */ (children));
    return element;
}

/**
 * @param {Element} element
 * @param {...Child} children
 */
export function fill(element, ...children) {
    element.replaceChildren();
    addAll(element, children);
}

/** One paragraph per line of a text.
 * @param {string} text
 * @returns {HTMLElement[]}
 */
export function paragraphs(text) {
    return text.split("\n").filter((line) => line.trim() !== "").map((line) => h("p", { text: line }));
}

/** Text for screen readers only.
 * @param {string} text
 */
export function visuallyHidden(text) {
    return h("span", { class: "visually-hidden", text });
}

/** @param {number} count @param {string} one @param {string} [many] */
export function plural(count, one, many = one + "s") {
    return `${count} ${count === 1 ? one : many}`;
}

/** True if the system is set to reduce motion. */
export function reducedMotion() {
    return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Waits, or until the signal comes. @param {number} milliseconds @param {AbortSignal} [signal] @returns {Promise<void>} */
export function pause(milliseconds, signal) {
    return new Promise((resolve) => {
        const done = () => {
            clearTimeout(timer);
            signal?.removeEventListener("abort", done);
            resolve();
        };
        const timer = setTimeout(done, milliseconds);
        if (signal?.aborted) done();
        else signal?.addEventListener("abort", done);
    });
}

/** The strokes of the icons, on a square of 24. */
const ICONS = {
    undo: "M9 7 4 12l5 5M4 12h10a6 6 0 0 1 6 6",
    redo: "m15 7 5 5-5 5M20 12H10a6 6 0 0 0-6 6",
    hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.5 10.9c.6.5.9 1 .9 2.1h5.2c0-1.100.300-1.600.900-2.100A6 6 0 0 0 12 3Z",
    check: "m5 13 4.500 4.500L19 7",
    solve: "M7 5v14l11-7z",
    pause: "M8 5v14M16 5v14",
    next: "M6 5v14l9-7zM18 5v14",
    back: "M18 5v14l-9-7zM6 5v14",
    stop: "M6 6h12v12H6z",
    share: "M8 12h8M13 8l4 4-4 4M5 5v14",
    export: "M12 4v11M7 11l5 5 5-5M5 20h14",
    print: "M7 9V4h10v5M7 17H4v-8h16v8h-3M7 14h10v6H7z",
    close: "m6 6 12 12M18 6 6 18",
    left: "M4 9v5h5M4.500 13.500A8 8 0 1 0 7 7",
    right: "M20 9v5h-5M19.500 13.500A8 8 0 1 1 17 7",
    help: "M9 9a3 3 0 1 1 4.500 2.600c-1 .600-1.500 1.200-1.500 2.400M12 18v.010",
    flag: "M6 21V4h11l-2 4 2 4H6",
    again: "M4 12a8 8 0 1 1 2.500 5.800M4 19v-5h5",
    copy: "M9 9h11v11H9zM5 15H4V4h11v1",
    plus: "M12 5v14M5 12h14",
    sun: "M12 4V2M12 22v-2M4 12H2M22 12h-2M6.300 6.300 5 5M19 19l-1.300-1.300M6.300 17.700 5 19M19 5l-1.300 1.300M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8z",
    robot: "M4 4h16M9 4v6M6 10h6M6 10v4M12 10v4M4 20h16M13 17h7v3h-7z",
    eye: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
};

/** @typedef {keyof typeof ICONS} Icon */

/** @param {Icon} name */
export function icon(name) {
    return s("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: ICONS[name] }));
}
