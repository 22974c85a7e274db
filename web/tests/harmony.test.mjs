import assert from "node:assert/strict";
import test from "node:test";
import { clean, drag, openText, person, shot, until } from "./lib.mjs";
import { browser, server } from "./stage.mjs";

const BOARD = `ROWS 3
COLS 3
BOARD
RED    A1 0  A3 0  B2 4
BLUE   C1 3  C2 2  C3 1
GREEN  A2 3  B1 2  B3 1
`;
const cell = (page, place) => page.locator(`.harmony [data-place="${place}"]`);
const game = async (id) => (await server.ask("GET", `games/${id}`)).data;

test("a board is solved by the mouse: dragging and tapping", async () => {
    const page = await person(browser, server);
    const { id, token } = await openText(page, server, BOARD);
    await clean(page, "harmony");
    const { moves } = await server.job(id, "solve", token);
    for (const [number, move] of moves.entries()) {
        const [one, other] = move.split("-");
        if (number % 2) await drag(page, cell(page, one), cell(page, other));
        else {
            await cell(page, one).click();
            assert.match(await cell(page, one).getAttribute("class"), /picked/);
            await cell(page, other).click();
        }
        await until(async () => (await game(id)).moves.length === number + 1, `move ${move} is on the server`);
    }
    await page.getByText("Solved: every tile is at home").first().waitFor();
    await clean(page, "harmony, solved");
    await page.context().close();
});

test("a board is solved by the keyboard alone", async () => {
    const page = await person(browser, server);
    const { id, token } = await openText(page, server, BOARD);
    const { moves } = await server.job(id, "solve", token);
    await page.locator("#main").focus();
    const row = (place) => place.charCodeAt(0) - 65, column = (place) => Number(place.slice(1)) - 1;
    while (!(await page.evaluate(() => document.activeElement?.classList.contains("cell")))) await page.keyboard.press("Tab");
    let at = "A1";
    const go = async (place) => {
        for (; row(at) < row(place); at = String.fromCharCode(at.charCodeAt(0) + 1) + at.slice(1)) await page.keyboard.press("ArrowDown");
        for (; row(at) > row(place); at = String.fromCharCode(at.charCodeAt(0) - 1) + at.slice(1)) await page.keyboard.press("ArrowUp");
        for (; column(at) < column(place); at = at[0] + (column(at) + 2)) await page.keyboard.press("ArrowRight");
        for (; column(at) > column(place); at = at[0] + column(at)) await page.keyboard.press("ArrowLeft");
    };
    for (const [number, move] of moves.entries()) {
        const [one, other] = move.split("-");
        await go(one);
        await page.keyboard.press("Enter");
        await go(other);
        await page.keyboard.press("Space");
        await until(async () => (await game(id)).moves.length === number + 1, `move ${move} by keys`);
    }
    assert.equal((await game(id)).solved, true);
    await page.context().close();
});

test("undo and redo without limit, by button and by key", async () => {
    const page = await person(browser, server);
    const { id, token } = await openText(page, server, BOARD);
    const { moves } = await server.job(id, "solve", token);
    for (const [number, move] of moves.slice(0, 4).entries()) {
        const [one, other] = move.split("-");
        await cell(page, one).click();
        await cell(page, other).click();
        await until(async () => (await game(id)).moves.length === number + 1);
    }
    const before = await page.locator(".harmony").innerText();
    for (let left = 3; left >= 0; left--) {
        if (left % 2) await page.getByRole("button", { name: "Undo" }).click();
        else {
            await cell(page, "A1").focus();
            await page.keyboard.press("u");
        }
        await until(async () => (await game(id)).moves.length === left, `${left} left`);
    }
    await until(() => page.getByRole("button", { name: "Undo" }).isDisabled());
    for (let done = 1; done <= 4; done++) {
        await page.keyboard.press("Control+y");
        await until(async () => (await game(id)).moves.length === done);
    }
    await until(async () => (await page.locator(".harmony").innerText()) === before);
    await page.context().close();
});

test("a hint comes in three steps", async () => {
    const page = await person(browser, server);
    const { id } = await openText(page, server, BOARD);
    await page.getByRole("button", { name: "Hint" }).click();
    await page.getByText("Where to look.").waitFor();
    assert.ok(await page.locator(".harmony .look").count() > 0);
    assert.equal(await page.locator(".harmony .hinted").count(), 0);
    await shot(page, "harmony-hint-1");
    await page.getByRole("button", { name: "What follows?" }).click();
    await page.getByText("What follows.").waitFor();
    assert.equal(await page.locator(".harmony .hinted").count(), 2);
    await clean(page, "harmony, hint");
    await shot(page, "harmony-hint-2");
    await page.getByRole("button", { name: "Do it" }).click();
    await until(async () => (await game(id)).moves.length === 1, "the hint is played");
    assert.equal(await page.locator(".panel").isVisible(), false);
    await page.context().close();
});

test("a move that loses the game is said at once, with its reason and the way back", async () => {
    const page = await person(browser, server);
    const { id, token } = await openText(page, server, BOARD);
    await page.getByText("It can still be solved.").waitFor();
    /* Find a legal swap after which there is no solution. */
    const text = await (await fetch(`${server.url}api/v1/games/${id}/export`)).text();
    const { legal } = await game(id);
    let fatal;
    for (const move of legal) {
        const { data } = await server.ask("POST", "games", { text: `${text}MOVES\n${move}\n` });
        if ((await server.job(data.game.id, "check", data.token)).fields.solvable === false) fatal = move;
        if (fatal) break;
    }
    assert.ok(fatal, "there is a losing swap");
    const [one, other] = fatal.split("-");
    await drag(page, cell(page, one), cell(page, other));
    await page.locator(".outlook.dead").waitFor();
    const proof = (await server.job(id, "check", token)).text.split("\n").find((line) => line.startsWith("No solution is left."));
    assert.ok(proof.length > 25, "the proof has a reason");
    assert.ok((await page.locator(".outlook.dead").innerText()).includes(proof.replace(/ \([a-z_]+\)$/, "")), "and the page says it");
    await clean(page, "harmony, dead");
    await shot(page, "harmony-dead");
    await page.getByRole("button", { name: "Take back 1 move" }).click();
    await page.getByText("It can still be solved.").waitFor();
    await page.context().close();
});

test("an illegal swap is refused with the server's words", async () => {
    const page = await person(browser, server);
    const { id } = await openText(page, server, BOARD);
    await drag(page, cell(page, "A1"), cell(page, "A2"));
    await page.locator(".toast.bad").waitFor();
    assert.match(await page.locator(".toast.bad").innerText(), /A1/);
    assert.equal((await game(id)).moves.length, 0);
    await page.context().close();
});

test("check, rating, solution with animation, and back", async () => {
    const page = await person(browser, server);
    const { id } = await openText(page, server, BOARD);
    await page.getByRole("button", { name: "Check my board" }).click();
    await page.locator(".panel").getByText("It can be solved.").waitFor();
    await page.getByRole("button", { name: "How hard?" }).click();
    await page.locator(".panel").getByText("easy").first().waitFor();
    const before = await page.locator(".harmony").innerText();
    await page.getByRole("button", { name: "Solve", exact: true }).click();
    await page.locator(".panel").getByText("8 swaps.").waitFor();
    await page.getByLabel("Speed").fill("10");
    await page.getByText("Move 8 of 8").waitFor();
    await clean(page, "harmony, solution");
    await shot(page, "harmony-solution");
    await page.getByRole("button", { name: "One move back" }).click();
    await page.getByText("Move 7 of 8").waitFor();
    await page.getByRole("button", { name: "Back to the game" }).click();
    await until(async () => (await page.locator(".harmony").innerText()) === before, "the board is the game's again");
    assert.equal((await game(id)).moves.length, 0);
    await page.context().close();
});

test("by touch on a phone", async () => {
    const page = await person(browser, server, { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
    const { id, token } = await openText(page, server, BOARD);
    await clean(page, "harmony on a phone");
    const { moves } = await server.job(id, "solve", token);
    const [one, other] = moves[0].split("-");
    await cell(page, one).tap();
    await cell(page, other).tap();
    await until(async () => (await game(id)).moves.length === 1, "two taps swap");
    await shot(page, "harmony-phone");
    await page.context().close();
});
