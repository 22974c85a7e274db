/* The pictures of the documentation: the page in Chromium, and boards as the server draws them.
 *   usage: node screenshots.mjs FOLDER [NAME...]
 * With names only those groups are made: readme, flows, harmony, hanoi, rig, nonogram, home, picture, phone. */
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { openedGame, openText, person, Server, startBrowser } from "./lib.mjs";

const [folder, ...names] = process.argv.slice(2);
if (!folder) throw new Error("usage: node screenshots.mjs FOLDER [NAME...]");
const examples = path.join(path.dirname(fileURLToPath(import.meta.url)), "../../examples/puzzles");
const example = (name) => fs.readFileSync(path.join(examples, name), "utf8");

const server = await Server.start(), browser = await startBrowser();
const samples = Object.fromEntries((await server.ask("GET", "puzzles")).data.puzzles.map((puzzle) => [puzzle.name, puzzle.samples.map((one) => one.text)]));

/** A screenshot once nothing moves any more and the last message is gone. */
async function take(page, name, fullPage = false) {
    await page.locator(".toast").waitFor({ state: "detached" });
    await page.waitForTimeout(400);
    await page.screenshot({ path: path.join(folder, `${name}.png`), fullPage });
}

/** The board of a game as the server draws it. */
async function takeBoard(id, name) {
    const answer = await fetch(`${server.url}api/v1/games/${id}/board.svg`);
    fs.writeFileSync(path.join(folder, `${name}.svg`), await answer.text());
}

async function state(id, token) {
    return (await server.ask("GET", `games/${id}`, undefined, token)).data;
}

async function made(body) {
    const { data } = await server.ask("POST", "games", body);
    return { id: data.game.id, token: data.token };
}

/** Plays hints until enough moves are made. */
async function playHints(id, token, count, body) {
    for (let game = await state(id, token); game.moves.length < count && !game.solved; game = await state(id, token)) {
        const { moves } = await server.job(id, "hint", token, body);
        await server.ask("POST", `games/${id}/moves`, { version: game.version, moves }, token);
    }
}

function desktop() {
    return person(browser, server, { viewport: { width: 1100, height: 760 }, colorScheme: "light" });
}

/** The pictures of README.md: the page with a nonogram and a hint, and one board of each puzzle. */
async function readme() {
    const page = await person(browser, server, { viewport: { width: 1200, height: 750 }, colorScheme: "light" });
    const { id, token } = await openText(page, server, example("flower.non"));
    await playHints(id, token, 165);
    await page.getByRole("button", { name: "Hint" }).click();
    await page.getByRole("button", { name: "What follows?" }).click();
    await take(page, "page", true);
    await takeBoard(id, "nonogram");
    for (const [name, text] of [["harmony", example("hard.harmony")], ["hanoi", example("scattered.hanoi")]]) await takeBoard((await made({ text })).id, name);
    const flows = await made({ puzzle: "flows", options: { players: 3, radius: 3 }, seats: ["me", "me", "me"], seed: 6 });
    await playHints(flows.id, flows.token, 22, { options: { playouts: 200 } });
    await takeBoard(flows.id, "flows");
}

async function flows() {
    const page = await desktop();
    await page.goto(`${server.url}#/new/flows`);
    await page.getByLabel("Your name").fill("Ann");
    await page.getByLabel("Players").selectOption("3");
    await page.getByLabel("P2", { exact: true }).selectOption("engine:greedy");
    await page.getByLabel("P3", { exact: true }).selectOption("engine:greedy");
    await take(page, "web-flows-new");
    await page.getByRole("button", { name: "Start the game" }).click();
    const { id, token } = await openedGame(page);
    for (let turn = 0; turn < 4; turn++) {
        await page.locator(".in-hand").waitFor();
        const { moves } = await server.job(id, "hint", token, { options: { playouts: 200 } });
        const { version } = await state(id, token);
        await server.ask("POST", `games/${id}/moves`, { version, move: moves[0] }, token);
        await page.waitForTimeout(1200);
    }
    await page.locator(".flows-board .hex.legal").nth(7).click();
    await take(page, "web-flows");
}

async function harmony() {
    const page = await desktop();
    await openText(page, server, samples.harmony[0]);
    await page.getByRole("button", { name: "Hint" }).click();
    await page.getByRole("button", { name: "What follows?" }).click();
    await take(page, "web-harmony");
}

async function hanoi() {
    const page = await desktop();
    await openText(page, server, samples.hanoi[0]);
    await take(page, "web-hanoi");
}

async function rig() {
    const page = await desktop();
    await openText(page, server, "4 3 2 1 | |\ngoal: | | 4 3 2 1\n");
    await page.getByRole("button", { name: /^Robot/ }).click();
    await page.getByLabel("What goes wrong").selectOption("grip-miss");
    await page.getByLabel("Speed").fill("20");
    await page.getByRole("button", { name: "Solve it" }).click();
    await page.locator(".rig-log li.move").nth(3).waitFor();
    await page.getByLabel("Speed").fill("4");
    await page.locator(".doing").getByText("The arm carries disc").waitFor();
    await page.getByRole("button", { name: "Pause" }).click();
    await page.setViewportSize({ width: 1100, height: 1000 });
    await take(page, "web-rig");
}

async function nonogram() {
    const page = await desktop();
    const { id, token } = await openText(page, server, samples.nonogram[0]);
    const { moves } = await server.job(id, "solve", token);
    await server.ask("POST", `games/${id}/moves`, { version: 0, moves: moves.slice(0, Math.floor(moves.length * 0.6)) }, token);
    await take(page, "web-nonogram");
}

/** The start page with some games to continue, and the form for a new puzzle. */
async function home() {
    const page = await desktop();
    for (const text of [samples.flows[0], samples.harmony[0], samples.hanoi[0], samples.nonogram[0]]) await openText(page, server, text);
    await page.goto(server.url);
    await take(page, "web-home");
    await page.goto(`${server.url}#/new/nonogram`);
    await take(page, "web-new");
}

/** Runs in a page: a balloon, as a PNG in base64. */
function balloon() {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = 300;
    const pen = canvas.getContext("2d");
    const draw = (ink, shape) => {
        pen.fillStyle = ink;
        pen.beginPath();
        shape();
        pen.fill();
    };
    draw("white", () => pen.rect(0, 0, 300, 300));
    draw("#d62728", () => pen.arc(150, 110, 95, 0, 7));
    draw("#f2b705", () => pen.ellipse(150, 110, 38, 95, 0, 0, 7));
    draw("#6b4423", () => pen.rect(120, 235, 60, 45));
    draw("#6b4423", () => pen.rect(125, 195, 8, 40));
    draw("#6b4423", () => pen.rect(167, 195, 8, 40));
    return canvas.toDataURL("image/png").split(",")[1];
}

/** The balloon becomes a nonogram in three colours; some cells are changed so that it has one solution. */
async function picture() {
    const page = await desktop();
    await page.goto(`${server.url}#/new/nonogram`);
    const image = await page.evaluate(balloon);
    await page.getByLabel("Image").setInputFiles({ name: "balloon.png", mimeType: "image/png", buffer: Buffer.from(image, "base64") });
    await page.locator("dialog").getByRole("spinbutton", { name: "Columns" }).fill("15");
    await page.locator("dialog").getByRole("spinbutton", { name: "Colours" }).fill("3");
    await page.getByRole("button", { name: "Is there one solution?" }).click();
    await page.getByText(/^(Unique|Not unique)\./).waitFor();
    if (await page.getByRole("button", { name: "Change the fewest cells" }).count()) {
        await page.getByRole("button", { name: "Change the fewest cells" }).click();
        await page.getByText("Unique now.").waitFor();
    }
    await take(page, "web-picture");
}

async function phone() {
    const page = await person(browser, server, { viewport: { width: 360, height: 740 }, colorScheme: "dark", isMobile: true, hasTouch: true });
    await openText(page, server, samples.nonogram[0]);
    await take(page, "web-nonogram-phone-dark");
    await openText(page, server, samples.harmony[0]);
    await take(page, "web-harmony-phone-dark");
}

const groups = { readme, flows, harmony, hanoi, rig, nonogram, home, picture, phone };
for (const name of names.length ? names : Object.keys(groups)) await groups[name]();
await browser.close();
await server.stop();
