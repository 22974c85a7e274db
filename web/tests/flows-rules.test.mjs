/* Flows: how games end, and games by other rules. */
import assert from "node:assert/strict";
import test from "node:test";
import { beforeTheEnd, ended, hex, layAs, placement, ready, stateFor, TIE } from "./flows-lib.mjs";
import { clean, drag, openedGame, openText, person, shot, until } from "./lib.mjs";
import { browser, server } from "./stage.mjs";

test("who lost is told so, and who won; a spectator did neither", async () => {
    const { data: made } = await server.ask("POST", "games", { puzzle: "flows", options: { radius: 1, players: 2 }, seats: ["me", "open"] });
    const { id, invite } = made.game;
    const tokens = [made.token, (await server.ask("POST", `join/${invite}`, { seat: 2 })).data.token];
    const pages = await Promise.all([...tokens, null].map(async (token) => {
        const page = await person(browser, server);
        await page.goto(`${server.url}#/game/${id}${token ? `?key=${token}` : ""}`);
        await page.locator(".flows-board").waitFor();
        return page;
    }));
    let state = await stateFor(id);
    for (; !state.solved; state = await stateFor(id)) {
        const token = tokens[state.turn - 1], { board } = await stateFor(id, token);
        const { hex: number, rotation } = placement({ board }, "W");
        const move = `P${state.turn}${board.hexes[number].name}T${board.hand.type}${board.hand.orientations[rotation]}`;
        assert.equal((await server.ask("POST", `games/${id}/moves`, { version: state.version, move }, token)).status, 200);
    }
    const outcomes = tokens.map((_, seat) => (!state.board.winners.includes(seat + 1) ? "lost" : state.board.outcome === "tie" ? "tied" : "won"));
    for (const [seat, outcome] of outcomes.entries()) await ended(pages[seat], outcome, `You ${outcome}.`);
    await ended(pages[2], "over", state.ending);
    assert.equal(await pages[2].getByText(/You (won|lost|tied)/).count(), 0);
    await clean(pages[1], "a finished game");
    for (const page of pages) await page.context().close();
});

test("a lost game says so, also when it is opened later", async () => {
    const page = await person(browser, server), last = TIE.trim().split(/\s+/).at(-1);
    const { data } = await server.ask("POST", "games", { text: TIE.slice(0, TIE.lastIndexOf(last)) + "\n", seats: ["engine:random", "engine:random", "me"] });
    await page.goto(`${server.url}#/game/${data.game.id}?key=${data.token}`);
    await layAs(page, await stateFor(data.game.id, data.token), last);
    await ended(page, "lost", "You lost. P1 and P2 joined their edges at once: a tie.");
    await page.locator(".seat-list li", { hasText: "P3" }).getByText("you, lost").waitFor();
    await shot(page, "flows-lost");
    await page.reload();
    await page.locator(".status.lost").getByText("You lost.").waitFor();
    await page.context().close();
});

const UNPLAYABLE = `flows
radius: 2
players: 4
seats: 4 5 1 2
seed: 1424
moves:
P1C3T1NW P2B4T3SW P3C1T1S P4D4T1N P1B3T3N P2D4T2NW P3D3T0SE P4C1T3NE
P1D4T2N P2D1T0SW P3C5T2S P4B3T0SE P1D2T1SE P2A3T2SW P3A1T1NE
`;

test("a tie and a tile without a place end the game in words", async () => {
    for (const [text, words, winners, seats] of [
        [TIE, "P1 and P2 joined their edges at once: a tie.", 2, "P1 tied, P2 tied, P3 lost."],
        [UNPLAYABLE, "The tile T0 that P4 drew has no legal place, so the win goes to P2 and P4.", 2, "P1 lost, P2 won, P3 lost, P4 won."],
    ]) {
        const page = await person(browser, server);
        const { id, token, last } = await beforeTheEnd(page, text);
        const state = await stateFor(id, token);
        assert.equal(state.solved, false);
        await layAs(page, state, last);
        await page.locator(".status").getByText(words).waitFor();
        assert.ok((await page.evaluate(() => window.told)).some((one) => one.kind === "heard" && one.text.includes(words)), "it is read out");
        assert.equal(await page.locator(".seat-list li.won").count(), winners);
        /* All seats are this browser's. */
        await page.locator(".status").getByText(seats).waitFor();
        assert.equal((await stateFor(id, token)).solved, true);
        assert.equal(await page.getByRole("button", { name: "Resign" }).isDisabled(), true);
        await clean(page, words);
        await page.context().close();
    }
});

/* P1 has cut itself off with four tiles in row A, and has drawn a T0. */
const CUT_OFF = (kind) => ["flows", "seats: 0 1", `supermove: ${kind}`, "moves:", "P1A4T3S P2D4T0N", "P1A3T3S P2D3T0N", "P1A2T3S P2D5T0N", "P1A1T3S P2C4T0N", "P1T0", ""].join("\n");

test("supermoves: who is cut off replaces a tile, and lays that one elsewhere", async () => {
    const page = await person(browser, server);
    const { id, token } = await openText(page, server, CUT_OFF("double"));
    await ready(page);
    await page.getByText("You are cut off").waitFor();
    await page.locator(".rules", { hasText: "A player who is cut off may replace a tile" }).waitFor();
    assert.equal(await page.locator(".flows-board .hex.replaces").count(), 4, "four tiles may be replaced");
    await clean(page, "supermove");
    await shot(page, "flows-supermove");
    const state = await stateFor(id, token), at = (name) => state.board.hexes.findIndex((one) => one.name === name);
    assert.match(await hex(page, at("A3")).getAttribute("aria-label"), /may take its place/);

    /* A tile that does not free anybody stays where it is. */
    await hex(page, at("D4")).click();
    await hex(page, at("D4")).click();
    await page.locator(".toast.bad").last().waitFor();
    assert.equal((await stateFor(id, token)).version, state.version);

    await drag(page, page.locator(".in-hand"), hex(page, at("A3")));
    await page.getByText("Now lay the tile that you picked up").waitFor();
    const half = await stateFor(id, token);
    assert.equal(half.turn, 1);
    assert.equal(half.board.hand.carried, true);
    assert.equal(half.board.hand.type, 3);
    assert.equal(half.board.hexes[at("A3")].tile.type, 0);

    /* The second half by keys. */
    await hex(page, at("G1")).focus();
    await page.keyboard.press("Enter");
    await until(async () => (await stateFor(id, token)).turn === 2, "the turn is over");
    const end = await stateFor(id, token);
    assert.equal(end.board.hexes[at("A3")].tile.type, 0);
    assert.equal(end.moves.length, state.moves.length + 2);

    /* Its replay shows the tile that was there, too. */
    await page.getByRole("button", { name: "Replay" }).click();
    const tile = (name) => hex(page, at(name)).getAttribute("aria-label");
    await until(async () => /tile T0/.test(await tile("A3")) && /tile T3/.test(await tile("G1")), "the end");
    await page.getByLabel("Move", { exact: true }).fill(String(state.moves.length));
    await until(async () => /tile T3/.test(await tile("A3")) && /empty/.test(await tile("G1")), "before the supermove");
    await page.getByRole("button", { name: "Back to the game" }).click();
    await page.context().close();
});

test("supermoves of the other kind: the tile goes back into the bag", async () => {
    const page = await person(browser, server);
    const { id, token } = await openText(page, server, CUT_OFF("single"));
    await ready(page);
    const state = await stateFor(id, token), wall = state.board.hexes.findIndex((one) => one.name === "A2");
    await hex(page, wall).click();
    await page.getByRole("button", { name: "Lay it" }).click();
    await until(async () => (await stateFor(id, token)).turn === 2, "one tile, one turn");
    assert.equal((await stateFor(id, token)).board.left[3], state.board.left[3] + 1);
    await page.locator(".rules", { hasText: "goes back into the bag" }).waitFor();
    await page.context().close();
});

test("the form makes games with other rules", async () => {
    const page = await person(browser, server);
    for (const [rules, wanted] of [["left", { legality: "left", supermove: "no", anyone: false }], ["double-anyone", { legality: "any", supermove: "double", anyone: true }]]) {
        await page.goto(`${server.url}#/new/flows`);
        await page.getByLabel("Rules").selectOption(rules);
        await page.getByLabel("P2", { exact: true }).selectOption("me");
        await page.getByRole("button", { name: "Start the game" }).click();
        const { id } = await openedGame(page);
        const { board } = await stateFor(id);
        assert.deepEqual({ legality: board.legality, supermove: board.supermove, anyone: board.anyone }, wanted);
        await page.locator(".rules").waitFor();
    }
    await page.context().close();
});
