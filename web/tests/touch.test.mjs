/* Fingers: strokes and drags by touch, as a phone sends them. */
import assert from "node:assert/strict";
import test from "node:test";
import { openText, openedGame, person, until } from "./lib.mjs";
import { browser, server } from "./stage.mjs";

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const game = async (id, token) => (await server.ask("GET", `games/${id}`, undefined, token)).data;

/** One finger goes from the middle of one thing to the middle of another. */
async function swipe(page, from, to) {
    await from.scrollIntoViewIfNeeded();
    const start = await from.boundingBox(), end = await to.boundingBox();
    const session = await page.context().newCDPSession(page);
    const point = (part) => ({ x: Math.round(start.x + start.width / 2 + (end.x + end.width / 2 - start.x - start.width / 2) * part), y: Math.round(start.y + start.height / 2 + (end.y + end.height / 2 - start.y - start.height / 2) * part) });
    await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [point(0)] });
    for (let step = 1; step <= 8; step++) await session.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [point(step / 8)] });
    await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
}

test("a nonogram is filled by a stroke of the finger, and the page does not scroll", async () => {
    const page = await person(browser, server, PHONE);
    const { id } = await openText(page, server, "width 7\nheight 6\nrows\n1\n2\n3\n1\n7\n5\ncolumns\n1\n2\n2\n6\n2,2\n1,2\n1\n");
    const before = await page.evaluate(() => scrollY);
    await swipe(page, page.locator('[data-at="0,3"]'), page.locator('[data-at="5,3"]'));
    await until(async () => (await game(id)).board.cells.every((row) => row[3] === "#"), "a whole column by one stroke");
    assert.equal(await page.evaluate(() => scrollY), before);
    await page.context().close();
});

test("tiles of Harmony and discs of Hanoi are dragged by the finger", async () => {
    const page = await person(browser, server, PHONE);
    let { id } = await openText(page, server, "ROWS 2\nCOLS 3\nBOARD\nRED A1 2 A2 0 B3 1\nBLUE A3 1 B1 2 B2 0\n");
    await swipe(page, page.locator('[data-place="A1"]'), page.locator('[data-place="B1"]'));
    await until(async () => (await game(id)).moves.length === 1, "swapped");
    assert.deepEqual((await game(id)).moves, ["A1-B1"]);
    ({ id } = await openText(page, server, "3 2 1 | |\ngoal: | | 3 2 1\n"));
    await swipe(page, page.locator('[data-peg="0"] .disc').last(), page.locator('[data-peg="2"]'));
    await until(async () => (await game(id)).moves.length === 1, "moved");
    assert.deepEqual((await game(id)).moves, ["0>2"]);
    await page.context().close();
});

test("a tile of Flows is dragged to the board by the finger", async () => {
    const page = await person(browser, server, PHONE);
    await page.goto(`${server.url}#/new/flows`);
    await page.getByLabel("Board").selectOption("2");
    await page.getByLabel("P2", { exact: true }).selectOption("engine:random");
    await page.getByRole("button", { name: "Start the game" }).click();
    const { id, token } = await openedGame(page);
    await page.locator(".in-hand").waitFor();
    const state = await game(id, token);
    await swipe(page, page.locator(".in-hand"), page.locator(`[data-hex="${state.board.hand.map[0].search(/[1W]/)}"]`));
    await until(async () => (await game(id, token)).moves.length === 2, "laid, and the engine answered");
    await page.context().close();
});
