/* The entry point: routes, the switch for light and dark, files dropped or pasted anywhere. */
import * as api from "./api.js";
import { newPage } from "./create.js";
import { fill, h, icon, visuallyHidden } from "./dom.js";
import { gamePage } from "./game.js";
import { homePage, importFile, importText } from "./home.js";
import { joinPage } from "./lobby.js";
import { rigPage } from "./rig.js";
import { announce, dropZone } from "./ui.js";

/** @typedef {(() => void) | void} Leave */

const main = /** @type {HTMLElement} */ (document.getElementById("main"));
/** @type {Leave} */
let leave;
let visit = 0;

/** @type {[RegExp, (main: HTMLElement, found: string[], query: URLSearchParams) => Promise<Leave>][]} */
const ROUTES = [
    [/^$/, (place) => homePage(place)],
    [/^new\/([a-z]+)$/, (place, [name]) => newPage(place, name)],
    [/^game\/([A-Za-z0-9]{12})$/, (place, [id], query) => gamePage(place, id, query)],
    [/^game\/([A-Za-z0-9]{12})\/rig$/, (place, [id]) => rigPage(place, id)],
    [/^join\/([A-Za-z0-9_-]+)$/, (place, [invite]) => joinPage(place, invite)],
];

/** @param {string} title @param {string} words @param {(() => void) | null} again */
function problem(title, words, again) {
    fill(main, h("div", { class: "card problem" }, h("h1", { text: title }), h("p", { text: words }),
        h("p", { class: "buttons" }, again ? h("button", { type: "button", class: "primary", onclick: again, text: "Try again" }) : null,
            h("a", { class: again ? "button" : "button primary", href: "#/", text: "Back to the start page" }))));
    announce(words);
}

/** The server could not be reached: tries again until it can, or until the reader goes to another page. @param {number} now */
function unreachable(now) {
    problem("The server does not answer", "This page keeps trying.", route);
    const timer = setInterval(async () => {
        if (now !== visit) return clearInterval(timer);
        if (!(await api.alive()) || now !== visit) return;
        clearInterval(timer);
        route();
    }, 2000);
}

async function route() {
    const [path, query] = location.hash.replace(/^#\/?/, "").split("?");
    /* A link to the content that was copied from the address bar. */
    if (path === "main") return location.replace("#/");
    const now = ++visit;
    leave?.();
    leave = undefined;
    document.title = "Quandary";
    for (const link of document.querySelectorAll("#nav a")) {
        if (link.getAttribute("href") === `#/${path}`) link.setAttribute("aria-current", "page");
        else link.removeAttribute("aria-current");
    }
    const found = ROUTES.map(([pattern, page]) => ({ match: pattern.exec(path), page })).find(({ match }) => match);
    if (!found?.match) return problem("Page not found", "There is no page at this address.", null);
    main.setAttribute("aria-busy", "true");
    try {
        const left = await found.page(main, found.match.slice(1), new URLSearchParams(query ?? ""));
        if (now === visit) leave = left;
        else left?.();
    } catch (error) {
        if (now === visit && error instanceof api.Unreachable) unreachable(now);
        else if (now === visit) problem("Something went wrong", api.sentence(error), null);
    } finally {
        main.removeAttribute("aria-busy");
    }
    if (now === visit && now > 1) main.focus({ preventScroll: true });
    scrollTo(0, 0);
}

function themeSwitch() {
    const button = /** @type {HTMLButtonElement} */ (document.getElementById("theme"));
    const names = { auto: "same as the system", light: "light", dark: "dark" };
    const state = () => /** @type {keyof typeof names} */ (document.documentElement.dataset.theme ?? "auto");
    const draw = () => {
        button.replaceChildren(icon("sun"), visuallyHidden("Light or dark: "), h("span", { class: "theme-word", text: state() === "auto" ? "Auto" : state() === "light" ? "Light" : "Dark" }));
        button.title = `Light or dark: ${names[state()]}`;
    };
    button.addEventListener("click", () => {
        const next = { auto: "light", light: "dark", dark: "auto" }[state()];
        if (next === "auto") {
            delete document.documentElement.dataset.theme;
            localStorage.removeItem("quandary.theme");
        } else {
            document.documentElement.dataset.theme = next;
            localStorage.setItem("quandary.theme", next);
        }
        draw();
        announce(names[state()]);
    });
    draw();
}

/** Opens a puzzle that is pasted anywhere but into a field. @param {ClipboardEvent} event */
function paste(event) {
    const target = /** @type {Element} */ (event.target);
    if (target.closest("input, textarea, [contenteditable]")) return;
    const file = event.clipboardData?.files[0];
    const text = event.clipboardData?.getData("text/plain");
    if (file) importFile(file);
    else if (text?.trim()) importText(text);
}

/** The hash selects the page, so the link to the content moves the focus without changing it. */
function skipLink() {
    document.querySelector(".skip")?.addEventListener("click", (event) => {
        event.preventDefault();
        main.focus();
        main.scrollIntoView();
    });
}

themeSwitch();
skipLink();
dropZone(document.body, importFile);
document.addEventListener("paste", paste);
addEventListener("hashchange", route);
route();
