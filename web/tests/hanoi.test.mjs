import assert from "node:assert/strict";
import test from "node:test";
import { clean, drag, openText, person, shot, until } from "./lib.mjs";
import { browser, server } from "./stage.mjs";

const TOWER = "4 3 2 1 | |\ngoal: | | 4 3 2 1\n";
const peg = (page, number) => page.locator(`.hanoi [data-peg="${number}"]`);
const game = async (id) => (await server.ask("GET", `games/${id}`)).data;

test("a tower is moved by the mouse, with the optimum beside the count", async () => {
    const page = await person(browser, server);
    const { id, token } = await openText(page, server, TOWER);
    await clean(page, "hanoi");
    const { moves } = await server.job(id, "solve", token);
    assert.equal(moves.length, 15);
    for (const [number, move] of moves.entries()) {
        const [from, to] = move.split(">");
        if (number % 2) await drag(page, peg(page, from).locator(".disc").last(), peg(page, to));
        else {
            await peg(page, from).click();
            await peg(page, to).click();
        }
        await until(async () => (await game(id)).moves.length === number + 1, move);
    }
    await page.getByText("Solved in 15 moves: nobody can do it in fewer.").first().waitFor();
    const counts = await page.locator(".counts").innerText();
    assert.match(counts.replace(/\s+/g, " "), /Your moves 15 Shortest way 15 Still needed 0 Too many so far 0/);
    await clean(page, "hanoi, solved");
    await shot(page, "hanoi-solved");
    await page.context().close();
});

test("a tower is moved by the keyboard alone", async () => {
    const page = await person(browser, server);
    const { id, token } = await openText(page, server, TOWER);
    const { moves } = await server.job(id, "solve", token);
    await page.locator("#main").focus();
    while (!(await page.evaluate(() => document.activeElement?.classList.contains("peg")))) await page.keyboard.press("Tab");
    let at = 0;
    for (const [number, move] of moves.entries()) {
        const [from, to] = move.split(">").map(Number);
        if (number < 5) {
            for (const goal of [from, to]) {
                for (; at < goal; at++) await page.keyboard.press("ArrowRight");
                for (; at > goal; at--) await page.keyboard.press("ArrowLeft");
                await page.keyboard.press("Enter");
            }
        } else {
            await page.keyboard.press(String(from));
            await page.keyboard.press(String(to));
        }
        await until(async () => (await game(id)).moves.length === number + 1, move);
    }
    assert.equal((await game(id)).solved, true);
    await page.context().close();
});

test("detours are counted, a larger disc on a smaller one is refused", async () => {
    const page = await person(browser, server);
    const { id } = await openText(page, server, TOWER);
    await peg(page, 0).click();
    await peg(page, 2).click();
    await until(async () => (await game(id)).moves.length === 1);
    await page.locator(".counts").getByText("Too many so far").waitFor();
    await until(async () => /Too many so far 1/.test((await page.locator(".counts").innerText()).replace(/\s+/g, " ")));
    await peg(page, 0).click();
    await peg(page, 2).click();
    await page.locator(".toast.bad").waitFor();
    assert.equal((await game(id)).moves.length, 1);
    await page.context().close();
});

test("hint in three steps, solution, replay", async () => {
    const page = await person(browser, server);
    const { id } = await openText(page, server, TOWER);
    await page.getByRole("button", { name: "Hint" }).click();
    await page.getByText("Look at peg 0").first().waitFor();
    await page.getByRole("button", { name: "What follows?" }).click();
    await page.locator(".panel").getByText("Disc 4 is the largest").waitFor();
    await clean(page, "hanoi, hint");
    await shot(page, "hanoi-hint");
    await page.getByRole("button", { name: "Do it" }).click();
    await until(async () => (await game(id)).moves.length === 1);
    await page.getByRole("button", { name: "Solve", exact: true }).click();
    await page.getByLabel("Speed").fill("10");
    await page.getByText("Move 14 of 14").waitFor();
    await page.getByRole("button", { name: "Back to the game" }).click();
    await page.getByRole("button", { name: "Replay" }).click();
    await page.getByText("Move 1 of 1: 0>1").waitFor();
    await page.getByRole("button", { name: "One move back" }).click();
    await until(async () => (await peg(page, 0).locator(".disc").count()) === 4);
    await page.context().close();
});

test("four pegs, rings and one-way moves", async () => {
    const page = await person(browser, server);
    await openText(page, server, "110 60 30 | |\n");
    await clean(page, "hanoi with rings");
    await openText(page, server, "3 2 1 | |\ngoal: | | 3 2 1\nvariant: cyclic\n");
    await until(async () => /Shortest way 21/.test((await page.locator(".counts").innerText()).replace(/\s+/g, " ")), "the shortest way in a circle");
    await openText(page, server, "8 7 6 5 4 3 2 1 | | |\ngoal: | | | 8 7 6 5 4 3 2 1\n");
    await until(async () => /Shortest way 33/.test((await page.locator(".counts").innerText()).replace(/\s+/g, " ")), "33 with four pegs");
    await clean(page, "hanoi with four pegs");
    await page.context().close();
});

test("64 discs: a solution that no memory holds", async () => {
    const page = await person(browser, server);
    const discs = Array.from({ length: 64 }, (_, at) => 64 - at).join(" ");
    await openText(page, server, `${discs} | |\ngoal: | | ${discs}\n`);
    await until(async () => (await page.locator(".counts").innerText()).includes("18446744073709551615"));
    await page.getByRole("button", { name: "Solve", exact: true }).click();
    await page.getByText("The first 4096 moves are shown here.").waitFor();
    await clean(page, "hanoi with 64 discs");
    await page.context().close();
});
