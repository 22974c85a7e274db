/* Files: every format that a puzzle offers is saved by a click, read by the program, and opened again. */
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { clean, downloaded, dropFile, folder, nextGame, openedGame, openText, pasteText, person, quandary } from "./lib.mjs";
import { browser, server } from "./stage.mjs";

const files = folder();
const formats = async (name) => (await server.ask("GET", "puzzles")).data.puzzles.find((one) => one.name === name).formats;
const game = async (id) => (await server.ask("GET", `games/${id}`)).data;
/** What must be the same after a way through a file. */
const essence = {
    hanoi: (board) => [board.stacks, board.goal, board.arcs],
    harmony: (board) => [board.tiles, board.swaps_left],
    nonogram: (board) => [board.rows, board.columns].map((lines) => lines.map((line) => line.map((clue) => [clue.length, board.colours.length > 2 ? board.colours[clue.colour].fill : ""]))),
    flows: (board) => [board.radius, board.players.map((one) => one.edge), board.hexes.map((hex) => hex.tile && [hex.tile.type, hex.tile.rotation])],
};

/** Saves the game in a format by the dialog. */
async function save(page, format) {
    await page.getByRole("button", { name: "Export" }).click();
    const file = await downloaded(page, () => page.locator("dialog").getByRole("button", { name: format, exact: true }).click());
    await page.keyboard.press("Escape");
    await page.locator("dialog").waitFor({ state: "detached" });
    const place = path.join(files, file.name);
    fs.writeFileSync(place, file.bytes);
    return { ...file, place };
}

/** Clicks the way from a dropped image to a game. */
async function throughPicture(page) {
    await page.getByRole("button", { name: "Is there one solution?" }).click();
    await page.locator("dialog").getByRole("button", { name: /^Play it/ }).click();
}

/** All formats of a puzzle, there and back; those in refused say why they cannot hold it. */
async function thereAndBack(name, text, refused = {}) {
    const page = await person(browser, server);
    let { id } = await openText(page, server, text);
    const wanted = essence[name]((await game(id)).board);
    const first = page.url();
    for (const [number, format] of [...(await formats(name)), { name: "game", extension: ".json" }].entries()) {
        await page.goto(first);
        ({ id } = await openedGame(page));
        if (refused[format.name]) {
            await page.getByRole("button", { name: "Export" }).click();
            await page.locator("dialog").getByRole("button", { name: format.name, exact: true }).click();
            await page.locator(".toast.bad", { hasText: refused[format.name] }).last().waitFor();
            await page.keyboard.press("Escape");
            continue;
        }
        const { place, name: called, bytes } = await save(page, format.name);
        assert.ok(called.endsWith(format.extension), `${called} ends with ${format.extension}`);
        assert.ok(quandary("show", place, "--as", name).length > 0, `the program shows ${called}`);
        quandary("check", place, "--as", name);

        await dropFile(page, called, bytes, format.name === "png" ? "image/png" : "");
        if (format.name === "png") await throughPicture(page);
        ({ id } = await nextGame(page, id));
        assert.deepEqual(essence[name]((await game(id)).board), wanted, `${format.name}, dropped`);
        /* What is pasted goes the same way as a text that is dropped. */
        if (format.name === "png" || number % 4) continue;
        await pasteText(page, bytes.toString("utf8"));
        ({ id } = await nextGame(page, id));
        assert.deepEqual(essence[name]((await game(id)).board), wanted, `${format.name}, pasted`);
    }
    await clean(page, `${name} after its formats`);
    await page.context().close();
}

test("Hanoi in every format", () => thereAndBack("hanoi", "110 60 30 | |\n"));
test("Harmony in every format", () => thereAndBack("harmony", "ROWS 2\nCOLS 3\nBOARD\nRED A1 2 A2 0 B3 1\nBLUE A3 1 B1 2 B2 0\n"));
test("Flows in every format", () => thereAndBack("flows", "flows\nradius: 2\nplayers: 2\nseats: 2 0\nmoves:\nP1A1T3NE P2C3T2NW\n"));
test("Nonogram in every format", () => thereAndBack("nonogram", ".#.#.\n#####\n#####\n.###.\n..#..\n"));

test("a coloured nonogram in every format that can hold it; the others say why not", () => {
    const cannot = /colou?r/;
    return thereAndBack("nonogram", "color k #000000\ncolor r #d62728 \"red\"\nwidth 5\nheight 5\nrows\n2k,2r\n2r\n3r\n2r\n2r\ncolumns\n0\n1k\n1k,1r\n5r\n5r\ngoal \"0kkrr000rr00rrr000rr000rr\"\n",
        Object.fromEntries(["nin", "mk", "cwd", "jcross", "taai", "houston", "picross", "gno", "dzn", "asp", "pbm", "picture"].map((one) => [one, cannot])));
});

test("pictures of the board, as SVG and PNG", async () => {
    const page = await person(browser, server);
    for (const text of ["3 2 1 | |\n", "ROWS 2\nCOLS 3\nBOARD\nRED A1 2 A2 0 B3 1\nBLUE A3 1 B1 2 B2 0\n", "##\n#.\n", "flows\nradius: 1\n"]) {
        await openText(page, server, text);
        await page.getByRole("button", { name: "Export" }).click();
        for (const [kind, start] of [["SVG", "<svg"], ["PNG", "\x89PNG"]]) {
            const { bytes } = await downloaded(page, () => page.getByRole("link", { name: kind }).click());
            assert.ok(bytes.toString("latin1").includes(start), `${kind} of ${text}`);
        }
        await page.keyboard.press("Escape");
    }
    await page.context().close();
});

test("data that is no text, a bitmap by its name, and a file with several puzzles", async () => {
    const page = await person(browser, server);
    let { id } = await openText(page, server, "##\n#.\n");
    /* P4: two bytes of bits, with a NUL among them. */
    await dropFile(page, "two.pbm", Buffer.concat([Buffer.from("P4\n8 3\n"), Buffer.from([0xf0, 0x00, 0x81])]), "image/x-portable-bitmap");
    ({ id } = await nextGame(page, id));
    assert.deepEqual((await game(id)).board.rows.map((line) => line.map((clue) => clue.length)), [[4], [], [1, 1]]);

    const several = "$1\n1\n1\n1\n1\n$2\n1\n2\n1\n2\n";
    await dropFile(page, "tournament.txt", Buffer.from(several));
    await page.getByText("This file holds 2 puzzles").waitFor();
    await clean(page, "which of two");
    await page.getByLabel("Which one").fill("2");
    await page.keyboard.press("Enter");
    ({ id } = await nextGame(page, id));
    assert.deepEqual((await game(id)).board.rows.map((line) => line.map((clue) => clue.length)), [[1], [2]]);

    /* An image from the clipboard becomes a picture. */
    await page.evaluate(async () => {
        const canvas = document.createElement("canvas");
        canvas.width = canvas.height = 5;
        canvas.getContext("2d").fillRect(1, 1, 3, 3);
        const blob = await new Promise((resolve) => canvas.toBlob(resolve));
        const transfer = new DataTransfer();
        transfer.items.add(new File([blob], "square.png", { type: "image/png" }));
        document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: transfer, bubbles: true }));
    });
    await page.getByRole("img", { name: "Preview: 5 rows, 5 columns, 9 cells filled" }).waitFor();
    await throughPicture(page);
    ({ id } = await nextGame(page, id));
    assert.equal((await game(id)).board.title, "square");

    await dropFile(page, "nothing.bin", Buffer.from([1, 2, 3, 0, 255]));
    await page.locator(".toast.bad").last().waitFor();
    await page.context().close();
});
