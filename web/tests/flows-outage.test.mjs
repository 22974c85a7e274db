/* Flows: a second device, and a server that goes down during a game. */
import assert from "node:assert/strict";
import test from "node:test";
import { hex, newGame, placement, ready, stateFor, turnTo } from "./flows-lib.mjs";
import { person, Server, told, until } from "./lib.mjs";
import { browser, server } from "./stage.mjs";

test("a second device plays the same seat", async () => {
    const page = await person(browser, server), other = await person(browser, server);
    const { id, token } = await newGame(page, ["me", "me"], 2);
    await page.getByRole("button", { name: "Share" }).click();
    const link = await page.getByLabel("To play on another device").inputValue();
    await page.keyboard.press("Escape");
    await other.goto(link);
    await ready(other);
    const { hex: number, rotation } = placement(await stateFor(id, token));
    await turnTo(other, rotation, false);
    await hex(other, number).click();
    await other.getByRole("button", { name: "Lay it" }).click();
    await until(async () => (await page.locator(".flows-board .hex .face:not(.ghost)").count()) === 1, "the first device sees the tile");
    await page.locator(".seat-list li.turn", { hasText: "P2" }).waitFor();
    await page.context().close();
    await other.context().close();
});

test("the server goes down in the middle of a game: the pages say so, come back by themselves, and nothing is lost", async () => {
    const own = await Server.start();
    try {
        const page = await person(browser, own), guest = await person(browser, own);
        const made = await own.ask("POST", "games", { puzzle: "flows", seats: ["me", "engine:random"], options: { radius: 2 }, seed: 11 });
        const { id } = made.data.game, { token } = made.data;
        const state = async () => (await own.ask("GET", `games/${id}`, undefined, token)).data;
        await page.goto(`${own.url}#/game/${id}?key=${token}`);
        await guest.goto(`${own.url}#/game/${id}`);
        await ready(page);
        await guest.getByText("You are watching").waitFor();
        await own.kill();
        /* Nobody does anything, and still everybody is told. */
        await page.getByText("The server does not answer. Your moves will be sent").waitFor();
        await guest.getByText("The server does not answer. This page keeps trying").waitFor();
        const { hex: number, rotation } = placement(made.data.game);
        await turnTo(page, rotation, false);
        await hex(page, number).click();
        await page.getByRole("button", { name: "Lay it" }).click();
        await page.getByRole("button", { name: "Lay it" }).click();
        await own.run();
        await told(page, "The server answers again.");
        await told(guest, "The server answers again.");
        await until(async () => (await state().catch(() => ({ moves: [] }))).moves.length === 2, "my tile, once, and the engine's");
        for (const one of [page, guest]) await until(async () => (await one.locator(".flows-board .hex .face:not(.ghost)").count()) === 2, "both are shown");
        assert.equal(await page.locator(".offline").isVisible(), false);
        await page.context().close();
        await guest.context().close();
    } finally {
        await own.stop();
    }
});

test("an engine that was thinking when the server went down goes on", async () => {
    const own = await Server.start();
    try {
        const page = await person(browser, own);
        const { data } = await own.ask("POST", "games", { puzzle: "flows", seats: ["me", "open"], options: { radius: 2 } });
        const { id } = data.game, { token } = data;
        await page.goto(`${own.url}#/game/${id}?key=${token}`);
        await page.getByRole("button", { name: "Let the engine play P2" }).waitFor();
        /* The seat becomes an engine's while the page is away from the server; the page only comes back. */
        const move = async () => {
            await own.ask("POST", `games/${id}/seats/2/engine`, {}, token);
            const { data: seen } = await own.ask("GET", `games/${id}`, undefined, token);
            const { hex: number, rotation } = placement(seen);
            return own.ask("POST", `games/${id}/moves`, { version: seen.version, move: `P1${seen.board.hexes[number].name}T${seen.board.hand.type}${seen.board.hand.orientations[rotation]}` }, token);
        };
        assert.equal((await move()).status, 200);
        await own.kill();
        await page.locator(".offline").waitFor();
        await own.run();
        await told(page, "The server answers again.");
        /* My tile and the engine's; the strongest one may take its time. */
        await page.waitForFunction(() => document.querySelectorAll(".flows-board .hex .face:not(.ghost)").length === 2, undefined, { timeout: 40000 });
        await ready(page);
        await page.context().close();
    } finally {
        await own.stop();
    }
});
