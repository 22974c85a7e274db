/* What the tests of Flows share: making and joining games, laying tiles, how a game ended. */
import assert from "node:assert/strict";
import { clean, openedGame, openText, person } from "./lib.mjs";
import { browser, server } from "./stage.mjs";

export const hex = (page, number) => page.locator(`.flows-board [data-hex="${number}"]`);
export const stateFor = async (id, token) => (await server.ask("GET", `games/${id}`, undefined, token)).data;

/** Makes a game with the form. seats: the choices of each. */
export async function newGame(page, seats, radius, name = "Ann") {
    await page.goto(`${server.url}#/new/flows`);
    await page.getByLabel("Your name").fill(name);
    await page.getByLabel("Players").selectOption(String(seats.length));
    await page.getByLabel("Board").selectOption(String(radius));
    for (const [number, seat] of seats.entries()) await page.getByLabel(`P${number + 1}`, { exact: true }).selectOption(seat);
    await page.getByRole("button", { name: "Start the game" }).click();
    return openedGame(page);
}

/** Another person takes a seat by the invite link. */
export async function joined(link, name) {
    const page = await person(browser, server);
    await page.goto(link);
    await page.getByLabel("Your name").fill(name);
    await clean(page, "join");
    await page.getByRole("button", { name: "Take the seat" }).click();
    const { id, token } = await openedGame(page);
    return { page, id, token };
}

/** A legal placement, one that does not win if there is one: hex and rotation. */
export function placement(state, wanted = "1") {
    const map = state.board.hand.map;
    for (const sign of [wanted, "1", "W"]) {
        for (const [rotation, row] of map.entries()) if (row.includes(sign)) return { hex: row.indexOf(sign), rotation };
    }
    return null;
}

/** Turns the tile in hand to a rotation, by keys or by buttons. */
export async function turnTo(page, rotation, byKeys) {
    const tile = page.locator(".in-hand");
    const now = Number(await tile.getAttribute("data-rotation")), looks = [3, 6, 3, 2][Number(await tile.getAttribute("data-type"))];
    for (let turns = 0; turns < (rotation - now + looks) % looks; turns++) {
        if (byKeys) await page.keyboard.press("n");
        else await page.getByRole("button", { name: "Turn the tile to the right" }).click();
    }
}

/** Asserts that a page tells its player how the game ended: in words, announced too, and with the right sign. */
export async function ended(page, outcome, words) {
    await page.locator(`.status.done.${outcome}`).getByText(words).waitFor();
    const sign = await page.locator(".status").evaluate((one) => getComputedStyle(one, "::before").content);
    assert.match(sign, { won: /\u2713/, lost: /\u2717/, tied: /none/, over: /none/ }[outcome], "the sign before the words");
    const told = (await page.evaluate(() => window.told)).filter((one) => one.text.includes(words)).map((one) => one.kind).sort();
    assert.deepEqual(told, [outcome === "won" ? "good" : "heard", outcome === "won" ? "heard" : "info"], "it is shown and read out, and only those who won are congratulated");
    if (outcome !== "won") assert.equal(await page.locator(".celebrate").count(), 0);
}

export async function ready(page) {
    await page.locator(".hand .in-hand").waitFor();
}

/** A game with its last move still to be made, by this person at all seats. */
export async function beforeTheEnd(page, text) {
    const moves = text.trim().split(/\s+/);
    const last = moves.at(-1);
    const opened = await openText(page, server, text.slice(0, text.lastIndexOf(last)) + "\n");
    return { ...opened, last };
}

/** Lays the tile in hand as a move says, by the mouse. */
export async function layAs(page, state, move) {
    const [, name, orientation] = /^P\d([A-Z]\d+)T\d([NSEW]+)$/.exec(move);
    const number = state.board.hexes.findIndex((one) => one.name === name);
    await ready(page);
    await turnTo(page, state.board.hand.orientations.indexOf(orientation) % [3, 6, 3, 2][state.board.hand.type], false);
    await hex(page, number).click();
    await page.getByRole("button", { name: "Lay it" }).click();
}

export const TIE = `flows
radius: 3
players: 3
seats: 0 1 2
seed: 101
moves:
P1F3T3S P2E6T2S P3F1T0S P1E1T2SW P2E5T3SE P3C6T3NE P1D1T1S P2F1T0S P3E2T3NE P1D5T0S P2A2T1S P3D7T1N
P1C2T1S P2F5T2SE P3A1T0NE P1F4T0NW P2B4T1SW P3D5T3NE P1B4T2SW P2B2T2SW P3B3T0S P1A2T1SE P2C3T3S P3B1T2SE
P1E4T2NW P2G4T2SW P3E5T1SW P1A3T0NW P2D5T3S P3F2T0S P1G4T1N P2D2T1NW P3A2T3NE P1D4T0SW P2D7T3S P3C3T0SE
`;
