/* The pages around the puzzles: opening, making, sharing, coming back; light, dark, small, on paper. */
import assert from "node:assert/strict";
import test from "node:test";
import { clean, downloaded, openedGame, openText, person, Server, shot, typeText, until, watch } from "./lib.mjs";
import { browser, server } from "./stage.mjs";

const TOWER = "3 2 1 | |\ngoal: | | 3 2 1\n";
const HARMONY = "ROWS 2\nCOLS 3\nBOARD\nRED A1 2 A2 0 B3 1\nBLUE A3 1 B1 2 B2 0\n";
const game = async (id, token) => (await server.ask("GET", `games/${id}`, undefined, token)).data;
const peg = (page, number) => page.locator(`.hanoi [data-peg="${number}"]`);

test("every page is clean in light, in dark and on a phone", async () => {
    for (const [name, options] of Object.entries({
        light: { colorScheme: "light" }, dark: { colorScheme: "dark" },
        phone: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
    })) {
        const page = await person(browser, server, options);
        for (const [what, hash] of Object.entries({ home: "", harmony: "#/new/harmony", nonogram: "#/new/nonogram", flows: "#/new/flows", hanoi: "#/new/hanoi", nothing: "#/nothing" })) {
            await page.goto(`${server.url}${hash}`);
            await page.locator("main h1").waitFor();
            await clean(page, `${what}, ${name}`);
            await shot(page, `page-${name}-${what}`);
        }
        await page.context().close();
    }
});

test("every puzzle's page is clean in dark", async () => {
    const page = await person(browser, server, { colorScheme: "dark" });
    const { data } = await server.ask("GET", "puzzles");
    for (const puzzle of data.puzzles.filter((one) => ["harmony", "nonogram", "hanoi", "flows"].includes(one.name))) {
        await openText(page, server, puzzle.samples[0].text);
        await page.getByRole("button", { name: "Hint" }).click({ trial: true }).catch(() => {});
        await clean(page, `${puzzle.name}, dark`);
        await shot(page, `dark-${puzzle.name}`);
    }
    await page.context().close();
});

test("the switch for light and dark is kept", async () => {
    const page = await person(browser, server, { colorScheme: "light" });
    await page.goto(server.url);
    const colour = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    const light = await colour();
    await page.locator("#theme").click();
    assert.equal(await colour(), light);
    await page.locator("#theme").click();
    assert.notEqual(await colour(), light);
    await page.reload();
    await page.locator("main h1").waitFor();
    assert.notEqual(await colour(), light);
    await clean(page, "dark by the switch");
    await page.context().close();
});

test("a new one of every puzzle is made by its form", async () => {
    const page = await person(browser, server);
    for (const name of ["harmony", "nonogram", "hanoi"]) {
        await page.goto(`${server.url}#/new/${name}`);
        await page.getByLabel("Seed").fill("7");
        if (name === "harmony") await page.getByLabel("Difficulty").selectOption("medium");
        if (name === "nonogram") await page.getByRole("spinbutton", { name: "Columns" }).fill("8");
        await page.getByRole("button", { name: "Make a new one" }).click();
        const { id } = await openedGame(page);
        assert.equal((await game(id)).puzzle, name);
    }
    await page.goto(`${server.url}#/new/nonogram`);
    await page.getByLabel("Words").fill("HI");
    await page.getByRole("button", { name: "Make a new one" }).click();
    const { id } = await openedGame(page);
    assert.ok((await game(id)).board.height >= 5);
    await page.context().close();
});

test("what cannot be made is said", async () => {
    const page = await person(browser, server);
    await page.goto(`${server.url}#/new/harmony`);
    await page.getByLabel("Rows").fill("2");
    await page.getByLabel("Columns").fill("2");
    await page.getByRole("spinbutton", { name: "Swaps" }).fill("1");
    await page.getByLabel("Difficulty").selectOption("expert");
    await page.getByRole("button", { name: "Make a new one" }).click();
    await page.locator(".making.problem").waitFor();
    assert.ok((await page.locator(".making.problem").innerText()).length > 20);
    await page.context().close();
});

test("a file is opened by choosing, dropping and pasting; a wrong one is told with its place", async () => {
    const page = await person(browser, server);
    await page.goto(server.url);
    await page.getByLabel("A file").setInputFiles({ name: "tower.hanoi", mimeType: "text/plain", buffer: Buffer.from(TOWER) });
    await openedGame(page);
    await page.goto(server.url);
    const data = await page.evaluateHandle((text) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([text], "board.harmony", { type: "text/plain" }));
        return transfer;
    }, HARMONY);
    await page.dispatchEvent("body", "dragenter", { dataTransfer: data });
    await page.dispatchEvent("body", "drop", { dataTransfer: data });
    const { id } = await openedGame(page);
    assert.equal((await game(id)).puzzle, "harmony");
    await page.goto(server.url);
    await page.locator("main h1").waitFor();
    await page.evaluate((text) => navigator.clipboard.writeText(text), TOWER);
    await page.locator("#main").focus();
    await page.keyboard.press("Control+v");
    await openedGame(page);
    await page.goto(server.url);
    await page.getByLabel("Or its text").fill("3 2 2 | |\n");
    await page.getByRole("button", { name: "Open", exact: true }).click();
    await page.locator("#import-problem").getByText("Line 1, column 5").waitFor();
    await clean(page, "home with a mistake");
    await shot(page, "home-mistake");
    await page.context().close();
});

test("reload keeps the game; it can be continued from the start page; another device sees it live", async () => {
    const page = await person(browser, server);
    const { id, token } = await typeText(page, server, TOWER);
    await peg(page, 0).click();
    await peg(page, 2).click();
    await until(async () => (await game(id)).moves.length === 1);
    await page.reload();
    await until(async () => (await peg(page, 2).locator(".disc").count()) === 1, "reloaded");
    await page.goto(server.url);
    await page.locator(".saved-list a").first().click();
    await openedGame(page);

    await page.getByRole("button", { name: "Share" }).click();
    await clean(page, "share");
    await shot(page, "share");
    const watchLink = await page.getByLabel("To watch").inputValue();
    const playLink = await page.getByLabel("To play on another device").inputValue();
    await page.keyboard.press("Escape");
    assert.ok(!watchLink.includes(token) && playLink.includes(token));

    const other = await person(browser, server);
    await other.goto(playLink);
    await other.locator(".hanoi").waitFor();
    assert.ok(!other.url().includes(token), "the key does not stay in the address");
    await peg(other, 0).click();
    await peg(other, 1).click();
    await until(async () => (await peg(page, 1).locator(".disc").count()) === 1, "the first device sees the second's move");
    await peg(page, 2).click();
    await peg(page, 1).click();
    await until(async () => (await peg(other, 1).locator(".disc").count()) === 2, "and the other way round");

    const guest = await person(browser, server);
    await guest.goto(watchLink);
    await guest.getByText("You are watching").waitFor();
    await clean(guest, "watching");
    await peg(guest, 0).click();
    await peg(guest, 2).click();
    assert.equal((await game(id)).moves.length, 3);
    await guest.getByRole("button", { name: "Play it myself" }).click();
    await until(() => !guest.url().includes(id), "a copy of one's own");
    await guest.locator(".hanoi").waitFor();
    for (const one of [page, other, guest]) await one.context().close();
});

test("of two devices that move at once one wins, and the other is told", async () => {
    const page = await person(browser, server);
    const { id, token } = await openText(page, server, TOWER);
    await page.route("**/moves", async (route) => {
        const { status } = await server.ask("POST", `games/${id}/moves`, { version: 0, move: "0>1" }, token);
        assert.equal(status, 200);
        await route.continue();
    }, { times: 1 });
    await peg(page, 0).click();
    await peg(page, 2).click();
    await page.getByText("The game was changed elsewhere").first().waitFor();
    await until(async () => (await peg(page, 1).locator(".disc").count()) === 1 && (await peg(page, 2).locator(".disc").count()) === 0, "the board is the server's");
    assert.deepEqual((await game(id)).moves, ["0>1"]);
    await page.context().close();
});

test("a key that does not fit is forgotten", async () => {
    const page = await person(browser, server);
    const { id } = await openText(page, server, TOWER);
    const guest = await person(browser, server);
    await guest.goto(`${server.url}#/game/${id}?key=AAAAAAAAAAAAAAAAAAAAAA`);
    await guest.getByText("You are watching").waitFor();
    guest.faults = guest.faults.filter((fault) => !fault.includes("401"));
    await clean(guest, "a wrong key");
    await page.context().close();
    await guest.context().close();
});

test("a board that is too large to play is shown, and can still be solved", async () => {
    const page = await person(browser, server);
    const rows = Array.from({ length: 120 }, (_, row) => (row % 2 ? "#".repeat(120) : "#.".repeat(60)));
    await page.goto(server.url);
    await page.getByLabel("Or its text").fill(rows.join("\n"));
    await page.getByRole("button", { name: "Open", exact: true }).click();
    await openedGame(page);
    await page.getByText("too large to be played").waitFor();
    await clean(page, "a large nonogram");
    await page.context().close();
});

test("two tabs of one browser share one stream of events", async () => {
    const page = await person(browser, server);
    const { id } = await openText(page, server, TOWER);
    let streams = 0;
    page.context().on("request", (request) => { if (request.url().includes("/api/v1/events")) streams++; });
    const second = await page.context().newPage();
    watch(second, server);
    await second.goto(page.url());
    await second.locator(".hanoi").waitFor();
    await peg(second, 0).click();
    await peg(second, 2).click();
    await until(async () => (await peg(page, 2).locator(".disc").count()) === 1, "the first tab follows");
    assert.equal(streams, 0, "neither tab opened a stream of its own: the worker has it");
    assert.equal((await game(id)).moves.length, 1);
    await page.context().close();
});

/** A page of a browser with shared workers or without. */
async function pageWith(workers, own) {
    const page = await (await browser.newContext()).newPage();
    if (!workers) await page.addInitScript(() => { delete (/** @type {any} */ (window).SharedWorker); });
    watch(page, own);
    return page;
}

for (const workers of [true, false]) {
    test(`the stream of events finds its server again, ${workers ? "one for all tabs" : "in a browser without shared workers"}`, async () => {
        const own = await Server.start();
        try {
            const page = await pageWith(workers, own);
            let streams = 0;
            page.on("request", (request) => { if (request.url().includes("/api/v1/events")) streams++; });
            const { id, token } = await openText(page, own, TOWER);
            assert.equal((await own.ask("POST", `games/${id}/moves`, { version: 0, move: "0>2" }, token)).status, 200);
            await until(async () => (await peg(page, 2).locator(".disc").count()) === 1, "another device's move");
            assert.equal(streams > 0, !workers, "the tab has a stream only if there is no worker");
            await own.kill();
            await page.locator(".offline").waitFor();
            await own.run();
            await until(async () => !(await page.locator(".offline").isVisible()), "the server is found again");
            assert.equal((await own.ask("POST", `games/${id}/moves`, { version: 1, move: "0>1" }, token)).status, 200);
            await until(async () => (await peg(page, 1).locator(".disc").count()) === 1, "a move after that");
            await page.context().close();
        } finally {
            await own.stop();
        }
    });
}

test("the server goes down and comes back: nothing is lost", async () => {
    const own = await Server.start();
    try {
        const page = await person(browser, own);
        const { id } = await openText(page, own, TOWER);
        await peg(page, 0).click();
        await peg(page, 2).click();
        await until(async () => (await own.ask("GET", `games/${id}`)).data.moves.length === 1);
        await own.kill();
        await peg(page, 0).click();
        await peg(page, 1).click();
        await page.getByText("The server does not answer").waitFor();
        assert.equal(await peg(page, 1).locator(".disc").count(), 1, "the move is shown");
        await own.run();
        await until(async () => (await own.ask("GET", `games/${id}`).catch(() => ({ data: { moves: [] } }))).data.moves.length === 2, "the move was sent again");
        await until(async () => !(await page.locator(".offline").isVisible()));
        await page.context().close();
    } finally {
        await own.stop();
    }
});

test("export in every format, pictures, print view, keys", async () => {
    const page = await person(browser, server);
    await openText(page, server, TOWER);
    await page.getByRole("button", { name: "Export" }).click();
    await clean(page, "export");
    await shot(page, "export");
    const { bytes } = await downloaded(page, () => page.getByRole("button", { name: "hanoi", exact: true }).click());
    assert.match(bytes.toString("utf8"), /3 2 1/);
    const picture = await fetch(`${server.url}${(await page.getByRole("link", { name: "SVG" }).getAttribute("href")).slice(1)}`);
    assert.equal(picture.status, 200);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Keys" }).click();
    await clean(page, "keys");
    await page.locator("dialog tr", { hasText: "0 to 2" }).waitFor();
    await page.locator("dialog tr", { hasText: "solve" }).waitFor();
    await page.keyboard.press("Escape");
    await page.emulateMedia({ media: "print" });
    assert.equal(await page.locator(".side").isVisible(), false);
    assert.equal(await page.locator(".top").isVisible(), false);
    assert.equal(await page.locator(".hanoi").isVisible(), true);
    await shot(page, "print-hanoi");
    assert.ok((await page.pdf()).length > 1000);
    await page.context().close();
});

test("a long search shows its progress and can be cancelled", async () => {
    const page = await person(browser, server);
    /* With six pegs and random ends there is no formula, and the search has far to go. */
    const made = await server.ask("POST", "games", { puzzle: "hanoi", options: { discs: 40, pegs: 6, goal: "random" }, seed: 3 });
    let job = made.data.job;
    while (job.state === "queued" || job.state === "running") job = (await server.ask("GET", `jobs/${job.id}`, undefined, made.data.token)).data;
    await page.goto(`${server.url}#/game/${job.result.game.id}?key=${made.data.token}`);
    await page.locator(".hanoi").waitFor();
    await page.getByRole("button", { name: "Solve", exact: true }).click();
    await page.locator(".panel progress").waitFor();
    await page.getByText(/states searched/).waitFor();
    await clean(page, "progress");
    await shot(page, "progress");
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.locator(".panel").getByText("Cancelled.").waitFor();
    await page.context().close();
});

/** The keys that the dialog lists. */
async function listedKeys(page) {
    await page.getByRole("button", { name: "Keys" }).click();
    const keys = await page.locator("dialog kbd").allInnerTexts();
    await page.keyboard.press("Escape");
    await page.locator("dialog").waitFor({ state: "detached" });
    return keys;
}

test("Keys lists what exists for this puzzle and this reader, and nothing else", async () => {
    const page = await person(browser, server);
    await openText(page, server, "flows\nradius: 1\nseats: 0 1\nseed: 5\n");
    assert.deepEqual(await listedKeys(page), ["Arrows", "N and P", "Enter or Space", "Escape", "U, R", "H", "K", "?"], "Flows has no solution");
    await openText(page, server, "##\n#.\n");
    assert.ok(!(await listedKeys(page)).some((key) => key.startsWith("1 to")), "one colour is always in hand");
    await openText(page, server, "color k #000000\ncolor r #d62728 \"red\"\nwidth 2\nheight 1\nrows\n1k,1r\ncolumns\n1k\n1r\n");
    assert.ok((await listedKeys(page)).includes("1 to 2"));
    const guest = await person(browser, server);
    await guest.goto(page.url());
    await guest.getByText("You are watching").waitFor();
    assert.deepEqual(await listedKeys(guest), ["Arrows", "?"], "who watches changes nothing");
    await guest.locator(".nonogram .cell").first().focus();
    await guest.keyboard.press("?");
    await guest.getByRole("heading", { name: "Keys" }).waitFor();
    await Promise.all([page.context().close(), guest.context().close()]);
});

test("the link to the content keeps the address, and a reload shows the same page", async () => {
    const page = await person(browser, server);
    await page.goto(`${server.url}#/new/hanoi`);
    await page.getByRole("button", { name: "Make a new one" }).waitFor();
    await page.locator(".skip").focus();
    await page.keyboard.press("Enter");
    assert.equal(new URL(page.url()).hash, "#/new/hanoi");
    assert.equal(await page.evaluate(() => document.activeElement?.id), "main");
    await page.reload();
    await page.getByRole("button", { name: "Make a new one" }).waitFor();
    /* An address that an older page has left behind. */
    await page.goto(`${server.url}#main`);
    await page.reload();
    await page.getByRole("heading", { name: "Puzzles, played and proven" }).waitFor();
    await page.context().close();
});

test("no seat is forgotten, however many games there are; the first page leads to all of them", async () => {
    const page = await person(browser, server);
    const { id } = await openText(page, server, TOWER);
    await page.evaluate(async () => {
        const { saveGame, saveToken } = await import("/storage.js");
        for (let game = 0; game < 60; game++) {
            const other = `B${String(game).padStart(11, "0")}`;
            saveToken(other, "x".repeat(43));
            saveGame({ id: other, puzzle: "nonogram", title: "5 \u00d7 5", time: Date.now(), solved: game % 2 === 0, moves: game });
        }
    });
    await page.goto(server.url);
    await page.locator(".saved-list a").first().waitFor();
    assert.equal(await page.locator(".saved-list a").count(), 8);
    await page.getByRole("button", { name: "Show all 61 games" }).click();
    assert.equal(await page.locator(".saved-list a").count(), 61);
    await clean(page, "home with many games");
    await page.locator(".saved-list a").last().click();
    assert.equal((await openedGame(page)).id, id);
    await peg(page, 0).click();
    await peg(page, 2).click();
    await until(async () => (await game(id)).moves.length === 1, "the oldest game is still mine");

    /* One that is still played is not forgotten by a slip of the finger. */
    await page.goto(server.url);
    const cross = page.getByRole("button", { name: "Forget this game of Tower of Hanoi" });
    await cross.click();
    await page.getByRole("button", { name: "No, go back" }).click();
    assert.equal(await cross.count(), 1);
    await cross.click();
    await page.getByRole("button", { name: "Forget it" }).click();
    await cross.waitFor({ state: "detached" });
    await page.context().close();
});

test("a link with a key that does not fit, or plays less, does not take the seat away", async () => {
    const page = await person(browser, server);
    const { data } = await server.ask("POST", "games", { puzzle: "flows", options: { radius: 1 }, seats: ["me", "open"] });
    const { id, invite } = data.game;
    const { data: joined } = await server.ask("POST", `join/${invite}`, { seat: 2 });
    const kept = () => page.evaluate((one) => localStorage.getItem(`quandary.token.${one}`), id);
    await page.goto(`${server.url}#/game/${id}?key=${data.token}`);
    await openedGame(page);
    await page.goto(`${server.url}#/game/${id}?key=AAAAAAAAAAAAAAAAAAAAAA`);
    await page.getByText("The key in this link is not valid.").first().waitFor();
    assert.equal(await kept(), data.token);
    /* The other seat's key: the reader decides. */
    await page.goto(`${server.url}#/game/${id}?key=${joined.token}`);
    await page.getByText("This link plays P2, and this browser plays P1.").waitFor();
    await page.getByRole("button", { name: "No, go back" }).click();
    await page.locator(".game").waitFor();
    assert.equal(await kept(), data.token);
    await page.goto(`${server.url}#/game/${id}?key=${joined.token}`);
    await page.getByRole("button", { name: "Change seats" }).click();
    await page.locator(".seat-list li", { hasText: "P2" }).getByText("you").waitFor();
    assert.equal(await kept(), joined.token);
    await page.context().close();
});

test("a game that is not there, an invite that is not there", async () => {
    const page = await person(browser, server);
    await page.goto(`${server.url}#/game/AAAAAAAAAAAA`);
    await page.getByText("Something went wrong").waitFor();
    await clean(page, "no such game");
    await page.goto(`${server.url}#/join/nothing`);
    await page.getByText("Something went wrong").waitFor();
    /* One that is gone is not offered for going on any more. */
    await page.evaluate(() => localStorage.setItem("quandary.games", JSON.stringify([{ id: "BBBBBBBBBBBB", puzzle: "hanoi", title: "3 discs, 3 pegs", time: 0, solved: false, moves: 4 }])));
    await page.goto(server.url);
    await page.locator(".saved-list a").click();
    await page.getByText("This game does not exist, or no longer does.").first().waitFor();
    await page.goto(server.url);
    await page.locator(".cards").waitFor();
    assert.equal(await page.locator(".saved-list a").count(), 0);
    await page.context().close();
});
