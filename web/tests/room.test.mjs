/* Boards keep to their place: they never cover what stands beside them, nor make a page wider than its window. */
import assert from "node:assert/strict";
import test from "node:test";
import { person } from "./lib.mjs";
import { browser, server } from "./stage.mjs";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const nonogram = (size) => `width ${size}\nheight ${size}\nrows\n${"1,2\n".repeat(size)}columns\n${"1,2\n".repeat(size)}`;
const discs = (count) => Array.from({ length: count }, (_, at) => count - at).join(" ");

async function open(page, body) {
    const { data } = await server.ask("POST", "games", body);
    await show(page, data.game.id, data.token);
}

async function show(page, id, token) {
    await page.goto(`${server.url}#/game/${id}?key=${token}`);
    await page.locator(`.game[data-game="${id}"]`).waitFor();
}

/** The board is where it belongs, and every button beside it can be clicked. */
async function contained(page, what) {
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    const found = await page.evaluate(() => {
        const stage = document.querySelector(".stage").getBoundingClientRect();
        const outside = [...document.querySelectorAll(".stage *")].filter((one) => {
            const box = one.getBoundingClientRect();
            /* What a part of the page scrolls is cut off at its frame; SVG draws its borders beyond its box. */
            if (box.width === 0 || one.closest(".visually-hidden, svg *") || one.parentElement.closest(".nonogram-scroll")) return false;
            return box.right > stage.right + 1 || box.left < stage.left - 1;
        });
        const covered = [...document.querySelectorAll(".side button, .side h2, .side .status")].filter((one) => {
            one.scrollIntoView({ block: "center" });
            const box = one.getBoundingClientRect(), top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
            return box.width > 0 && !one.contains(top);
        });
        scrollTo(0, 0);
        const names = (list) => list.slice(0, 4).map((one) => `${one.tagName}.${one.getAttribute("class")} ${one.textContent.slice(0, 20)}`);
        return { outside: names(outside), covered: names(covered), wider: Math.max(0, document.documentElement.scrollWidth - innerWidth) };
    });
    assert.deepEqual(found, { outside: [], covered: [], wider: 0 }, what);
}

test("large boards and larger cells stay beside the panel", async () => {
    const page = await person(browser, server, { viewport: { width: 1280, height: 800 } });
    await open(page, { text: nonogram(100) });
    await page.getByRole("button", { name: "Hint" }).click();
    await page.locator(".panel").waitFor();
    await contained(page, "100 x 100 and a hint");
    await open(page, { text: nonogram(15) });
    await page.locator(".nonogram").waitFor();
    for (let step = 0; step < 7; step++) {
        await page.getByRole("button", { name: "Larger cells" }).click();
        if (step === 1 || step === 6) await contained(page, `cells made larger ${step + 1} times`);
    }
    const made = await server.make({ puzzle: "nonogram", options: { text: "HELLO WORLD" } });
    await show(page, made.id, made.token);
    await contained(page, "a picture of words");
    await page.context().close();
});

test("no board is wider than a phone", async () => {
    const page = await person(browser, server, PHONE);
    for (const size of [30, 50, 100]) {
        await open(page, { text: nonogram(size) });
        await page.locator(`.nonogram[aria-rowcount="${size + 1}"]`).waitFor();
        await contained(page, `nonogram ${size} x ${size}`);
    }
    for (const size of [12, 16]) {
        const { id, token } = await server.make({ puzzle: "harmony", options: { rows: size, columns: size, swaps: 3 }, seed: 1 });
        await show(page, id, token);
        await page.locator(".harmony").waitFor();
        await contained(page, `Harmony ${size} x ${size}`);
        const tile = await page.locator(".harmony .cell").first().boundingBox();
        assert.ok(tile.width > 13 && Math.abs(tile.width - tile.height) < 0.1, "tiles are square and can be touched");
    }
    for (const [count, pegs] of [[100, 3], [200, 3], [10, 12]]) {
        await open(page, { text: `${discs(count)}${" |".repeat(pegs - 1)}\ngoal:${" |".repeat(pegs - 1)} ${discs(count)}\n` });
        await page.locator(".hanoi").waitFor();
        await contained(page, `${count} discs, ${pegs} pegs`);
    }
    await open(page, { puzzle: "flows", options: { radius: 5 }, seats: ["me", "me"] });
    await page.locator(".flows-board").waitFor();
    await contained(page, "91 hexes");
    await page.context().close();
});

test("boards stay beside the panel in a narrow window", async () => {
    const page = await person(browser, server, { viewport: { width: 920, height: 640 } });
    const { id, token } = await server.make({ puzzle: "harmony", options: { rows: 12, columns: 12, swaps: 3 }, seed: 1 });
    await show(page, id, token);
    await page.locator(".harmony").waitFor();
    await contained(page, "Harmony");
    for (const text of [nonogram(30), `${discs(60)} | |\ngoal: | | ${discs(60)}\n`, "flows\nradius: 5\nseats: 0 1\n"]) {
        await open(page, { text });
        await page.locator(".nonogram, .hanoi, .flows-board").waitFor();
        await contained(page, text.slice(0, 20));
    }
    await page.context().close();
});

test("the word Speed stays in one piece", async () => {
    for (const viewport of [{ width: 1280, height: 800 }, { width: 360, height: 740 }]) {
        const page = await person(browser, server, { viewport });
        await open(page, { text: "3 2 1 | |\ngoal: | | 3 2 1\n" });
        await page.getByRole("button", { name: "Solve", exact: true }).click();
        const word = page.locator(".speed span");
        await word.waitFor();
        const { height, line } = await word.evaluate((one) => ({ height: one.getBoundingClientRect().height, line: parseFloat(getComputedStyle(one).lineHeight) }));
        assert.ok(height < 1.5 * line, `the word is ${height} pixels high`);
        await contained(page, "a solution");
        await page.getByRole("button", { name: "Back to the game" }).click();
        await page.context().close();
    }
});
