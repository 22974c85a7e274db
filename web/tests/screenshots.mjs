/* Pictures of every page for the documentation.   usage: node screenshots.mjs FOLDER */
import path from "node:path";
import { openedGame, openText, person, Server, startBrowser } from "./lib.mjs";

const folder = process.argv[2];
if (!folder) throw new Error("usage: node screenshots.mjs FOLDER");

const server = await Server.start(), browser = await startBrowser();
const samples = Object.fromEntries((await server.ask("GET", "puzzles")).data.puzzles.map((puzzle) => [puzzle.name, puzzle.samples.map((one) => one.text)]));

async function take(page, name) {
    await page.waitForTimeout(400);
    await page.screenshot({ path: path.join(folder, `${name}.png`) });
}

async function flows(page) {
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
        const { data } = await server.ask("GET", `games/${id}`, undefined, token);
        await server.ask("POST", `games/${id}/moves`, { version: data.version, move: moves[0] }, token);
        await page.waitForTimeout(1200);
    }
    await page.locator(".flows-board .hex.legal").nth(7).click();
    await take(page, "web-flows");
}

const page = await person(browser, server, { viewport: { width: 1100, height: 760 }, colorScheme: "light" });
await flows(page);
await openText(page, server, samples.harmony[0]);
await page.getByRole("button", { name: "Hint" }).click();
await page.getByRole("button", { name: "What follows?" }).click();
await take(page, "web-harmony");
await openText(page, server, samples.hanoi[0]);
await take(page, "web-hanoi");
const { id, token } = await openText(page, server, samples.nonogram[0]);
const { moves } = await server.job(id, "solve", token);
await server.ask("POST", `games/${id}/moves`, { version: 0, moves: moves.slice(0, Math.floor(moves.length * 0.6)) }, token);
await take(page, "web-nonogram");
await page.goto(server.url);
await take(page, "web-home");
await page.goto(`${server.url}#/new/nonogram`);
await take(page, "web-new");

const phone = await person(browser, server, { viewport: { width: 360, height: 740 }, colorScheme: "dark", isMobile: true, hasTouch: true });
await openText(phone, server, samples.nonogram[0]);
await take(phone, "web-nonogram-phone-dark");
await openText(phone, server, samples.harmony[0]);
await take(phone, "web-harmony-phone-dark");

await browser.close();
await server.stop();
