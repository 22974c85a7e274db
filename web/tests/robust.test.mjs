/* When things go wrong: a busy server, a lost one, answers that do not arrive, two who move at once. */
import assert from "node:assert/strict";
import test from "node:test";
import { clean, openText, person, Server, until, watch } from "./lib.mjs";
import { browser, server } from "./stage.mjs";

const TOWER = "3 2 1 | |\ngoal: | | 3 2 1\n";
const BOAT = "width 7\nheight 6\nrows\n1\n2\n3\n1\n7\n5\ncolumns\n1\n2\n2\n6\n2,2\n1,2\n1\n";
const HARMONY = "ROWS 3\nCOLS 3\nBOARD\nRED A1 0 A3 0 B2 4\nBLUE C1 3 C2 2 C3 1\nGREEN A2 3 B1 2 B3 1\n";
const game = async (id, from = server) => (await from.ask("GET", `games/${id}`)).data;
const peg = (page, number) => page.locator(`.hanoi [data-peg="${number}"]`);
const cell = (page, row, column) => page.locator(`.nonogram [data-at="${row},${column}"]`);
const discs = (page, number) => peg(page, number).locator(".disc").count();

/** Answers as a server that has too much to do. */
function busy(status, code) {
    return { status, contentType: "application/json", headers: { "Retry-After": "1" }, body: JSON.stringify({ error: { code, message: "too many jobs are waiting; try again soon" } }) };
}

/** Faults that are meant: the browser writes refused requests to its console. */
function forgive(page, pattern) {
    page.faults = page.faults.filter((fault) => !pattern.test(fault));
}

test("a job that is refused because too many wait is asked for again, and can be given up", async () => {
    const page = await person(browser, server);
    const { id } = await openText(page, server, TOWER);
    let refused = 0;
    await page.route("**/hint", (route) => (refused++ < 2 ? route.fulfill(busy(503, "busy")) : route.continue()));
    await page.getByRole("button", { name: "Hint" }).click();
    await page.getByText("The server is busy").waitFor();
    await page.getByText("Look at peg 0").first().waitFor();
    assert.equal(refused, 3);
    await page.unroute("**/hint");
    await page.route("**/solve", (route) => route.fulfill(busy(429, "too_many")));
    await page.getByRole("button", { name: "Solve", exact: true }).click();
    await page.getByText("The server is busy").waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.locator(".panel").getByText("Cancelled.").waitFor();
    assert.equal((await game(id)).moves.length, 0);
    forgive(page, /status of (503|429)/);
    await clean(page, "busy");
    await page.context().close();
});

test("what is dead is said although the server was busy, and of the last board only", async () => {
    const page = await person(browser, server);
    let asked = 0;
    await page.route("**/check", (route) => (asked++ === 1 ? route.fulfill(busy(429, "too_many")) : route.continue()));
    const { id } = await openText(page, server, HARMONY);
    await page.locator(".outlook.alive").waitFor();
    const place = (name) => page.locator(`.harmony [data-place="${name}"]`);
    await place("B1").click();
    await place("B3").click();
    await page.locator(".outlook.dead", { hasText: "The GREEN tile at B1 has no moves left and is not in row C." }).waitFor();
    assert.match(await page.locator(".outlook > span").innerText(), /^No solution is left\. [^()]+ Undo 1 move: move 1, B1-B3, was the one that lost it\.$/, "the explanation alone");
    assert.equal(asked, 3, "at the start, refused, and again");
    assert.equal((await game(id)).moves.length, 1);
    forgive(page, /status of 429/);
    await clean(page, "dead after all");
    await page.context().close();
});

test("an answer that is lost on its way: the move is there once", async () => {
    const page = await person(browser, server);
    const { id } = await openText(page, server, TOWER);
    await page.route("**/moves", async (route) => {
        const answer = await route.fetch();
        assert.equal(answer.status(), 200);
        await route.abort("connectionreset");
    }, { times: 1 });
    const answers = [];
    page.on("response", (answer) => { if (/\/(moves|undo)$/.test(answer.url())) answers.push(answer.status()); });
    await peg(page, 0).click();
    await peg(page, 2).click();
    await until(() => answers.length === 1 && answers[0] === 409, "it was sent again, and was there already");
    await until(async () => !(await page.locator(".offline").isVisible()), "found again");
    assert.deepEqual((await game(id)).moves, ["0>2"]);
    assert.equal(await discs(page, 2), 1);
    assert.equal(await page.locator(".toast.bad").count(), 0, "nothing to complain about");

    await page.route("**/undo", async (route) => {
        await route.fetch();
        await route.abort("connectionreset");
    }, { times: 1 });
    await page.getByRole("button", { name: "Undo" }).click();
    await until(() => answers.length === 2 && answers[1] === 409, "taken back once");
    await until(async () => (await discs(page, 0)) === 3 && !(await page.locator(".offline").isVisible()), "taken back");
    assert.deepEqual((await game(id)).moves, []);
    assert.equal(await page.locator(".toast.bad").count(), 0);
    await page.context().close();
});

test("two tabs that fill cells at once: both are kept", async () => {
    const page = await person(browser, server);
    const { id } = await openText(page, server, BOAT);
    const second = await page.context().newPage();
    watch(second, server);
    await second.goto(page.url());
    await cell(second, 5, 3).waitFor();
    /* The first tab's cell waits until the second's has come in. */
    await page.route("**/moves", async (route) => {
        await cell(second, 5, 3).click();
        await until(async () => (await game(id)).moves.length === 1, "the second tab was first");
        await route.continue();
    }, { times: 1 });
    await cell(page, 0, 3).click();
    await until(async () => (await game(id)).moves.length === 2, "both cells");
    for (const one of [page, second]) await until(async () => (await one.locator(".cell.filled").count()) === 2, "both tabs show both");
    assert.deepEqual((await game(id)).moves, ["R6C4=#", "R1C4=#"]);
    assert.equal(await page.locator(".toast.bad").count(), 0);
    await page.context().close();
});

test("of two swaps at once the later is made if it still means the same, and named if not", async () => {
    const page = await person(browser, server);
    const { id, token } = await openText(page, server, HARMONY);
    const place = (name) => page.locator(`.harmony [data-place="${name}"]`);
    const race = async (theirs, mine) => {
        const { version } = await game(id);
        await page.route("**/moves", async (route) => {
            assert.equal((await server.ask("POST", `games/${id}/moves`, { version, move: theirs }, token)).status, 200);
            await route.continue();
        }, { times: 1 });
        const [one, other] = mine.split("-");
        await place(one).click();
        await place(other).click();
    };
    await race("A2-B2", "C1-C2");
    await until(async () => (await game(id)).moves.length === 2, "both swaps");
    assert.deepEqual((await game(id)).moves, ["A2-B2", "C1-C2"]);
    await race("B1-B3", "B1-C1");
    await page.locator(".toast.bad", { hasText: "Your move B1-C1 was not made." }).waitFor();
    assert.deepEqual((await game(id)).moves, ["A2-B2", "C1-C2", "B1-B3"]);
    const shown = await page.locator(".harmony .cell .visually-hidden").allInnerTexts();
    const { tiles, colours } = (await game(id)).board;
    tiles.flat().forEach((tile, at) => assert.match(shown[at], new RegExp(`^${tile.place}: ${colours[tile.colour].name}, ${tile.moves} move`), "the board is the server's"));
    await page.context().close();
});

test("a hint for a board that has changed meanwhile is not shown", async () => {
    const page = await person(browser, server);
    const { id, token } = await openText(page, server, TOWER);
    await page.getByRole("button", { name: "Hint" }).click();
    await page.getByText("Look at peg 0").first().waitFor();
    assert.equal((await server.ask("POST", `games/${id}/moves`, { version: 0, move: "0>2" }, token)).status, 200);
    await until(async () => (await discs(page, 2)) === 1, "the other device's move");
    assert.equal(await page.locator(".panel").isVisible(), false, "the old hint is gone");
    await page.context().close();
});

test("a server that is gone: pages say so and come back, jobs wait, forms tell", async () => {
    const own = await Server.start();
    try {
        const page = await person(browser, own);
        await openText(page, own, TOWER);
        await page.goto(own.url);
        await page.locator(".saved-list a").waitFor();
        await own.kill();

        await page.locator(".saved-list a").click();
        await page.getByRole("heading", { name: "The server does not answer" }).waitFor();
        await page.getByRole("button", { name: "Try again" }).click();
        await page.getByRole("heading", { name: "The server does not answer" }).waitFor();
        await clean(page, "no server");
        await own.run();
        await page.locator(".hanoi").waitFor();

        await own.kill();
        await page.getByRole("button", { name: "Hint" }).click();
        await page.locator(".panel").getByText("The server does not answer").waitFor();
        await page.getByRole("button", { name: "Share" }).click();
        await page.keyboard.press("Escape");
        await page.getByRole("button", { name: "Export" }).click();
        await page.locator("dialog").getByRole("button", { name: "hanoi", exact: true }).click();
        await page.locator(".toast.bad", { hasText: "The server does not answer." }).waitFor();
        await page.keyboard.press("Escape");
        /* Taking back waits like a move does. */
        await peg(page, 0).click();
        await peg(page, 2).click();
        await page.locator(".offline").waitFor();
        await page.getByRole("button", { name: "Undo" }).click();
        await own.run();
        await until(async () => (await page.locator(".hanoi [data-peg='0'] .disc").count()) === 3 && !(await page.locator(".offline").isVisible()), "moved, and taken back");
        const id = page.url().split("/").at(-1);
        await until(async () => (await game(id, own)).undone === 1, "the server has both");

        await page.goto(`${own.url}#/new/hanoi`);
        await page.getByRole("button", { name: "Make a new one" }).waitFor();
        await own.kill();
        await page.getByRole("button", { name: "Make a new one" }).click();
        await page.locator(".making.problem", { hasText: "The server does not answer." }).waitFor();
        await page.context().close();
    } finally {
        await own.stop();
    }
});

test("a search goes on when the way to the server is cut for a while; a new server says that it knows nothing of it", async () => {
    const own = await Server.start();
    try {
        const page = await person(browser, own);
        const made = await own.ask("POST", "games", { puzzle: "hanoi", options: { discs: 40, pegs: 6, goal: "random" }, seed: 3 });
        let job = made.data.job;
        while (job.state === "queued" || job.state === "running") job = (await own.ask("GET", `jobs/${job.id}`, undefined, made.data.token)).data;
        await page.goto(`${own.url}#/game/${job.result.game.id}?key=${made.data.token}`);
        await page.getByRole("button", { name: "Solve", exact: true }).click();
        await page.getByText(/states searched/).waitFor();
        await page.route("**/jobs/*", (route) => route.abort("connectionreset"));
        await page.getByText("The server does not answer; trying again").waitFor();
        await page.unroute("**/jobs/*");
        await page.getByText(/states searched/).waitFor();
        await own.kill();
        await page.getByText("The server does not answer; trying again").waitFor();
        await own.run();
        await page.locator(".panel").getByText("no longer has this search; please ask again").waitFor();
        await page.context().close();
    } finally {
        await own.stop();
    }
});
