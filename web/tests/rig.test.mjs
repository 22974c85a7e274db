import assert from "node:assert/strict";
import test from "node:test";
import { clean, openText, person, shot, until } from "./lib.mjs";
import { browser, server } from "./stage.mjs";

const TOWER = "3 2 1 | |\ngoal: | | 3 2 1\n";
const game = async (id) => (await server.ask("GET", `games/${id}`)).data;
const cell = (page, row, peg) => page.locator(".rig-table tbody tr").nth(row).locator("td").nth(peg);
const outcome = (page) => page.locator(".rig-outcome h2");

/** Plays moves and goes to the robot. */
async function robot(page, text = TOWER, moves = []) {
    const { id, token } = await openText(page, server, text);
    if (moves.length) await server.ask("POST", `games/${id}/moves`, { version: 0, moves }, token);
    await page.getByRole("button", { name: /^Robot/ }).click();
    await page.locator(".rig").waitFor();
    return id;
}

async function speed(page, times) {
    await page.getByLabel("Speed").fill(String(times));
}

test("a reset by the mouse: the arm is seen at work, the discs come back, the game stays", async () => {
    const page = await person(browser, server);
    const id = await robot(page, TOWER, ["0>2", "0>1", "2>1"]);
    await until(async () => (await cell(page, 2, 1).innerText()) === "2 1", "the board of the game is shown");
    await clean(page, "robot at rest");
    await speed(page, 8);
    await page.getByRole("button", { name: "Reset it" }).click();
    await page.evaluate(() => {
        const seen = { places: [], heights: [], grips: [] };
        Object.assign(window, { seen });
        const look = () => {
            const facts = /** @type {HTMLElement} */ (document.querySelector(".rig-facts"))?.innerText ?? "";
            seen.places.push(document.querySelector(".arm")?.getAttribute("transform"));
            seen.heights.push(/Height\s+(\d+) mm/.exec(facts)?.[1]);
            seen.grips.push(/Gripper\s+(\w+)/.exec(facts)?.[1]);
            if (!document.querySelector(".rig-outcome h2")) requestAnimationFrame(look);
        };
        look();
    });
    await until(async () => (await outcome(page).count()) === 1, "the run ends");
    assert.equal(await outcome(page).innerText(), "Done");
    const seen = await page.evaluate(() => window.seen);
    const places = new Set(seen.places), heights = new Set(seen.heights), grips = new Set(seen.grips);
    assert.ok(places.size > 12 && heights.size > 30, `the arm moves: ${places.size} places, ${heights.size} heights`);
    assert.ok(grips.has("open") && grips.has("closed"));
    for (const [peg, discs] of ["3 2 1", "empty", "empty"].entries()) {
        assert.equal(await cell(page, 1, peg).innerText(), discs, "what it believes");
        assert.equal(await cell(page, 2, peg).innerText(), discs, "what is there");
    }
    assert.match(await cell(page, 0, 0).innerText(), /^(19[89]|20[012])\.\d g$/);
    assert.match(await page.locator(".rig-log").innerText(), /plan: [\s\S]*move: \d+ g from tower/);
    await clean(page, "robot, done");
    await shot(page, "rig-done");
    assert.deepEqual((await game(id)).moves, ["0>2", "0>1", "2>1"]);
    await page.getByRole("link", { name: "Back to the game" }).click();
    await page.locator(".hanoi").waitFor();
    await page.context().close();
});

test("a solution by the keyboard alone, with a pause", async () => {
    const page = await person(browser, server);
    await robot(page);
    const tabTo = async (words, key = "Tab") => {
        for (let tries = 0; tries < 60; tries++) {
            const focused = await page.evaluate(() => document.activeElement?.matches("button, input") ? `${document.activeElement.textContent} ${document.activeElement.getAttribute("type")}` : "");
            if (focused.includes(words)) return;
            await page.keyboard.press(key);
        }
        assert.fail(`Tab does not come to ${words}`);
    };
    await page.locator("#main").focus();
    await tabTo("range");
    for (let times = 0; times < 20; times++) await page.keyboard.press("ArrowRight");
    assert.equal(await page.getByLabel("Speed").inputValue(), "20");
    await tabTo("Solve it", "Shift+Tab");
    await page.keyboard.press("Enter");
    await page.locator(".rig-log li.plan").first().waitFor();
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Stop", "the focus goes to the stop");
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Space");
    await page.getByRole("button", { name: "Go on" }).waitFor();
    const time = () => page.locator(".rig-facts dd").first().innerText();
    const paused = await time();
    /* The film runs by the frames of the page. */
    await page.evaluate(async () => { for (let frame = 0; frame < 10; frame++) await new Promise((resolve) => requestAnimationFrame(resolve)); });
    assert.equal(await time(), paused);
    await page.keyboard.press("Space");
    await until(async () => (await outcome(page).count()) === 1, "the run ends");
    assert.equal(await outcome(page).innerText(), "Done");
    assert.equal(await cell(page, 2, 2).innerText(), "3 2 1");
    assert.match(await page.evaluate(() => document.activeElement?.textContent ?? ""), /Reset it|Solve it/);
    await page.context().close();
});

test("a fault that is mended, and one that is a safe stop with what to do", async () => {
    const page = await person(browser, server);
    await robot(page);
    await page.getByLabel("What goes wrong").selectOption("grip-miss");
    await page.getByRole("button", { name: "Solve it" }).click();
    await page.getByRole("button", { name: "To the end" }).click();
    await until(async () => (await outcome(page).count()) === 1, "the run ends");
    assert.equal(await outcome(page).innerText(), "Done");
    assert.match(await page.locator(".rig-outcome").innerText(), /What went wrong: the gripper misses a ring\./);
    assert.ok((await page.locator(".rig-log li.retry").count()) > 0, "it is told that it was tried again");
    assert.match(await page.locator(".rig-outcome code").textContent(), /^quandary rig --sim --seed \d+ --mode solve --rings 30,60,110 --board '110 60 30 \| \|' --start 0 --goal 2 --fault grip-miss@12$/);
    await page.getByLabel("What goes wrong").selectOption("ring-lost");
    await page.getByRole("button", { name: "Solve it" }).click();
    await until(async () => (await outcome(page).count()) === 0, "the old outcome is gone");
    await page.getByRole("button", { name: "To the end" }).click();
    await until(async () => (await outcome(page).count()) === 1, "the run ends");
    assert.equal(await outcome(page).innerText(), "Safe stop: missing");
    assert.match(await page.locator(".rig-outcome").innerText(), /What to do: \S+/);
    assert.match(await page.locator(".rig-picture .beside").textContent(), /on no peg: disc \d/);
    await clean(page, "robot, a safe stop");
    await shot(page, "rig-stop");
    await page.context().close();
});

test("stop: the disc in the gripper is put down first, then the robot rests", async () => {
    const page = await person(browser, server);
    await robot(page);
    await speed(page, 20);
    await page.getByRole("button", { name: "Solve it" }).click();
    await until(async () => /closed, disc/.test(await page.locator(".rig-facts").innerText()), "a disc is held");
    await page.getByRole("button", { name: /^Stop/ }).click();
    await until(async () => (await outcome(page).count()) === 1, "the run ends");
    assert.equal(await outcome(page).innerText(), "Safe stop: exit");
    assert.match(await page.locator(".rig-log").innerText(), /input: exit/);
    const lines = await page.locator(".rig-log li").allInnerTexts();
    assert.equal(new Set(lines).size, lines.length, `no line twice: ${lines.join(" | ")}`);
    const times = lines.map((line) => parseFloat(line));
    assert.deepEqual(times, [...times].sort((a, b) => a - b), "in the order of time");
    const there = await Promise.all([0, 1, 2].map((peg) => cell(page, 2, peg).innerText()));
    assert.equal(there.join(" ").match(/\d/g).length, 3, `no disc is left in the gripper: ${there}`);
    assert.match(await page.locator(".rig-facts").innerText(), /Gripper\s+open/);
    assert.ok(await page.getByRole("button", { name: "Solve it" }).isEnabled(), "it can begin again");
    await page.context().close();
});

test("what the robot cannot do is said, and spectators only watch", async () => {
    const page = await person(browser, server);
    await robot(page, "2 1 | | |\ngoal: | | | 2 1\n");
    await page.getByText("The robot has three pegs; this board has 4.").waitFor();
    await clean(page, "robot, four pegs");
    await robot(page, "9 8 7 6 5 4 3 2 1 | |\ngoal: | | 9 8 7 6 5 4 3 2 1\n");
    await page.getByText("The robot has at most 8 discs; this board has 9.").waitFor();
    await robot(page, "2 1 | |\ngoal: | | 2 1\nvariant: cyclic\n");
    await page.getByText("this board does not allow all of these moves").waitFor();
    await robot(page, "3 | 2 1 |\ngoal: | | 3 2 1\n");
    await page.getByText("the robot cannot reset it").waitFor();
    assert.ok(await page.getByRole("button", { name: "Reset it" }).isDisabled());
    const other = await person(browser, server);
    await other.goto(page.url());
    await other.getByText("only players can start the robot").waitFor();
    await clean(other, "robot, a spectator");
    await Promise.all([page.context().close(), other.context().close()]);
});

test("on a phone of 360 pixels, dark, with less motion", async () => {
    const page = await person(browser, server, { viewport: { width: 360, height: 740 }, colorScheme: "dark", reducedMotion: "reduce", isMobile: true, hasTouch: true });
    await robot(page, "8 7 6 5 4 3 2 1 | |\ngoal: | | 8 7 6 5 4 3 2 1\n");
    await clean(page, "robot on a phone");
    await speed(page, 20);
    await page.getByRole("button", { name: "Solve it" }).tap();
    await page.evaluate(() => {
        const places = [];
        Object.assign(window, { places });
        new MutationObserver(() => places.push(document.querySelector(".arm")?.getAttribute("transform"))).observe(/** @type {Element} */ (document.querySelector(".arm")), { attributeFilter: ["transform"] });
    });
    await page.locator(".rig-log li.move").first().waitFor();
    const places = new Set(await page.evaluate(() => window.places));
    /* Where it stood in the beginning, its end, and the three pegs. */
    assert.ok(places.size > 2 && places.size <= 5, `the arm is drawn only where it rests: ${[...places]}`);
    await until(async () => (await page.locator(".rig [aria-live=polite]").textContent()).length > 10, "it is told in words");
    await page.getByRole("button", { name: /^Stop/ }).tap();
    await until(async () => (await outcome(page).count()) === 1, "the run ends");
    assert.equal(await outcome(page).innerText(), "Safe stop: exit");
    await clean(page, "robot on a phone, stopped");
    await shot(page, "rig-phone");
    await page.context().close();
});
