/* What the tests share: a server on a free port, a browser, pages that must stay free of faults.
 *
 * QUANDARY is the program (../../build/quandary if not set), QUANDARY_NODE_MODULES the folder that
 * holds playwright-core and axe-core (that of this folder if not set), CHROMIUM the browser. */
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const here = path.dirname(fileURLToPath(import.meta.url));
const require = createRequire(process.env.QUANDARY_NODE_MODULES ? path.join(process.env.QUANDARY_NODE_MODULES, "x.js") : import.meta.url);
export const { chromium } = require("playwright-core");
const AXE = fs.readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
export const PROGRAM = process.env.QUANDARY ?? path.join(here, "../../build/quandary");

/** How long a test waits for a condition (milliseconds). Long, because the machine may be busy. */
const PATIENCE = 40000;
/** Functions that end the servers and browsers that were started. */
const started = [];

/** Ends all servers and browsers that were started here. */
export async function endAll() {
    await Promise.all(started.splice(0).map((end) => end()));
}

/** A server with a store of its own. */
export class Server {
    /** A server that run.mjs has started and will end. */
    static at(url) {
        return Object.assign(new Server(), { url });
    }

    static async start() {
        const server = new Server();
        started.push(() => server.stop());
        server.folder = fs.mkdtempSync(path.join(os.tmpdir(), "quandary-web-"));
        server.port = 0;
        await server.run();
        return server;
    }

    run() {
        this.process = spawn(PROGRAM, ["serve", "--port", String(this.port), "--store", `sqlite:${path.join(this.folder, "games.db")}`], { stdio: ["ignore", "pipe", "pipe"] });
        /* A test that dies takes its server along. */
        const child = this.process;
        process.once("exit", () => child.kill("SIGKILL"));
        return new Promise((resolve, reject) => {
            let seen = "";
            const look = (data) => {
                seen += data;
                const found = /http:\/\/[^\s/]+:(\d+)\//.exec(seen);
                if (!found) return;
                this.url = found[0];
                this.port = Number(found[1]);
                resolve(this);
            };
            this.process.stdout.on("data", look);
            this.process.stderr.on("data", look);
            this.process.on("error", reject);
            this.process.on("exit", (code) => reject(new Error(`the server ended with ${code}: ${seen}`)));
        });
    }

    /** Ends it at once, as a loss of power would. */
    kill(signal = "SIGKILL") {
        const ended = new Promise((resolve) => this.process.once("exit", resolve));
        this.process.kill(signal);
        return ended;
    }

    async stop() {
        if (this.process.exitCode === null && this.process.signalCode === null) {
            const late = setTimeout(() => this.process.kill("SIGKILL"), 5000);
            await this.kill("SIGTERM");
            clearTimeout(late);
        }
        fs.rmSync(this.folder, { recursive: true, force: true });
    }

    /** Asks the API directly. */
    async ask(method, route, body, token) {
        const answer = await fetch(`${this.url}api/v1/${route}`, {
            method, headers: { ...(body ? { "Content-Type": "application/json" } : {}), ...(token ? { Authorization: `Bearer ${token}` } : {}) },
            body: body ? JSON.stringify(body) : undefined,
        });
        return { status: answer.status, data: await answer.json() };
    }

    /** Asks for a job, again if others have too many just now, and gives its result. */
    async finished(route, body, token) {
        let { status, data } = await this.ask("POST", route, body, token);
        for (; status === 429 || status === 503; { status, data } = await this.ask("POST", route, body, token)) await pause(100);
        assert.ok(data.job, `${route}: ${JSON.stringify(data)}`);
        let { job } = data;
        for (let wait = 10; job.state === "queued" || job.state === "running"; wait = Math.min(100, 2 * wait)) {
            await pause(wait);
            job = (await this.ask("GET", `jobs/${job.id}`, undefined, token ?? data.token)).data;
        }
        return { result: job.result, token: token ?? data.token };
    }

    /** The result of a hint, a check, a solution or a rating. */
    async job(id, kind, token, body = {}) {
        return (await this.finished(`games/${id}/${kind}`, body, token)).result;
    }

    /** A new game that has to be made first: its id and token. */
    async make(body) {
        const { result, token } = await this.finished("games", body);
        return { id: result.game.id, token };
    }
}

/** The options of a browser. Nobody looks at its pages, so it draws without the GPU. */
export function browserOptions(...args) {
    return { executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--disable-gpu", ...args] };
}

export async function startBrowser(...args) {
    const browser = await chromium.launch(browserOptions(...args));
    started.push(() => browser.close());
    return browser;
}

function pause(milliseconds) {
    return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Pages that tests have closed, by their options, to be used again: starting a process for each test would take most of
 * the time. */
const free = new Map();

/** A page in a browser context of its own (another person, another device). page.faults collects errors of
 * scripts, violations of the security policy and requests to other sites. */
export async function person(browser, server, options = {}) {
    const kind = JSON.stringify([server.url, browser.version(), options]), viewport = { width: 1200, height: 900 };
    const used = options.viewport === null ? null : free.get(kind)?.pop();
    if (used) {
        watch(used, server);
        return used;
    }
    const context = await browser.newContext({ viewport, ...options });
    await context.grantPermissions(["clipboard-read", "clipboard-write"]).catch(() => {});
    const page = await context.newPage();
    await page.addInitScript(listen);
    watch(page, server);
    if (options.viewport === null) return page;
    context.close = async () => {
        await washed(page, server, options.viewport ?? viewport);
        free.set(kind, [...(free.get(kind) ?? []), page]);
    };
    return page;
}

/** Runs in a page: records its messages and announcements, which may be gone before a test looks. */
function listen() {
    const told = [];
    Object.assign(window, { told });
    new MutationObserver((changes) => {
        for (const { target, addedNodes } of changes) {
            for (const node of addedNodes) {
                if (target instanceof Element && target.id === "announcer") told.push({ kind: "heard", text: node.textContent });
                else if (node instanceof Element && node.matches(".toast")) told.push({ kind: node.classList[1], text: node.textContent });
            }
        }
    }).observe(document, { childList: true, subtree: true });
}

/** Resets a page, so that one test cannot affect the next. */
async function washed(page, server, viewport) {
    page.removeAllListeners();
    page.context().removeAllListeners();
    await page.unrouteAll({ behavior: "ignoreErrors" });
    for (const other of page.context().pages()) if (other !== page) await other.close();
    await page.goto("about:blank");
    const session = await page.context().newCDPSession(page);
    await session.send("Storage.clearDataForOrigin", { origin: new URL(server.url).origin, storageTypes: "all" });
    await session.detach();
    await page.emulateMedia({ media: null });
    await page.setViewportSize(viewport);
}

export function watch(page, server) {
    page.setDefaultTimeout(PATIENCE);
    page.faults = [];
    page.on("pageerror", (error) => page.faults.push(`error: ${error.message}`));
    page.on("console", (message) => {
        const expected = /status of 4(04|09|22)|ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET/;
        if (message.type() === "error" && !expected.test(message.text())) page.faults.push(`console: ${message.text()}`);
    });
    page.on("request", (request) => {
        if (!request.url().startsWith(server.url) && !/^(data|blob):/.test(request.url())) page.faults.push(`outside: ${request.url()}`);
    });
}

/** Asserts that a page is accessible, has no faults and is not wider than its window. */
export async function clean(page, name) {
    if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
    const result = await page.evaluate(async () => {
        const found = await /** @type {any} */ (window).axe.run(document, { resultTypes: ["violations"] });
        return found.violations.map((one) => `${one.id}: ${one.nodes.map((node) => `${node.target} ${node.failureSummary}`).slice(0, 3).join(" | ")}`);
    });
    assert.deepEqual(result, [], `axe on ${name}`);
    assert.deepEqual(page.faults, [], `faults on ${name}`);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(wide <= 0, `${name} is ${wide} pixels too wide`);
}

/** Opens a text as a game and gives its id and token. */
export async function openText(page, server, text) {
    const { data } = await server.ask("POST", "games", { text });
    assert.ok(data.game, JSON.stringify(data));
    await page.goto(`${server.url}#/game/${data.game.id}?key=${data.token}`);
    return openedGame(page);
}

/** The same by the form of the start page. */
export async function typeText(page, server, text) {
    await page.goto(server.url);
    await page.getByLabel("Or its text").fill(text);
    await page.getByRole("button", { name: "Open", exact: true }).click();
    return openedGame(page);
}

export async function openedGame(page) {
    await page.waitForURL(/#\/game\/[A-Za-z0-9]{12}$/);
    const id = page.url().split("/").at(-1);
    await page.locator(`.game[data-game="${id}"]`).waitFor();
    const token = await page.evaluate((game) => localStorage.getItem(`quandary.token.${game}`), id);
    return { id, token };
}

/** Runs the program and gives what it printed. */
export function quandary(...words) {
    return execFileSync(PROGRAM, words, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

/** A folder for files of a test, removed at its end. */
export function folder() {
    const name = fs.mkdtempSync(path.join(os.tmpdir(), "quandary-files-"));
    process.once("exit", () => fs.rmSync(name, { recursive: true, force: true }));
    return name;
}

/** Drops a file on the page. */
export async function dropFile(page, name, bytes, type = "") {
    const data = await page.evaluateHandle(([called, base64, kind]) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([Uint8Array.from(atob(base64), (one) => one.charCodeAt(0))], called, { type: kind }));
        return transfer;
    }, [name, Buffer.from(bytes).toString("base64"), type]);
    await page.dispatchEvent("body", "dragenter", { dataTransfer: data });
    await page.dispatchEvent("body", "drop", { dataTransfer: data });
}

/** Pastes a text, with nothing in focus. */
export async function pasteText(page, text) {
    await page.evaluate((words) => {
        const transfer = new DataTransfer();
        transfer.setData("text/plain", words);
        document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: transfer, bubbles: true, cancelable: true }));
    }, text);
}

/** What a click downloads: its name and its bytes. */
export async function downloaded(page, click) {
    const waiting = page.waitForEvent("download");
    await click();
    const file = await waiting;
    const parts = [];
    for await (const part of await file.createReadStream()) parts.push(part);
    return { name: file.suggestedFilename(), bytes: Buffer.concat(parts) };
}

/** Waits until the page shows another game. */
export async function nextGame(page, id) {
    await until(() => /#\/game\/[A-Za-z0-9]{12}$/.test(page.url()) && !page.url().endsWith(id), "another game");
    return openedGame(page);
}

/** Waits until a condition holds. */
export async function until(what, reason = "it should come true") {
    const end = Date.now() + PATIENCE;
    for (let wait = 5; Date.now() < end; wait = Math.min(50, 1.5 * wait)) {
        if (await what()) return;
        await pause(wait);
    }
    assert.fail(`after ${PATIENCE / 1000} seconds: ${reason}`);
}

/** Waits until a page has shown or announced a text, which may be gone again. */
export function told(page, text) {
    return until(() => page.evaluate((words) => window.told.some((one) => one.text.includes(words)), text), `the page says "${text}"`);
}

/** Drags with the mouse from the middle of one thing to the middle of another. */
export async function drag(page, from, to, button = "left") {
    const start = await from.boundingBox(), end = await to.boundingBox();
    await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
    await page.mouse.down({ button });
    await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 6 });
    await page.mouse.up({ button });
}

/** A screenshot for people, if SHOTS names a folder. */
export async function shot(page, name) {
    if (process.env.SHOTS) await page.screenshot({ path: path.join(process.env.SHOTS, `${name}.png`), fullPage: true });
}
