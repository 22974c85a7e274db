import assert from "node:assert/strict";
import test from "node:test";
import { clean, drag, openText, openedGame, person, shot, until } from "./lib.mjs";
import { browser, server } from "./stage.mjs";

const BOAT = `width 7
height 6
rows
1
2
3
1
7
5
columns
1
2
2
6
2,2
1,2
1
`;
const COLOURED = `color k #000000
color r #d62728 "red"
width 5
height 5
rows
2k,2r
2r
3r
2r
2r
columns
0
1k
1k,1r
5r
5r
`;
const cell = (page, row, column) => page.locator(`.nonogram [data-at="${row},${column}"]`);
const game = async (id) => (await server.ask("GET", `games/${id}`)).data;
const solution = async (id, token) => (await server.job(id, "solve", token)).fields.solutions[0];

/** Runs of one sign in a row: sign, first and last column. */
function runs(row) {
    return [...row.matchAll(/([^.])\1*/g)].map((found) => ({ sign: found[1], from: found.index, to: found.index + found[0].length - 1 }));
}

test("a puzzle is solved by dragging; clues are struck through", async () => {
    const page = await person(browser, server);
    const { id, token } = await openText(page, server, BOAT);
    await clean(page, "nonogram");
    const rows = await solution(id, token);
    for (const [row, line] of rows.entries()) {
        for (const { from, to } of runs(line)) {
            if (from === to) await cell(page, row, from).click();
            else await drag(page, cell(page, row, from), cell(page, row, to));
        }
    }
    await until(async () => (await game(id)).solved, "the picture is complete");
    await page.getByText("Solved", { exact: false }).first().waitFor();
    assert.ok(await page.locator(".clue.done").count() > 8);
    await clean(page, "nonogram, solved");
    await shot(page, "nonogram-solved");
    /* One undo takes back one stroke. */
    const many = (await game(id)).moves.length;
    await page.getByRole("button", { name: "Undo" }).click();
    await until(async () => (await game(id)).moves.length === many - 5, "the last stroke had five cells");
    await page.getByRole("button", { name: "Redo" }).click();
    await until(async () => (await game(id)).moves.length === many);
    await page.context().close();
});

test("a puzzle is solved by the keyboard alone", async () => {
    const page = await person(browser, server);
    const { id, token } = await openText(page, server, BOAT);
    const rows = await solution(id, token);
    await page.locator("#main").focus();
    while (!(await page.evaluate(() => document.activeElement?.classList.contains("cell")))) await page.keyboard.press("Tab");
    for (const line of rows) {
        for (const sign of line) {
            await page.keyboard.press(sign === "#" ? "Space" : "x");
            await page.keyboard.press("ArrowRight");
        }
        await page.keyboard.press("ArrowDown");
    }
    await until(async () => (await game(id)).moves.length === 42, "all cells are set by keys");
    assert.equal((await game(id)).solved, true);
    await page.keyboard.press("c");
    await until(async () => (await game(id)).moves.length === 43, "cleared by a key");
    await page.context().close();
});

test("clues are struck through as their runs are there, and come back when those go", async () => {
    const page = await person(browser, server);
    const { id } = await openText(page, server, BOAT);
    const clue = page.locator(".nonogram .row:not(.head)").nth(4).locator(".clue");
    const struck = () => clue.evaluate((one) => getComputedStyle(one).textDecorationLine === "line-through");
    assert.equal(await struck(), false);
    await drag(page, cell(page, 4, 0), cell(page, 4, 6));
    await until(struck, "the clue 7 is struck through");
    assert.match(await page.locator(".nonogram .row:not(.head)").nth(4).getByRole("rowheader").innerText(), /7 done/);
    await page.getByRole("button", { name: "Undo" }).click();
    await until(async () => !(await struck()), "not any more");
    assert.equal((await game(id)).moves.length, 0, "one stroke, one undo");
    await page.context().close();
});

test("the right button marks, a stroke that clears clears, filled cells stay", async () => {
    const page = await person(browser, server);
    const { id } = await openText(page, server, BOAT);
    await drag(page, cell(page, 0, 0), cell(page, 0, 2), "right");
    await until(async () => (await game(id)).board.cells[0] === "...????");
    await drag(page, cell(page, 0, 6), cell(page, 0, 1));
    await until(async () => (await game(id)).board.cells[0] === "...####");
    await drag(page, cell(page, 0, 3), cell(page, 0, 6));
    await until(async () => (await game(id)).board.cells[0] === "...????");
    await page.getByRole("radio", { name: "Mark" }).check();
    await drag(page, cell(page, 1, 0), cell(page, 5, 0));
    await until(async () => (await game(id)).board.cells.every((row) => row[0] === "."));
    await page.context().close();
});

test("hint in three steps, wrong board is found", async () => {
    const page = await person(browser, server);
    const { id } = await openText(page, server, BOAT);
    await page.getByRole("button", { name: "Hint" }).click();
    await page.getByText("Where to look.").waitFor();
    assert.ok(await page.locator(".nonogram .cell.look").count() >= 6);
    await page.getByRole("button", { name: "What follows?" }).click();
    assert.ok(await page.locator(".nonogram .cell.hinted").count() >= 1);
    await clean(page, "nonogram, hint");
    await shot(page, "nonogram-hint");
    await page.getByRole("button", { name: "Do it" }).click();
    await until(async () => (await game(id)).moves.length > 0);
    const good = (await game(id)).moves.length;
    await cell(page, 2, 2).click();
    await until(async () => (await game(id)).moves.length === good + 1);
    await page.getByRole("button", { name: "Check my board" }).click();
    await page.locator(".panel .verdict.invalid").waitFor();
    await clean(page, "nonogram, wrong");
    await page.getByRole("button", { name: "Hint" }).click();
    await page.getByRole("button", { name: /Take back/ }).click();
    await until(async () => (await game(id)).moves.length === good, "taken back");
    await page.context().close();
});

test("the solution is drawn cell by cell", async () => {
    const page = await person(browser, server);
    await openText(page, server, BOAT);
    await page.getByRole("button", { name: "Solve", exact: true }).click();
    await page.getByLabel("Speed").fill("10");
    await page.getByText(/Move (\d+) of \1:/).first().waitFor();
    assert.ok(await page.locator(".nonogram .cell.filled").count() >= 19);
    await page.getByRole("button", { name: "Back to the game" }).click();
    await until(async () => (await page.locator(".nonogram .cell.filled").count()) === 0);
    await page.context().close();
});

test("colours have letters too, and keys", async () => {
    const page = await person(browser, server);
    const { id, token } = await openText(page, server, COLOURED);
    await clean(page, "coloured nonogram");
    const rows = await solution(id, token);
    await page.getByLabel("red").check();
    for (const [row, line] of rows.entries()) {
        for (const { sign, from, to } of runs(line)) {
            await cell(page, row, from).focus();
            await page.keyboard.press(sign === "k" ? "1" : "2");
            if (from === to) await cell(page, row, from).click();
            else await drag(page, cell(page, row, from), cell(page, row, to));
        }
    }
    await until(async () => (await game(id)).solved, "the coloured picture is complete");
    await clean(page, "coloured nonogram, solved");
    await shot(page, "nonogram-colours");
    await page.context().close();
});

const INKS = { "#": "black", r: "rgb(220, 20, 20)", g: "rgb(20, 160, 40)", b: "rgb(20, 40, 200)", d: "rgb(90, 90, 90)", l: "rgb(180, 180, 180)" };

/** A PNG made in the browser from lines of letters and dots, as a file to be chosen. */
async function png(page, rows, size, paper = "white") {
    const data = await page.evaluate(([lines, scale, inks, ground]) => {
        const canvas = document.createElement("canvas");
        canvas.width = lines[0].length * scale;
        canvas.height = lines.length * scale;
        const context = canvas.getContext("2d");
        context.fillStyle = ground;
        context.fillRect(0, 0, canvas.width, canvas.height);
        lines.forEach((line, y) => [...line].forEach((one, x) => {
            if (one === ".") return;
            context.fillStyle = inks[one];
            context.fillRect(x * scale, y * scale, scale, scale);
        }));
        return canvas.toDataURL("image/png").split(",")[1];
    }, [rows, size, INKS, paper]);
    return { name: "picture.png", mimeType: "image/png", buffer: Buffer.from(data, "base64") };
}

test("a picture becomes a puzzle, with the verdict unique", async () => {
    const page = await person(browser, server);
    await page.goto(`${server.url}#/new/nonogram`);
    await page.getByLabel("Image").setInputFiles(await png(page, ["#####", "#....", "###..", "#....", "#...."], 8));
    await page.locator("dialog").getByRole("spinbutton", { name: "Columns" }).fill("5");
    await page.getByRole("img", { name: "Preview: 5 rows, 5 columns, 11 cells filled" }).waitFor();
    await page.getByRole("button", { name: "Is there one solution?" }).click();
    await page.getByText("Unique.").waitFor();
    await clean(page, "picture, unique");
    await shot(page, "picture");
    await page.getByRole("button", { name: "Play it" }).click();
    const { id } = await openedGame(page);
    assert.equal((await game(id)).board.width, 5);
    await page.context().close();
});

test("a picture whose clues fit others too is told so, and mended if wanted", async () => {
    const page = await person(browser, server);
    await page.goto(`${server.url}#/new/nonogram`);
    await page.getByLabel("Image").setInputFiles(await png(page, ["#....", ".#...", "..#..", "...#.", "....#"], 10));
    await page.locator("dialog").getByRole("spinbutton", { name: "Columns" }).fill("5");
    await page.getByRole("button", { name: "Is there one solution?" }).click();
    await page.getByText("Not unique.").waitFor();
    await page.getByRole("button", { name: "Change the fewest cells" }).click();
    await page.getByText("Unique now.").waitFor();
    await page.getByText("3 cells were changed (R1C2, R3C3, R4C4); fewer would not do.").waitFor();
    await page.getByRole("img", { name: "Preview: 5 rows, 5 columns, 4 cells filled, 3 changed" }).waitFor();
    await clean(page, "picture, mended");
    await shot(page, "picture-mended");
    await page.getByRole("button", { name: "Back to the picture" }).click();
    await page.getByRole("img", { name: "Preview: 5 rows, 5 columns, 5 cells filled" }).waitFor();
    await page.getByRole("button", { name: "Is there one solution?" }).click();
    await page.getByText("Not unique.").waitFor();
    await page.getByRole("button", { name: "Change the fewest cells" }).click();
    await page.getByText("Unique now.").waitFor();
    await page.getByRole("button", { name: "Play it" }).click();
    const { id, token } = await openedGame(page);
    assert.equal((await server.job(id, "check", token)).fields.unique, true);
    await page.context().close();
});

const TREE = ["..rrr..", "..rrr..", ".ggggg.", "ggggggg", "...b...", "...b...", "..bbb.."];

test("a picture in colours becomes a puzzle in colours, and nothing is kept before it is played", async () => {
    const page = await person(browser, server);
    const created = [];
    page.on("request", (request) => { if (request.method() === "POST" && request.url().endsWith("/games")) created.push(request.url()); });
    await page.goto(`${server.url}#/new/nonogram`);
    await page.getByLabel("Image").setInputFiles(await png(page, TREE, 20, "rgb(255, 250, 245)"));
    const box = page.locator("dialog"), columns = box.getByRole("spinbutton", { name: "Columns" }), colours = box.getByRole("spinbutton", { name: "Colours" });
    await columns.fill("7");
    await colours.fill("3");
    await page.getByRole("img", { name: "Preview: 7 rows, 7 columns, 23 cells filled, 3 colours" }).waitFor();
    assert.equal(await box.getByLabel("Fill what is darker than").isVisible(), false, "that is for black and white");
    await page.getByRole("button", { name: "Is there one solution?" }).click();
    await page.getByText("Unique.").waitFor();
    await clean(page, "picture in colours");
    await shot(page, "picture-colours");
    assert.deepEqual(created, []);
    await box.getByRole("button", { name: "Play it" }).click();
    const { id, token } = await openedGame(page);
    const { board } = await game(id);
    assert.deepEqual(board.colours.slice(1).map((one) => one.fill).sort(), ["#1428c8", "#14a028", "#dc1414"]);
    assert.equal(board.title, "picture");
    assert.deepEqual((await solution(id, token)).map((row) => row.replace(/[^.]/g, "#")), TREE.map((row) => row.replace(/[^.]/g, "#")));
    assert.equal(created.length, 1);
    await page.context().close();
});

test("size, threshold and light of a picture", async () => {
    const page = await person(browser, server);
    await page.goto(`${server.url}#/new/nonogram`);
    await page.getByLabel("Image").setInputFiles(await png(page, ["dddd", "dd..", "ll..", "...."], 40));
    const box = page.locator("dialog"), preview = (words) => page.getByRole("img", { name: `Preview: ${words}`, exact: true }).waitFor();
    await box.getByRole("spinbutton", { name: "Columns" }).fill("4");
    assert.equal(await box.getByRole("spinbutton", { name: "Rows" }).inputValue(), "4", "the rows follow the columns");
    await preview("4 rows, 4 columns, 6 cells filled");
    const corners = await box.locator("canvas.preview").evaluate((canvas) => [[5, 5], [canvas.width - 5, 5], [5, canvas.height - 5]].map(([x, y]) => canvas.getContext("2d").getImageData(x, y, 1, 1).data[0]));
    assert.deepEqual(corners, [0, 0, 255], "the upper row is filled, the lower one is not");
    await box.getByLabel("Fill what is darker than").fill("200");
    await preview("4 rows, 4 columns, 8 cells filled");
    assert.equal(await box.getByLabel("Choose it automatically").isChecked(), false);
    await box.getByLabel("Choose it automatically").check();
    await preview("4 rows, 4 columns, 6 cells filled");
    await box.getByLabel("Fill what is light instead").check();
    await preview("4 rows, 4 columns, 10 cells filled");
    await box.getByLabel("Fill what is light instead").uncheck();
    await box.getByRole("spinbutton", { name: "Columns" }).fill("8");
    await preview("8 rows, 8 columns, 24 cells filled");
    await box.getByRole("spinbutton", { name: "Rows" }).fill("4");
    await preview("4 rows, 8 columns, 12 cells filled");
    /* Nothing is dark enough. */
    await box.getByLabel("Fill what is darker than").fill("20");
    await box.getByText('Nothing of the image would be filled; try another "Fill what is darker than", "Density" or size.').waitFor();
    await page.keyboard.press("Escape");
    await page.context().close();
});

test("by touch on a phone", async () => {
    const page = await person(browser, server, { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
    const { id } = await openText(page, server, BOAT);
    await clean(page, "nonogram on a phone");
    await cell(page, 4, 3).tap();
    await until(async () => (await game(id)).board.cells[4] === "???#???");
    await shot(page, "nonogram-phone");
    await page.context().close();
});
