/* What every puzzle has, by mouse and by keyboard: hints in three steps, checks, solutions with their animation,
 * undo and redo to the ends, sharing, printing, coming back, new ones by size and difficulty. */
import assert from "node:assert/strict";
import test from "node:test";
import { clean, openedGame, openText, person, shot, until } from "./lib.mjs";
import { browser, server } from "./stage.mjs";

const TEXTS = {
    harmony: "ROWS 3\nCOLS 3\nBOARD\nRED A1 0 A3 0 B2 4\nBLUE C1 3 C2 2 C3 1\nGREEN A2 3 B1 2 B3 1\n",
    nonogram: "width 7\nheight 6\nrows\n1\n2\n3\n1\n7\n5\ncolumns\n1\n2\n2\n6\n2,2\n1,2\n1\n",
    hanoi: "4 3 2 1 | |\ngoal: | | 4 3 2 1\n",
    flows: "flows\nradius: 1\nseats: 0 1\nseed: 5\n",
};
/** The selectors of what a hint marks, and of what shows the state of a board. */
const LOOKED = { harmony: ".harmony .look", nonogram: ".nonogram .cell.look", hanoi: ".hanoi .look", flows: ".flows-board .look" };
const HINTED = { harmony: ".harmony .hinted", nonogram: ".nonogram .cell.hinted", hanoi: ".hanoi .hinted", flows: ".flows-board .hinted" };
const STANDS = { harmony: ".harmony .cell .visually-hidden", nonogram: ".nonogram .cell", hanoi: ".hanoi .peg .visually-hidden", flows: ".flows-board .hex" };
const game = async (id, token) => (await server.ask("GET", `games/${id}`, undefined, token)).data;
const board = (page, name) => page.locator(STANDS[name]).evaluateAll((all) => all.map((one) => (one.getAttribute("aria-label") ?? one.textContent).replace(/: empty.*/, ": empty")).join("\n"));

/** Brings the focus to the board by the Tab key. */
async function tabToBoard(page) {
    await page.locator("#main").focus();
    for (let presses = 0; presses < 40; presses++) {
        if (await page.evaluate(() => document.activeElement?.closest(".harmony, .nonogram, .hanoi, .flows-board") !== null)) return;
        await page.keyboard.press("Tab");
    }
    assert.fail("the board is not reached by Tab");
}

/** Waits until the element with this name has the focus. */
async function focused(page, name) {
    await until(() => page.evaluate((wanted) => (document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent ?? "").startsWith(wanted), name), `the focus is on ${name}`);
}

for (const name of Object.keys(TEXTS)) {
    test(`${name}: a hint in three steps by keys and by mouse`, async () => {
        const page = await person(browser, server);
        const { id, token } = await openText(page, server, TEXTS[name]);
        await tabToBoard(page);
        await page.keyboard.press("h");
        await focused(page, "What follows?");
        await page.getByText("Where to look.").waitFor();
        assert.ok((await page.locator(LOOKED[name]).count()) > 0, "cells to look at");
        assert.equal(await page.locator(HINTED[name]).count(), 0);
        await page.keyboard.press("Enter");
        await focused(page, "Do it");
        await page.getByText("What follows.").waitFor();
        assert.ok((await page.locator(HINTED[name]).count()) > 0, "cells that follow");
        await clean(page, `${name}, hint by keys`);
        await page.keyboard.press("Enter");
        await until(async () => (await game(id, token)).moves.length > 0, "done by keys");
        assert.equal(await page.evaluate(() => document.activeElement?.closest(".harmony, .nonogram, .hanoi, .flows-board") !== null), true, "the focus is on the board again");
        const before = (await game(id, token)).moves.length;
        await page.getByRole("button", { name: "Hint" }).click();
        await page.getByRole("button", { name: "What follows?" }).click();
        await page.getByRole("button", { name: "Do it" }).click();
        await until(async () => (await game(id, token)).moves.length > before, "done by mouse");
        assert.equal(await page.locator(`${LOOKED[name]}, ${HINTED[name]}`).count(), 0, "the marks are gone");
        await page.context().close();
    });

    test(`${name}: undo and redo to the ends, by keys and by mouse; the board is checked`, async () => {
        const page = await person(browser, server);
        const { id, token } = await openText(page, server, TEXTS[name]);
        const empty = await board(page, name);
        let many = 0;
        if (name === "flows") {
            for (let state = await game(id, token); !state.solved; state = await game(id, token)) {
                const rotation = state.board.hand.map.findIndex((row) => /[1W]/.test(row)), hex = state.board.hand.map[rotation].search(/[1W]/);
                await server.ask("POST", `games/${id}/moves`, { version: state.version, move: `P${state.turn}${state.board.hexes[hex].name}T${state.board.hand.type}${state.board.hand.orientations[rotation]}` }, token);
                many++;
            }
        } else {
            const { moves } = await server.job(id, "solve", token);
            await server.ask("POST", `games/${id}/moves`, { version: 0, moves }, token);
            many = moves.length;
        }
        await until(async () => (await page.locator(".status.done").count()) === 1, "the page follows");
        const full = await board(page, name);
        await tabToBoard(page);
        for (let left = many - 1; left >= 0; left--) {
            await page.keyboard.press(left % 2 ? "u" : "Control+z");
            await until(async () => (await game(id, token)).moves.length === left, `${left} left`);
        }
        await until(async () => (await board(page, name)) === empty, "the empty board");
        await until(() => page.getByRole("button", { name: "Undo" }).isDisabled(), "nothing more to undo");
        for (let done = 1; done <= many; done++) {
            await page.getByRole("button", { name: "Redo" }).click();
            await until(async () => (await game(id, token)).moves.length === done, `${done} done again`);
        }
        await until(async () => (await board(page, name)) === full, "the full board");
        await until(() => page.getByRole("button", { name: "Redo" }).isDisabled(), "nothing more to redo");
        await tabToBoard(page);
        await page.keyboard.press("k");
        await page.locator(".panel .verdict.valid").waitFor();
        await page.getByRole("button", { name: "Close", exact: true }).click();
        await page.getByRole("button", { name: "Check my board" }).click();
        await page.locator(".panel .verdict.valid").waitFor();
        await page.context().close();
    });

    test(`${name}: sharing, printing, going on`, async () => {
        const page = await person(browser, server);
        const { id, token } = await openText(page, server, TEXTS[name]);
        await page.getByRole("button", { name: "Share" }).click();
        const watch = await page.getByLabel("To watch").inputValue(), play = await page.getByLabel("To play on another device").inputValue();
        await page.locator(".share", { hasText: "To watch" }).getByRole("button", { name: "Copy" }).click();
        assert.equal(await page.evaluate(() => navigator.clipboard.readText()), watch);
        await page.keyboard.press("Escape");
        const stands = await board(page, name);
        for (const [link, player] of [[watch, false], [play, true]]) {
            const other = await person(browser, server);
            await other.goto(link);
            await openedGame(other);
            assert.equal(await other.getByText("You are watching").count(), player ? 0 : 1);
            assert.equal(await board(other, name), stands);
            await clean(other, `${name}, shared`);
            await other.context().close();
        }

        await page.emulateMedia({ media: "print" });
        for (const gone of [".top", ".side", ".toolbar"]) assert.equal(await page.locator(gone).isVisible(), false, `${gone} is not printed`);
        assert.equal(await page.locator(`.${name === "flows" ? "flows-board" : name}`).isVisible(), true, "the board is printed");
        await shot(page, `print-${name}`);
        assert.ok((await page.pdf()).length > 1000);
        await page.emulateMedia({ media: "screen" });
        await page.evaluate(() => { window.print = () => { document.title = "printed"; }; });
        await page.getByRole("button", { name: "Print" }).click();
        assert.equal(await page.title(), "printed");

        await page.getByRole("button", { name: "Hint" }).click();
        await page.getByRole("button", { name: "What follows?" }).click();
        await page.getByRole("button", { name: "Do it" }).click();
        await until(async () => (await game(id, token)).moves.length > 0);
        const left = (await game(id, token)).moves.length;
        await until(() => page.evaluate((many) => JSON.parse(localStorage.getItem("quandary.games"))[0].moves === many, left), "the page has the answer");
        await page.goto(server.url);
        await page.locator(".saved-list li", { hasText: `${left} move` }).getByRole("link").focus();
        await page.keyboard.press("Enter");
        assert.equal((await openedGame(page)).id, id);
        await page.context().close();
    });
}

for (const name of ["harmony", "nonogram", "hanoi"]) {
    test(`${name}: the solution is shown by keys, with its speed, and back`, async () => {
        const page = await person(browser, server);
        const { id, token } = await openText(page, server, TEXTS[name]);
        const before = await board(page, name);
        const { moves } = await server.job(id, "solve", token);
        await tabToBoard(page);
        await page.keyboard.press("s");
        await focused(page, "Pause");
        await page.keyboard.press("Enter");
        await focused(page, "Play");
        const speed = page.getByLabel("Speed");
        await speed.focus();
        await page.keyboard.press("End");
        assert.equal(await speed.getAttribute("aria-valuetext"), "0.02 seconds for each move");
        await page.keyboard.press("Home");
        assert.equal(await speed.getAttribute("aria-valuetext"), "1.60 seconds for each move");
        await page.keyboard.press("End");
        const at = page.getByLabel("Move", { exact: true });
        await at.focus();
        await page.keyboard.press("Home");
        await page.getByText("Start", { exact: true }).waitFor();
        assert.equal(await board(page, name), before);
        await page.keyboard.press("ArrowRight");
        await page.getByText(`Move 1 of ${moves.length}: ${moves[0]}`).waitFor();
        assert.notEqual(await board(page, name), before);
        await page.getByRole("button", { name: "Play", exact: true }).focus();
        await page.keyboard.press("Space");
        await page.getByText(`Move ${moves.length} of ${moves.length}`).waitFor();
        await clean(page, `${name}, solution`);
        await page.getByRole("button", { name: "Back to the game" }).focus();
        await page.keyboard.press("Enter");
        await until(async () => (await board(page, name)) === before, "the game's board");
        assert.equal((await game(id, token)).moves.length, 0);
        await page.context().close();
    });

    test(`${name}: a long search shows how far it is and is cancelled`, async () => {
        const page = await person(browser, server);
        await openText(page, server, TEXTS[name]);
        /* A job that never ends, told by a server that plays along. */
        const job = (state, seconds) => ({ id: "JJJJJJJJJJJJJJJJJJJJJJ", kind: "solve", game: null, version: null, state, progress: { seconds, nodes: 12345, fraction: 0.25, note: "", before: 3 }, result: null, error: null });
        let state = "queued", looks = 0;
        await page.route("**/solve", (route) => route.fulfill({ status: 202, json: { job: job("queued", 0) } }));
        await page.route("**/jobs/*", (route) => {
            if (route.request().method() === "DELETE") state = "cancelled";
            return route.fulfill({ json: job(state, looks++ / 10) });
        });
        await tabToBoard(page);
        await page.keyboard.press("s");
        await page.getByText("Waiting for 3 other jobs to finish first.").waitFor();
        state = "running";
        await page.getByText("12,345 states searched").waitFor();
        assert.equal(await page.locator(".panel progress").getAttribute("value"), "0.25");
        await page.getByRole("button", { name: "Cancel" }).focus();
        await page.keyboard.press("Enter");
        await page.locator(".panel").getByText("Cancelled.").waitFor();
        await until(() => state === "cancelled", "the server was told");
        await page.context().close();
    });
}

test("new ones by size and difficulty are what was asked for", async () => {
    const page = await person(browser, server);
    const make = async (name, choices) => {
        await page.goto(`${server.url}#/new/${name}`);
        await page.getByLabel("Seed").fill("4");
        for (const [label, value] of Object.entries(choices)) {
            const control = page.getByLabel(label, { exact: true });
            if ((await control.evaluate((one) => one.tagName)) === "SELECT") await control.selectOption(value);
            else await control.fill(value);
        }
        await page.getByLabel("Seed").focus();
        await page.keyboard.press("Enter");
        const { id, token } = await openedGame(page);
        return { board: (await game(id)).board, rated: await server.job(id, "rate", token) };
    };
    for (const difficulty of ["easy", "medium"]) {
        const made = await make("harmony", { Rows: "4", Columns: "4", Swaps: "10", Difficulty: difficulty });
        assert.deepEqual([made.board.rows, made.board.columns, made.board.swaps_left, made.rated.fields.difficulty], [4, 4, 10, difficulty]);
    }
    for (const difficulty of ["easy", "medium"]) {
        const made = await make("nonogram", { Columns: "9", Rows: "8", Difficulty: difficulty });
        assert.deepEqual([made.board.width, made.board.height, made.rated.fields.difficulty], [9, 8, difficulty]);
    }
    const coloured = await make("nonogram", { Columns: "7", Rows: "6", Colours: "3" });
    assert.equal(coloured.board.colours.length, 4);
    const tower = await make("hanoi", { Discs: "6", Pegs: "4", Goal: "last" });
    assert.deepEqual([tower.board.discs, tower.board.pegs, tower.board.goal[3].length], [6, 4, 6]);
    await page.context().close();
});
