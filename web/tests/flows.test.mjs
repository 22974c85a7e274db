import assert from "node:assert/strict";
import test from "node:test";
import { clean, drag, openedGame, openText, person, Server, shot, until } from "./lib.mjs";
import { browser, server } from "./stage.mjs";

const hex = (page, number) => page.locator(`.flows-board [data-hex="${number}"]`);
const stateFor = async (id, token) => (await server.ask("GET", `games/${id}`, undefined, token)).data;

/** Makes a game with the form. seats: the choices of each. */
async function newGame(page, seats, radius, name = "Ann") {
    await page.goto(`${server.url}#/new/flows`);
    await page.getByLabel("Your name").fill(name);
    await page.getByLabel("Players").selectOption(String(seats.length));
    await page.getByLabel("Board").selectOption(String(radius));
    for (const [number, seat] of seats.entries()) await page.getByLabel(`P${number + 1}`, { exact: true }).selectOption(seat);
    await page.getByRole("button", { name: "Start the game" }).click();
    return openedGame(page);
}

/** Another person takes a seat by the invite link. */
async function joined(link, name) {
    const page = await person(browser, server);
    await page.goto(link);
    await page.getByLabel("Your name").fill(name);
    await clean(page, "join");
    await page.getByRole("button", { name: "Take the seat" }).click();
    const { id, token } = await openedGame(page);
    return { page, id, token };
}

/** A legal placement, one that does not win if there is one: hex and rotation. */
function placement(state, wanted = "1") {
    const map = state.board.hand.map;
    for (const sign of [wanted, "1", "W"]) {
        for (const [rotation, row] of map.entries()) if (row.includes(sign)) return { hex: row.indexOf(sign), rotation };
    }
    return null;
}

/** Turns the tile in hand by its keys or buttons until it lies as wanted. */
async function turnTo(page, rotation, byKeys) {
    const tile = page.locator(".in-hand");
    const now = Number(await tile.getAttribute("data-rotation")), looks = [3, 6, 3, 2][Number(await tile.getAttribute("data-type"))];
    for (let turns = 0; turns < (rotation - now + looks) % looks; turns++) {
        if (byKeys) await page.keyboard.press("n");
        else await page.getByRole("button", { name: "Turn the tile to the right" }).click();
    }
}

/** A page says how a game ended for the one who plays there: in words, read out too, and with a sign that fits. */
async function ended(page, outcome, words) {
    await page.locator(`.status.done.${outcome}`).getByText(words).waitFor();
    const sign = await page.locator(".status").evaluate((one) => getComputedStyle(one, "::before").content);
    assert.match(sign, { won: /\u2713/, lost: /\u2717/, tied: /none/, over: /none/ }[outcome], "the sign before the words");
    const told = (await page.evaluate(() => window.told)).filter((one) => one.text.includes(words)).map((one) => one.kind).sort();
    assert.deepEqual(told, [outcome === "won" ? "good" : "heard", outcome === "won" ? "heard" : "info"], "it is shown and read out, and only those who won are congratulated");
    if (outcome !== "won") assert.equal(await page.locator(".celebrate").count(), 0);
}

async function ready(page) {
    await page.locator(".hand .in-hand").waitFor();
}

test("three people play a whole game in three browsers, by mouse, by taps and by keys", async () => {
    const ann = await person(browser, server);
    const { id, token } = await newGame(ann, ["me", "open", "open"], 2);
    await clean(ann, "flows, waiting");
    await shot(ann, "flows-waiting");
    const link = await ann.getByLabel("Invite link").inputValue();
    const bob = await joined(link, "Bob"), cleo = await joined(link, "Cleo");
    const people = [{ page: ann, id, token }, bob, cleo];
    await ann.getByText("P3 Cleo").first().waitFor();
    assert.equal(await ann.getByLabel("Invite link").count(), 0);
    let turns = 0;
    for (; turns < 60; turns++) {
        const seen = await stateFor(id, token);
        if (seen.solved) break;
        const mover = people[seen.turn - 1];
        const state = await stateFor(id, mover.token);
        assert.ok(state.board.hand, "the one who moves sees the tile");
        for (const other of people) {
            if (other !== mover) assert.equal((await stateFor(id, other.token)).board.hand, null, "nobody else sees it");
        }
        await until(async () => (await mover.page.locator(".hand .in-hand").count()) === 1, `P${seen.turn} is to move`);
        const { hex: number, rotation } = placement(state, turns < 6 ? "1" : "W");
        if (seen.turn === 1) {
            await turnTo(mover.page, rotation, false);
            await drag(mover.page, mover.page.locator(".in-hand"), hex(mover.page, number));
        } else if (seen.turn === 2) {
            await turnTo(mover.page, rotation, false);
            await hex(mover.page, number).click();
            await hex(mover.page, number).click();
        } else {
            await hex(mover.page, number).focus();
            await turnTo(mover.page, rotation, true);
            await mover.page.keyboard.press("Enter");
        }
        await until(async () => (await stateFor(id, token)).version > seen.version, `turn ${turns + 1}: P${seen.turn} lays on ${number}`);
        if (turns === 4) {
            await shot(ann, "flows-playing");
            for (const one of people) await clean(one.page, `flows, P${people.indexOf(one) + 1}`);
        }
    }
    const last = await stateFor(id, token);
    assert.equal(last.solved, true, "the game is over");
    assert.ok(turns >= 3);
    for (const { page } of people) await page.getByText(last.ending).first().waitFor();
    assert.equal(await ann.locator(".record .moves").innerText(), last.moves.join(" "), "the full record");
    await clean(ann, "flows, over");
    await shot(ann, "flows-over");

    /* Replay. */
    await ann.getByRole("button", { name: "Replay" }).click();
    await ann.getByText(`Move ${last.moves.length} of ${last.moves.length}`).waitFor();
    await ann.getByLabel("Move", { exact: true }).fill("2");
    await until(async () => (await ann.locator(".flows-board .hex .face").count()) === 2, "two tiles after two moves");
    await clean(ann, "flows, replay");
    await ann.getByRole("button", { name: "Back to the game" }).click();

    /* Rematch: everybody gets there. */
    await ann.getByRole("button", { name: "Rematch" }).click();
    await until(() => !ann.url().includes(id), "a new game");
    await bob.page.getByRole("button", { name: "Go there" }).click();
    await cleo.page.getByRole("button", { name: "Go there" }).click();
    const next = ann.url().split("/").at(-1);
    await until(() => bob.page.url().endsWith(next) && cleo.page.url().endsWith(next));
    await bob.page.locator(".seat-list").getByText("you").waitFor();

    /* Two resign, the third has won. */
    for (const one of [bob, cleo]) {
        await one.page.getByRole("button", { name: "Resign" }).click();
        await one.page.locator("dialog").getByRole("button", { name: "Resign" }).click();
        await one.page.locator("dialog").waitFor({ state: "detached" });
        await one.page.locator(".status").getByText(one === bob ? "You resigned." : "You lost").waitFor();
    }
    await until(async () => (await stateFor(next, token)).solved, "the last one has won");
    await ann.locator(".seat-list li.won").waitFor();
    await ended(ann, "won", "You won. The others resigned, so the win goes to P1.");
    for (const one of [bob, cleo]) await ended(one.page, "lost", "You lost: you resigned.");
    for (const { page } of people) await page.context().close();
});

test("the replayed board is the same as the server's, flows and all", async () => {
    const page = await person(browser, server);
    const { id, token } = await newGame(page, ["me", "me", "me"], 3);
    for (let turn = 0; turn < 12; turn++) {
        const state = await stateFor(id, token);
        if (state.solved) break;
        const { hex: number, rotation } = placement(state);
        const move = `P${state.turn}${state.board.hexes[number].name}T${state.board.hand.type}${state.board.hand.orientations[rotation]}`;
        const { status } = await server.ask("POST", `games/${id}/moves`, { version: state.version, move }, token);
        assert.equal(status, 200);
    }
    const state = await stateFor(id, token);
    const replayed = await page.evaluate(async (game) => {
        const model = await import("/flows-model.js");
        const start = model.rewind(game.board, game.moves);
        const end = game.moves.reduce((board, move) => model.apply(board, move), start);
        return { empty: start.hexes.every((one) => one.tile === null), hexes: end.hexes.map((one) => one.tile) };
    }, state);
    assert.equal(replayed.empty, true);
    const plain = (tile) => tile && { type: tile.type, rotation: tile.rotation % [3, 6, 3, 2][tile.type], lines: tile.lines.map((line) => [[...line.ports].sort().join(), [...line.seats].sort().join()]).sort() };
    assert.deepEqual(replayed.hexes.map(plain), state.board.hexes.map((one) => plain(one.tile)));
    await page.context().close();
});

test("the engine answers, hints come in words, moves can be taken back", async () => {
    const page = await person(browser, server);
    const { id, token } = await newGame(page, ["me", "engine:greedy"], 2);
    await ready(page);
    await page.getByRole("button", { name: "Hint" }).click();
    await page.getByText("Where to look.").waitFor();
    await page.getByRole("button", { name: "What follows?" }).click();
    await page.locator(".panel").getByText("played on from here").first().waitFor();
    await clean(page, "flows, hint");
    await shot(page, "flows-hint");
    await page.getByRole("button", { name: "Do it" }).click();
    await until(async () => (await stateFor(id, token)).moves.length === 2, "the engine has moved, too");
    await ready(page);
    await page.getByRole("button", { name: "Who is ahead?" }).click();
    await page.locator(".panel").getByText("played on from here").first().waitFor();
    assert.equal(await page.locator(".panel h2").innerText(), "Who is ahead?", "the panel answers what was asked");
    await page.getByRole("button", { name: "Undo" }).click();
    await until(async () => (await stateFor(id, token)).moves.length === 0, "both moves are taken back");
    await page.context().close();
});

test("a whole game against the engine by the keyboard alone", async () => {
    const page = await person(browser, server);
    await page.goto(`${server.url}#/new/flows`);
    await page.getByLabel("Your name").focus();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Home");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    for (let level = 0; level < 6; level++) await page.keyboard.press("ArrowUp");
    for (let level = 0; level < 2; level++) await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    const { id, token } = await openedGame(page);
    const made = await stateFor(id, token);
    assert.equal(made.board.radius, 1);
    assert.equal(made.seats[1].level, "random");
    for (let turn = 0; turn < 10; turn++) {
        await until(async () => {
            const now = await stateFor(id, token);
            return now.solved || now.viewer.to_move;
        }, "the engine moves");
        const state = await stateFor(id, token);
        if (state.solved) break;
        await ready(page);
        await until(async () => (await page.locator(".flows-board .hex .face:not(.ghost)").count()) === state.board.hexes.filter((one) => one.tile).length, "the page shows it");
        const { hex: number, rotation } = placement(state, "W");
        await page.locator("#main").focus();
        while (!(await page.evaluate(() => document.activeElement?.closest(".flows-board")))) await page.keyboard.press("Tab");
        for (let steps = 0; steps < 30 && (await page.evaluate(() => document.activeElement?.getAttribute("data-hex"))) !== String(number); steps++) {
            const [at, to] = await page.evaluate((goal) => [document.activeElement, document.querySelector(`[data-hex="${goal}"]`)].map((one) => {
                const box = one.querySelector(".ring").getBoundingClientRect();
                return [box.x + box.width / 2, box.y + box.height / 2];
            }), number);
            const up = Math.abs(to[1] - at[1]) > 5 && steps % 2 === 0;
            if (up) await page.keyboard.press(to[1] < at[1] ? "ArrowUp" : "ArrowDown");
            else await page.keyboard.press(to[0] < at[0] ? "ArrowLeft" : "ArrowRight");
        }
        assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("data-hex")), String(number), "every hex can be reached by arrows");
        const turned = Number(await page.evaluate(() => document.querySelector(".in-hand")?.getAttribute("data-rotation")));
        const looks = [3, 6, 3, 2][state.board.hand.type];
        for (let steps = 0; steps < (rotation - turned + looks) % looks; steps++) await page.keyboard.press("n");
        await page.keyboard.press("Enter");
        await until(async () => (await stateFor(id, token)).version > state.version, `laid on ${number}`);
    }
    const last = await stateFor(id, token);
    assert.equal(last.solved, true);
    await page.getByText(last.ending).first().waitFor();
    await page.context().close();
});

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

test("a spectator sees the board, not the tile, and cannot move", async () => {
    const page = await person(browser, server), guest = await person(browser, server);
    const { id, token } = await newGame(page, ["me", "open"], 2);
    await page.getByRole("button", { name: "Let the engine play P2" }).click();
    await until(async () => (await stateFor(id, token)).seats[1].kind === "engine");
    await guest.goto(`${server.url}#/game/${id}`);
    await guest.getByText("You are watching").waitFor();
    await clean(guest, "flows, watching");
    assert.equal(await guest.locator(".in-hand").count(), 0);
    assert.equal(await guest.getByRole("button", { name: "Resign" }).count(), 0);
    await ready(page);
    const { hex: number, rotation } = placement(await stateFor(id, token));
    await turnTo(page, rotation, false);
    await hex(page, number).click();
    await page.getByRole("button", { name: "Lay it" }).click();
    await guest.locator(".flows-board .hex .face").nth(1).waitFor();
    await page.context().close();
    await guest.context().close();
});

test("an illegal placement is answered with who is cut off and by what", async () => {
    const page = await person(browser, server);
    /* P1 needs one more tile at A1 to be walled in; T3 turned S there is not allowed. */
    const text = ["flows", "seats: 0 1", "moves:", "P1A4T3S P2D4T0N", "P1A3T3S P2D3T0N", "P1A2T3S P2D5T0N", "P1T3", ""].join("\n");
    const { id, token } = await openText(page, server, text);
    const state = await stateFor(id, token);
    await ready(page);
    const wall = state.board.hexes.findIndex((one) => one.name === "A1");
    const rotation = state.board.hand.map.findIndex((row) => row[wall] === "0");
    await turnTo(page, rotation, false);
    assert.match(await hex(page, wall).getAttribute("aria-label"), /not allowed/);
    await hex(page, wall).click();
    await hex(page, wall).click();
    await page.locator(".panel").getByText("no way is left for P1", { exact: false }).waitFor();
    assert.ok(await page.locator(".flows-board .hex.wrong").count() >= 3);
    assert.equal((await stateFor(id, token)).version, state.version, "nothing was played");
    await clean(page, "flows, refused");
    await shot(page, "flows-refused");
    await page.context().close();
});

test("while a tile is dragged the board shows where it may lie; dropped where it may not, it is told why", async () => {
    const page = await person(browser, server);
    const text = ["flows", "seats: 0 1", "moves:", "P1A4T3S P2D4T0N", "P1A3T3S P2D3T0N", "P1A2T3S P2D5T0N", "P1T3", ""].join("\n");
    const { id, token } = await openText(page, server, text);
    await ready(page);
    const state = await stateFor(id, token), { map } = state.board.hand;
    const wall = state.board.hexes.findIndex((one) => one.name === "A1");
    await turnTo(page, map.findIndex((row) => row[wall] === "0"), false);
    const row = map[Number(await page.locator(".in-hand").getAttribute("data-rotation"))], good = row.indexOf("1");
    const middle = async (what) => {
        const box = await what.boundingBox();
        return [box.x + box.width / 2, box.y + box.height / 2];
    };
    await page.mouse.move(...(await middle(page.locator(".in-hand"))));
    await page.mouse.down();
    await page.mouse.move(...(await middle(hex(page, good))), { steps: 4 });
    await page.locator(".flows.dragging").waitFor();
    assert.equal(await page.locator(".flows-board .hex.legal").count(), row.replace(/[^1]/g, "").length, "every place that is allowed is marked");
    assert.equal(await page.locator(".flows-board .hex.illegal").count(), row.replace(/[^0]/g, "").length, "and every one that is not");
    await page.locator(`.flows-board .hex.chosen.legal[data-hex="${good}"] .ghost`).waitFor();
    await page.mouse.move(...(await middle(hex(page, wall))), { steps: 4 });
    await page.locator(`.flows-board .hex.chosen.illegal[data-hex="${wall}"] .ghost`).waitFor();
    await shot(page, "flows-dragging");
    await page.mouse.up();
    await page.locator(".panel").getByText("No way is left for P1: its lines are turned back by the tiles on A4, A3, A2 and A1.").waitFor();
    assert.equal(await page.locator(".flows-board .hex.wrong").count(), 4, "the wall is marked");
    assert.equal((await stateFor(id, token)).version, state.version);
    await page.context().close();
});

/** A game with its last move still to be made, by this person at all seats. */
async function beforeTheEnd(page, text) {
    const moves = text.trim().split(/\s+/);
    const last = moves.at(-1);
    const opened = await openText(page, server, text.slice(0, text.lastIndexOf(last)) + "\n");
    return { ...opened, last };
}

/** Lays the tile in hand as a move says, by the mouse. */
async function layAs(page, state, move) {
    const [, name, orientation] = /^P\d([A-Z]\d+)T\d([NSEW]+)$/.exec(move);
    const number = state.board.hexes.findIndex((one) => one.name === name);
    await ready(page);
    await turnTo(page, state.board.hand.orientations.indexOf(orientation) % [3, 6, 3, 2][state.board.hand.type], false);
    await hex(page, number).click();
    await page.getByRole("button", { name: "Lay it" }).click();
}

const TIE = `flows
radius: 3
players: 3
seats: 0 1 2
seed: 101
moves:
P1F3T3S P2E6T2S P3F1T0S P1E1T2SW P2E5T3SE P3C6T3NE P1D1T1S P2F1T0S P3E2T3NE P1D5T0S P2A2T1S P3D7T1N
P1C2T1S P2F5T2SE P3A1T0NE P1F4T0NW P2B4T1SW P3D5T3NE P1B4T2SW P2B2T2SW P3B3T0S P1A2T1SE P2C3T3S P3B1T2SE
P1E4T2NW P2G4T2SW P3E5T1SW P1A3T0NW P2D5T3S P3F2T0S P1G4T1N P2D2T1NW P3A2T3NE P1D4T0SW P2D7T3S P3C3T0SE
`;
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
    await page.locator(".rules", { hasText: "Who is cut off may lay the tile on one that lies there" }).waitFor();
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
    await page.getByText("Now lay the tile that you took up").waitFor();
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
        await page.getByText("The server does not answer. Your moves are kept").waitFor();
        await guest.getByText("The server does not answer. The page tries again").waitFor();
        const { hex: number, rotation } = placement(made.data.game);
        await turnTo(page, rotation, false);
        await hex(page, number).click();
        await page.getByRole("button", { name: "Lay it" }).click();
        await page.getByRole("button", { name: "Lay it" }).click();
        await own.run();
        await page.getByText("The server answers again.").first().waitFor();
        await guest.getByText("The server answers again.").first().waitFor();
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
        await page.getByText("The server answers again.").first().waitFor();
        /* My tile and the engine's; the strongest one may take its time. */
        await page.waitForFunction(() => document.querySelectorAll(".flows-board .hex .face:not(.ghost)").length === 2, undefined, { timeout: 40000 });
        await ready(page);
        await page.context().close();
    } finally {
        await own.stop();
    }
});

test("on a phone, by touch", async () => {
    const page = await person(browser, server, { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
    const { id, token } = await newGame(page, ["me", "engine:random"], 3);
    await ready(page);
    await clean(page, "flows on a phone");
    await shot(page, "flows-phone");
    const { hex: number, rotation } = placement(await stateFor(id, token));
    await turnTo(page, rotation, false);
    await hex(page, number).tap();
    await page.getByRole("button", { name: "Lay it" }).tap();
    await until(async () => (await stateFor(id, token)).moves.length === 2, "laid, and answered");
    await page.context().close();
});
