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
await page.setViewportSize({ width: 1100, height: 760 });
const { id, token } = await openText(page, server, samples.nonogram[0]);
const { moves } = await server.job(id, "solve", token);
await server.ask("POST", `games/${id}/moves`, { version: 0, moves: moves.slice(0, Math.floor(moves.length * 0.6)) }, token);
await take(page, "web-nonogram");
await page.goto(server.url);
await take(page, "web-home");
await page.goto(`${server.url}#/new/nonogram`);
await take(page, "web-new");

/* A balloon, drawn here, becomes a nonogram in three colours; some cells are changed for one solution. */
const balloon = await page.evaluate(() => {
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
});
await page.getByLabel("Image").setInputFiles({ name: "balloon.png", mimeType: "image/png", buffer: Buffer.from(balloon, "base64") });
await page.locator("dialog").getByRole("spinbutton", { name: "Columns" }).fill("15");
await page.locator("dialog").getByRole("spinbutton", { name: "Colours" }).fill("3");
await page.getByRole("button", { name: "Is there one solution?" }).click();
await page.getByText(/^(Unique|Not unique)\./).waitFor();
if (await page.getByRole("button", { name: "Change the fewest cells" }).count()) {
    await page.getByRole("button", { name: "Change the fewest cells" }).click();
    await page.getByText("Unique now.").waitFor();
}
await take(page, "web-picture");

const phone = await person(browser, server, { viewport: { width: 360, height: 740 }, colorScheme: "dark", isMobile: true, hasTouch: true });
await openText(phone, server, samples.nonogram[0]);
await take(phone, "web-nonogram-phone-dark");
await openText(phone, server, samples.harmony[0]);
await take(phone, "web-harmony-phone-dark");

await browser.close();
await server.stop();
