/* Flows: whole games by mouse, touch and keys, with people and with the engine. */
import assert from "node:assert/strict";
import test from "node:test";
import { ended, hex, joined, newGame, placement, ready, stateFor, turnTo } from "./flows-lib.mjs";
import { clean, drag, openedGame, openText, person, shot, until } from "./lib.mjs";
import { browser, server } from "./stage.mjs";

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
    await page.locator(".panel").getByText("played to the end").first().waitFor();
    await clean(page, "flows, hint");
    await shot(page, "flows-hint");
    await page.getByRole("button", { name: "Do it" }).click();
    await until(async () => (await stateFor(id, token)).moves.length === 2, "the engine has moved, too");
    await ready(page);
    await page.getByRole("button", { name: "Who is ahead?" }).click();
    await page.locator(".panel").getByText("played to the end").first().waitFor();
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
